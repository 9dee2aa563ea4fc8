import { neverLeft } from '../../electron/outbox/rules/machine.ts'
import { isOfOther } from '../../electron/outbox/rules/references.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import type { Chance } from './chance.ts'
import { OWN_CLIENT } from './destinations.ts'
import { bankDay, MODEL_EPOCH_MS } from './modelBank.ts'
import { TERMINALS, type PlannedSale } from './plan.ts'
import type { Decision } from './till.ts'
import type { World } from './world.ts'

/** The people at the counter, who act only through the program. */

const ENTER_AGAIN_MS = 20_000
/** How often a person checks the screen before deciding. */
const CHECKS = 3
const CHECK_AGAIN_MS = 20_000
const DECIDE_MS = 1_000
/** Inherited sales are younger than this, and records of older sales are older; relative to the start of the history. */
const OLD_MS = -12 * 60 * 60_000

/** Held for lack of an answer, so that a manager may decide. */
export function isUnclear({ state, heldReason }: SaleRow): boolean {
  return state === 'held' && heldReason === 'bankUnclear'
}

function isAtHand({ till, computer, way }: World): boolean {
  return till.isRunning() && !computer.isAsleep() && way.clientId === OWN_CLIENT
}

/** The cashier enters a sale, repeatedly until it is acknowledged. */
export function enter(world: World, sale: PlannedSale): void {
  const { agenda, till } = world
  // A sale that could not be written was never acknowledged, so the cashier enters it again.
  if (!isAtHand(world) || !till.enter(sale)) {
    agenda.at(agenda.nowMs() + ENTER_AGAIN_MS, () => enter(world, sale))
    return
  }
  world.checker.acknowledged(sale.transactionId, till.byTransactionId(sale.transactionId))
}

/** A double click, a repeated key, a second person: the same sales entered again. */
export function enterTwice(world: World, sales: readonly PlannedSale[]): void {
  if (!isAtHand(world)) return
  for (const sale of sales)
    if (world.till.byTransactionId(sale.transactionId) !== undefined) enter(world, sale)
}

/** The cashier removes a sale that was never sent. */
export function cancel(world: World, chance: Chance): void {
  if (!isAtHand(world)) return
  const unsent = world.till
    .rows()
    .filter((row) => (row.state === 'queued' || row.state === 'held') && neverLeft(row))
  if (unsent.length > 0) world.till.decide(chance.pick(unsent), 'cancelled')
}

/** A person asks the bank several times about the sales that are not simply accepted. */
export function checkNow(world: World, timesLeft = CHECKS): void {
  const { agenda, till } = world
  if (timesLeft > 1) agenda.at(agenda.nowMs() + CHECK_AGAIN_MS, () => checkNow(world, timesLeft - 1))
  if (!isAtHand(world)) return
  for (const row of till.rows()) {
    if (!LOOKABLE.includes(row.state) && !isUnclear(row)) continue
    // A double click: two look-ups run at once.
    till.lookUp(row)
    till.lookUp(row)
  }
}
const LOOKABLE: readonly SaleRow['state'][] = [
  'unknown',
  'review',
  'conflict',
  'refused',
  'cancelled',
  'writtenOff',
]

/** A person searches the days of every terminal in Find, and every record shown is evidence. */
export function findSales(world: World): void {
  if (!isAtHand(world) || world.way.isOut || world.way.isPortal) return
  const { agenda, bank, till, checker } = world
  const now = MODEL_EPOCH_MS + agenda.nowMs()
  for (const terminalId of TERMINALS) {
    const records = bank.visible(terminalId, agenda.nowMs(), bankDay(now, -7), bankDay(now, 1))
    // A sale that this read itself accepts was in another state when the list's earlier records were processed; the
    // next read reports them.
    const accepted = till.rows().filter((row) => row.state === 'accepted')
    const paidDates = new Map(accepted.map(({ sequence, datePaid }) => [sequence, datePaid]))
    const differing = new Set(accepted.flatMap((row) => (row.differingOpen ? [row.sequence] : [])))
    // A manager decided once the program had processed the list: the record was compared with what was accepted then.
    const isSettled = (row: SaleRow): boolean => differing.has(row.sequence) && !row.differingOpen
    const paid = new Set(records.flatMap(({ isPaid, transactionId }) => (isPaid ? [transactionId] : [])))
    // While the list was processed, a later answer may have shown as paid what the list did not.
    const isAsListed = ({ sequence, datePaid, transactionId }: SaleRow): boolean =>
      paidDates.get(sequence) === datePaid || (paidDates.has(sequence) && paid.has(transactionId))
    const isTaken = till.observe(records, () =>
      checker.read(
        till.rows().filter((row) => isAsListed(row) && !isSettled(row)),
        records,
      ),
    )
    if (isTaken && records.length > 0) world.ledger.shown()
  }
}

