import type { PracticeCard, Rehearsal } from '../shared/practiceCard.ts'
import { UNPAID_DATE } from './bankTime.ts'
import type { Fault } from './faults.ts'
import type { LedgerState } from './ledgerState.ts'
import { koboOfWire } from './naira.ts'
import { PRACTICE_TERMINAL_ID } from './options.ts'
import type { BankRequest } from './wire/exchange.ts'
import type { RecordChange } from './recordChange.ts'
import { readJsonBody } from './wire/fields.ts'
import type { Endpoint } from './wire/route.ts'

/** A special amount of the practice bank in the app, and what happens to its sale. */
interface Rehearsed {
  readonly kobo: number
  /** For `sandbox --help`. */
  readonly meaning: string
  readonly fault?: Fault
  /** When look-ups find the sale, if later than usual. */
  readonly visibleAfterMs?: number
  /** Another till sells at the same moment for this much, kobo. */
  readonly besides?: number
}

/** Long enough to read what the screen says while it checks. */
const FOUND_AFTER_MS = 20_000

/** Payments come after fifteen seconds; a person should see them before they change. */
const CHANGES_AFTER_MS = 60_000

/** The sale settles, and its record differs from then on, with the bank's own words. */
function differs(
  kobo: number,
  meaning: string,
  change: RecordChange,
  secondRecord?: RecordChange,
): Rehearsed {
  const words = { reason: `Practice: ${meaning}`, responseCode: '09', responseMessage: 'Practice difference' }
  return {
    kobo,
    meaning,
    fault: {
      kind: 'oddRecord',
      change: { ...words, ...change },
      ...(secondRecord === undefined ? {} : { secondRecord }),
    },
  }
}

export const rehearsals: Readonly<Record<Rehearsal, Rehearsed>> = {
  refused: {
    kobo: 700_100,
    meaning: 'refused',
    fault: { kind: 'declined', message: 'Practice: this amount is refused', committed: false },
  },
  answerLost: {
    kobo: 700_200,
    meaning: 'taken, and the answer is lost',
    fault: { kind: 'drop', committed: true },
    visibleAfterMs: FOUND_AFTER_MS,
  },
  neverArrives: {
    kobo: 700_300,
    meaning: 'never arrives',
    fault: { kind: 'drop', committed: false },
  },
  paidWithoutDate: differs(700_400, 'paid without a date', { datePaid: UNPAID_DATE }),
  dateWithoutPaid: differs(700_500, 'a paid date without the flag', { isPaid: false }),
  paidLess: differs(700_600, 'settled with 50 less than its fee gives', { settledAdds: '-50' }),
  paidMore: differs(700_700, 'settled with 5 more than its fee gives', { settledAdds: '5' }),
  amount: differs(700_800, 'recorded with 70 less', { amountAdds: '-70' }),
  twoRecords: differs(700_900, 'there twice', {}, {}),
  vanished: differs(701_000, 'gone from the lists after a minute', { hiddenAfterMs: CHANGES_AFTER_MS }),
  paidBack: differs(701_100, 'paid, and unpaid after a minute', { unpaidAfterMs: CHANGES_AFTER_MS }),
  madeElsewhere: { kobo: 701_200, meaning: 'beside it another till sells for 1,500', besides: 150_000 },
}

/** @returns undefined for every request but a sale of a special amount */
export function rehearsedFor(request: BankRequest, endpoint: Endpoint | undefined): Rehearsed | undefined {
  if (endpoint !== 'logTransaction') return undefined
  const input = readJsonBody(request, () => true)
  const amount = input.ok ? input.value['amount'] : undefined
  const kobo = typeof amount === 'string' ? koboOfWire(amount) : undefined
  return Object.values(rehearsals).find((each) => each.kobo === kobo)
}

/** A few of each are enough to practise with. */
const SHOWN_MAX = 3

/** The numbers of these books that a person can practise with. */
export function practiceCardOf(state: Pick<LedgerState, 'accounts' | 'terminals' | 'issuedTerminalIds'>) {
  const { accounts, terminals, issuedTerminalIds } = state
  const isUsed = (number: string): boolean => terminals.some(({ accountNumber }) => accountNumber === number)
  const byUse = accounts.toSorted((a, b) => Number(isUsed(a.number)) - Number(isUsed(b.number)))
  const others = terminals.filter(({ terminalId }) => terminalId !== PRACTICE_TERMINAL_ID)
  const isRegistered = new Set(terminals.map(({ terminalId }) => terminalId))
  const nameOf = new Map(terminals.map(({ merchantId, accountName }) => [merchantId, accountName]))
  return {
    amounts: Object.entries(rehearsals).map(([does, { kobo }]) => ({ kobo, does: does as Rehearsal })),
    accounts: [
      ...byUse.slice(0, SHOWN_MAX),
      { number: unknownNumber(accounts.map(({ number }) => number)), name: null },
    ],
    newTerminalIds: issuedTerminalIds.filter((id) => !isRegistered.has(id)).slice(0, SHOWN_MAX),
    terminals: others.slice(0, SHOWN_MAX).map(({ terminalId, accountName }) => ({ terminalId, accountName })),
    merchants: [...nameOf]
      .toReversed()
      .slice(0, SHOWN_MAX)
      .map(([merchantId, accountName]) => ({ merchantId, accountName })),
  } satisfies PracticeCard
}

/** The first account number from ten ones on that no account has. */
function unknownNumber(known: readonly string[]): string {
  const taken = new Set(known)
  let number = 1_111_111_111
  while (taken.has(String(number))) number += 1
  return String(number)
}
