import { callError, type CallError } from '../../../shared/callError.ts'
import { assertNever, ok, type Result } from '../../../shared/result.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import type { Answer, Terminal, TerminalSaved } from '../../gateway/answer.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { Random } from '../../ports.ts'
import type { SignedInApi } from '../../session/signedInApi.ts'
import type { TerminalFound } from '../terminals.ts'
import type { PayoutWatch } from '../payouts/payoutWatch.ts'
import type { ChangeLog } from './changeLog.ts'
import type { Change } from './changeEntries.ts'
import { judgeChange, type Plan } from './changePlan.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import { compare, sideOf, type TerminalKey, type WholeNumbers } from './rowComparison.ts'
import { isProof, notProven, type Find } from './freshRow.ts'
import type { KeptNumbers } from './unmaskedAccounts.ts'

/** Sends a planned change once, and compares a change with the bank's list. */
export interface ChangeRun {
  /**
   * One wire attempt, and never another, with any result.
   * @param otherNames what the audit keeps of the merchant's names
   * @param hindrance why the bank may not be asked after all, now that its list was read
   */
  carryOut(
    owner: Destination,
    plan: Plan,
    otherNames: readonly string[],
    hindrance: () => Result<never, CallError> | undefined,
  ): Promise<Result<TerminalChangeView, CallError>>
  /** Why nothing else may be asked for this terminal; undefined if no earlier change of it is open. */
  earlierOpen(owner: Destination, terminal: TerminalKey): Result<never, CallError> | undefined
  /** The change as the bank's list shows it now. */
  looked(owner: Destination, changeId: string): Promise<Result<Change, CallError>>
}

export interface ChangeRunOptions {
  readonly bank: Pick<SignedInApi, 'generation' | 'createTerminal' | 'editTerminal'>
  readonly find: Find
  readonly book: ChangeLog
  /** Learns which changes are from here. */
  readonly payouts: Pick<PayoutWatch, 'asked' | 'ended' | 'seen'>
  readonly numbers: KeptNumbers
  readonly random: Pick<Random, 'bytes'>
  readonly isStopping: () => boolean
}

const CHANGE_ID_BYTES = 16

export function createChangeRun(options: ChangeRunOptions): ChangeRun {
  const { bank, find, book, payouts, numbers, random, isStopping } = options

  function send(generation: number, { body }: Plan): Promise<Answer<TerminalSaved>> {
    switch (body.kind) {
      case 'register':
        return bank.createTerminal(generation, body.terminal)
      case 'edit':
        return bank.editTerminal(generation, body.terminal)
      default:
        return assertNever(body, 'change')
    }
  }

  /** @returns null if this client can no longer ask, so that nothing was read */
  async function compared(
    owner: Destination,
    change: Change,
    known: WholeNumbers | null,
    isKept: (read: TerminalFound) => boolean = () => true,
  ): Promise<{ readonly change: Change; readonly read: TerminalFound } | null> {
    const { kind, terminalId, from, to, recordId } = change.asked.entry
    const isIt = (terminal: Terminal): boolean =>
      kind === 'edit' ? terminal.recordId === recordId : isSameTerminalId(terminal.terminalId, terminalId)
    const read = await find(isIt, recordId ?? change.ended?.entry.recordId ?? null)
    if (read === 'notSignedIn' || !book.isOwn(owner)) return null
    if (!isKept(read)) return { change, read }
    const { terminal, incompleteReason } = read
    const shown =
      terminal === null
        ? {
            outcome: isProof(read, terminalId) ? ('notThere' as const) : ('incomplete' as const),
            differences: [],
            isByEnding: false,
          }
        : compare({ kind, from, to, numbers: known }, terminal)
    if (shown.outcome === 'asAsked') payouts.seen(change.asked.entry.changeId, owner)
    return {
      read,
      change: book.compare(change, {
        ...shown,
        incompleteReason,
        recordId: terminal?.recordId ?? null,
        found: terminal === null ? null : sideOf(terminal),
      }),
    }
  }

  const earlierOpen: ChangeRun['earlierOpen'] = (owner, { terminalId, recordId }) => {
    const isOpen = book.isOpenFor(owner, { terminalId, recordId })
    return isOpen ? callError('notAllowed', { reason: 'earlierOpen' }) : undefined
  }

  const carryOut: ChangeRun['carryOut'] = async (owner, plan, otherNames, hindrance) => {
    book.writeLate()
    // All of it and the entry come without a pause in between: nothing leaves under another client's token, or for
    // a manager who has gone.
    const generation = bank.generation()
    if (generation === null || !book.isOwn(owner) || isStopping()) return callError('notSignedIn')
    const hindered = hindrance() ?? earlierOpen(owner, plan.asked)
    if (hindered !== undefined) return hindered
    const { environment, partnerUrl, clientId } = owner
    const changeId = Buffer.from(random.bytes(CHANGE_ID_BYTES)).toString('hex')
    const asking = book.ask({
      changeId,
      environment,
      partnerUrl,
      clientId,
      ...plan.asked,
      otherNames: [...otherNames],
    })
    if (asking === null) return callError('notSaved')
    numbers.keep(changeId, plan.numbers)
    payouts.asked(changeId, owner, plan)
    const ended = book.end(asking, judgeChange(await send(generation, plan), plan.numbers))
    payouts.ended(changeId, owner, ended.ended?.entry.state ?? 'unknown')
    const read = ended.ended?.entry.state === 'unsent' ? null : await compared(owner, ended, plan.numbers)
    return book.isOwn(owner)
      ? ok(book.view(read?.change ?? ended))
      : callError('notSignedIn', { reason: 'overtaken' })
  }

  const looked: ChangeRun['looked'] = async (owner, changeId) => {
    const change = book.find(owner, changeId)
    if (change === undefined) return callError('notFound')
    const { state } = book.view(change)
    // A change that never left cannot be seen; a match in the list would be another one's.
    if (state === 'asking' || state === 'unsent')
      return callError('notAllowed', { reason: 'changeState', state })
    // An incomplete list does not revoke what an earlier one has shown.
    const { terminalId } = change.asked.entry
    const isKept = (read: TerminalFound): boolean => isProof(read, terminalId)
    const now = await compared(owner, change, numbers.of(changeId), isKept)
    if (now === null) return callError('notSignedIn')
    return isKept(now.read) ? ok(now.change) : notProven(now.read)
  }

  return { carryOut, earlierOpen, looked }
}