/** A person who decides what the program cannot know, with knowledge of the bank's ledger. */
export function letOracleDecide(world: World, chance: Chance): void {
  const { bank, till } = world
  for (const row of till.rows()) {
    if (isChanged(row)) decide(world, row, 'managerRestores')
    if (row.state === 'accepted' && row.differingOpen) settleDifference(world, row, chance)
    if (row.state !== 'review' && row.state !== 'conflict' && !isUnclear(row)) continue
    lookUpThen(world, row, () => {
      // They know what was sold, even if the file differs.
      const sold = world.checker.asRecorded(row)
      // The ledger includes requests that are still on their way; an older sale with that reference is another one.
      const own = bank
        .commitsOf(row.transactionId)
        .filter(
          ({ atMs, amountKobo, terminalId }) =>
            atMs > OLD_MS && amountKobo === sold.amountKobo && terminalId === sold.terminalId,
        )
      const isSettled = own.some(({ atMs }) => atMs <= world.agenda.nowMs())
      if (isSettled && row.state === 'conflict') decide(world, row, 'managerAccepts')
      if (own.length > 0) return
      if (row.state === 'held') {
        // A slip paid at another counter is paid, at any terminal and amount.
        const isPaid = bank.commitsOf(row.transactionId).some(({ atMs }) => atMs > OLD_MS)
        if (!isPaid) decide(world, row, 'managerSendsUnclear')
        return
      }
      if (row.state === 'conflict')
        decide(world, row, isOfOther(row) && chance.happens(0.5) ? 'managerSaysOther' : 'managerWritesOff')
      else decide(world, row, chance.happens(0.5) ? 'managerSendsAgain' : 'managerWritesOff')
    })
  }
}

/** Held because the file differs from what was recorded. */
export function isChanged({ state, heldReason }: SaleRow): boolean {
  return state === 'held' && heldReason === 'factsChanged'
}

/** Takes a record that the bank really shows; never a false one or another sale's. */
function settleDifference(world: World, row: SaleRow, chance: Chance): void {
  lookUpThen(world, row, () => {
    const { differing, record } = world.till.byTransactionId(row.transactionId) ?? row
    const isShown = world.bank
      .shown(row.transactionId, world.agenda.nowMs())
      .some(({ recordId, amount }) => recordId === differing?.recordId && amount === differing.amount)
    const isCorrection = isShown && record !== null && record.recordId === differing?.recordId
    decide(world, row, isCorrection && chance.happens(0.5) ? 'managerTakesBanks' : 'managerKeepsOurs')
  })
}

/** Another kind of person: resends whenever the program allows it. The result is reported apart. */
export function sendAgainCarelessly(world: World): void {
  for (const row of world.till.rows()) {
    if (row.state !== 'review') continue
    lookUpThen(world, row, () => {
      if (decide(world, row, 'managerSendsAgain')) world.checker.overridden(row.transactionId)
    })
  }
}

/** The program accepts no decision that needs a fresher look-up (docs/delivery.md, "Not found"). */
function lookUpThen(world: World, row: SaleRow, act: () => void): void {
  if (!isAtHand(world)) return
  world.till.lookUp(row)
  world.agenda.at(world.agenda.nowMs() + DECIDE_MS, act)
}

function decide(world: World, decidedOn: SaleRow, decision: Decision): boolean {
  const row = world.till.byTransactionId(decidedOn.transactionId)
  if (row === undefined || row.state !== decidedOn.state || !isAtHand(world)) return false
  return world.till.decide(row, decision)
}
