import { bankDay, bankMidnightMs, bankTimestamp } from './bankTime.ts'
import type { LedgerRecord, LedgerState, LedgerTerminal } from './ledgerState.ts'
import { feeKobo } from './naira.ts'
import { chanceFrom, type Chance } from './random.ts'
import { seedAccountHolders, seedIssuedTerminalIds, seedMerchants, type SeedTerminal } from './seedNames.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAYS_BACK = 5
/** Yesterday was market day at the first terminal: more than one page of a hundred. */
const MARKET_DAY_SALES = 128
const OPENING_HOUR = 8
const OPEN_HOURS = 12.5
/** A few sales were never paid, so that there is a late one to look into. */
const STUCK_ONE_IN = 90
/** No sales in the last minutes, so that a sale recorded now is the latest. */
const QUIET_BEFORE_NOW_MS = 2 * MINUTE_MS

/** A ledger with several days of a market's sales up to `nowMs`; the same seed and time give the same ledger. */
export function seedLedger(seed: number, nowMs: number): LedgerState {
  const chance = chanceFrom(seed)
  const opened = openAccounts(chance, nowMs)
  const drafts = opened.terminals.flatMap(({ terminal, plan }) => salesOf(terminal, plan, nowMs, chance))
  const records = drafts
    .toSorted((a, b) => a.receivedAtMs - b.receivedAtMs || (a.transactionId < b.transactionId ? -1 : 1))
    .map((draft, index): LedgerRecord => ({ ...draft, recordId: 48_201 + index }))
  return {
    terminals: opened.terminals.map(({ terminal }) => terminal),
    issuedTerminalIds: seedIssuedTerminalIds,
    merchants: opened.merchants,
    accounts: opened.accounts,
    records,
    requestRefs: [],
    newTerminalFee: '0.50',
    nextRecordId: 48_201 + records.length,
    chanceState: chance.state(),
  }
}

interface Opened {
  readonly terminals: { readonly terminal: LedgerTerminal; readonly plan: SeedTerminal }[]
  readonly merchants: { readonly recordId: number; readonly merchantId: string }[]
  readonly accounts: { readonly number: string; readonly name: string }[]
}

function openAccounts(chance: Chance, nowMs: number): Opened {
  const opened: Opened = { terminals: [], merchants: [], accounts: [] }
  const openAccount = (name: string): string => {
    // The index makes the numbers unique for any seed.
    const number = `${2 + chance.whole(8)}${chance.digits(7)}${String(opened.accounts.length + 10)}`
    opened.accounts.push({ number, name })
    return number
  }
  for (const [index, { merchantId, accountName, terminals }] of seedMerchants.entries()) {
    const accountNumber = openAccount(accountName)
    const merchantRecordId = 71 + index
    opened.merchants.push({ recordId: merchantRecordId, merchantId })
    for (const plan of terminals) {
      const recordId = 301 + opened.terminals.length
      const createdAtMs =
        bankMidnightMs(nowMs, 40 + chance.whole(400)) + chance.whole(10 * HOUR_MS) + OPENING_HOUR * HOUR_MS
      const terminal: LedgerTerminal = {
        recordId,
        merchantRecordId,
        terminalId: plan.terminalId,
        merchantId,
        accountNumber,
        accountName,
        serialNumber: plan.serialNumber,
        isActive: plan.isActive ?? true,
        isReceivingPayment: plan.isReceivingPayment ?? true,
        feePercentage: plan.feePercentage,
        dateCreated: bankTimestamp(createdAtMs, recordId),
      }
      opened.terminals.push({ terminal, plan })
    }
  }
  for (const name of seedAccountHolders) openAccount(name)
  return opened
}

type Draft = Omit<LedgerRecord, 'recordId'>

function salesOf(
  terminal: LedgerTerminal,
  plan: SeedTerminal,
  nowMs: number,
  chance: Chance,
): readonly Draft[] {
  const isFirst = plan === seedMerchants[0]?.terminals[0]
  const drafts: Draft[] = []
  for (let daysBack = DAYS_BACK; daysBack >= 0; daysBack -= 1) {
    const openingMs = bankMidnightMs(nowMs, daysBack) + OPENING_HOUR * HOUR_MS
    const usual = plan.salesADay === 0 ? 0 : plan.salesADay + chance.whole(3)
    const count = isFirst && daysBack === 1 ? MARKET_DAY_SALES : usual
    const times = Array.from({ length: count }, () => openingMs + chance.whole(OPEN_HOURS * HOUR_MS))
    for (const [index, receivedAtMs] of times.toSorted((a, b) => a - b).entries()) {
      // Random numbers are drawn for future sales too, so that the time of day changes nothing else.
      const draft = saleAt(terminal, receivedAtMs, index, chance)
      if (receivedAtMs < nowMs - QUIET_BEFORE_NOW_MS) drafts.push(draft)
    }
  }
  return drafts
}

function saleAt(terminal: LedgerTerminal, receivedAtMs: number, index: number, chance: Chance): Draft {
  const amountKobo = shopAmountKobo(chance)
  const settleMs = 8_000 + chance.whole(50_000)
  const isStuck = chance.whole(STUCK_ONE_IN) === 0
  const day = bankDay(receivedAtMs).replaceAll('-', '')
  return {
    terminalRecordId: terminal.recordId,
    terminalId: terminal.terminalId,
    accountNumber: terminal.accountNumber,
    amountKobo,
    settledKobo: amountKobo - feeKobo(amountKobo, terminal.feePercentage),
    feePercentage: terminal.feePercentage,
    transactionId: `${terminal.terminalId.slice(-4)}-${day}-${String(index + 1).padStart(4, '0')}`,
    serviceReference: `PB${chance.digits(18)}`,
    receivedAtMs,
    visibleAtMs: receivedAtMs + 1_000,
    paidAtMs: terminal.isReceivingPayment && !isStuck ? receivedAtMs + settleMs : null,
    isSeeded: true,
  }
}

/** Mostly small amounts in steps of ₦50, sometimes with kobo, sometimes large. */
function shopAmountKobo(chance: Chance): number {
  const kind = chance.whole(20)
  if (kind === 0) return (85_000 + 500 * chance.whole(700)) * 100
  if (kind === 1) return (200 + chance.whole(3_000)) * 100 + chance.pick([25, 50, 75])
  if (kind < 8) return (5_000 + 100 * chance.whole(250)) * 100
  return (150 + 50 * chance.whole(110)) * 100
}
