import type { RecordView } from '../../shared/record.ts'
import { toRecordView } from '../../electron/gateway/recordView.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import type { Chance } from './chance.ts'
import { AWAKE_START_MS, WALL_START_MS } from './computer.ts'
import type { Bounds } from './modelSend.ts'
import type { ModelBank } from './modelBank.ts'
import { newRow } from './modelStore.ts'
import { MAIN_TERMINAL, MINUTE_MS, type InheritedSale } from './plan.ts'
import { OWN_DESTINATION } from './destinations.ts'

/** A file from earlier runs: sales in every state, and a bank that is consistent with them. */
export function inherit(
  sales: readonly InheritedSale[],
  bank: ModelBank,
  bounds: Bounds,
  chance: Chance,
): readonly SaleRow[] {
  return sales.map((sale, index) => inheritedRow(sale, index + 1, bank, bounds, chance))
}

function inheritedRow(
  sale: InheritedSale,
  sequence: number,
  bank: ModelBank,
  bounds: Bounds,
  chance: Chance,
): SaleRow {
  const { transactionId, amountKobo, state } = sale
  // Sales with a person, refused or closed ones are past their quiet period.
  const isLong = state !== 'unknown' && state !== 'sending'
  const sentAgoMs = sale.sentAgoMs + (isLong ? 31 * MINUTE_MS : 0)
  const sentAtMs = -sentAgoMs
  function commit(
    kobo: number,
    by: 'till' | 'other',
    lateMsMax: number,
    lagMsMax: number = bounds.lagMsMax,
  ): void {
    const atMs = sentAtMs + chance.between(0, lateMsMax)
    const visibleAtMs = atMs + chance.between(0, lagMsMax)
    bank.commit({
      transactionId,
      terminalId: MAIN_TERMINAL,
      amountKobo: kobo,
      by,
      atMs,
      visibleAtMs,
      paidAtMs: visibleAtMs + chance.between(0, 5 * MINUTE_MS),
    })
  }
  const row = newRow(
    {
      // A reference that the profile's pattern forbids causes the hold.
      transactionId: state === 'held' && !isUnclearAtStart(sale) ? `${transactionId}-` : transactionId,
      destination: OWN_DESTINATION,
      terminalId: MAIN_TERMINAL,
      amountKobo,
      amountWire: `${Math.floor(amountKobo / 100)}.${String(amountKobo % 100).padStart(2, '0')}`,
      note: '',
      recordedAtMs: WALL_START_MS + sentAtMs - MINUTE_MS,
      recordedBoot: 'boot 0',
      recordedAwakeMs: AWAKE_START_MS + sentAtMs - MINUTE_MS,
      corrects: null,
    },
    sequence,
  )
  const sent = { sendCount: 1, sentAwakeMs: AWAKE_START_MS + sentAtMs, version: 7 }
  const unknown = { ...sent, unknownSinceAwakeMs: AWAKE_START_MS + sentAtMs + 1_000 }
  const due = { dueAwakeMs: AWAKE_START_MS + sale.dueInMs, state }
  switch (state) {
    case 'queued':
      // A copy of this file was used to send it, long ago: backlog verification exists for this.
      if (sale.isAtBank) commit(amountKobo, 'till', 0, 0)
      return row
    case 'sending':
      if (sale.isAtBank) commit(amountKobo, 'till', bounds.lateMsMax)
      return { ...row, ...sent, state }
    case 'unknown':
      if (sale.isAtBank) commit(amountKobo, 'till', bounds.lateMsMax)
      return { ...row, ...unknown, state, dueAwakeMs: AWAKE_START_MS }
    case 'review':
      if (sale.isAtBank) commit(amountKobo, 'till', bounds.lateMsMax)
      return { ...row, ...unknown, ...due, reviewReason: sale.isAtBank ? 'unsettled' : 'absenceProven' }
    case 'writtenOff':
      if (sale.isAtBank) commit(amountKobo, 'till', bounds.lateMsMax)
      return { ...row, ...unknown, ...due, reviewReason: 'unsettled' }
    case 'refused':
      return { ...row, ...unknown, ...due, bankMessage: 'Terminal limit' }
    case 'conflict':
      commit(amountKobo + 100, 'other', 0)
      return { ...row, ...unknown, ...due }
    case 'accepted':
      commit(amountKobo, 'till', 0)
      return { ...row, ...sent, ...due, acceptedAtMs: WALL_START_MS, record: shown(bank, transactionId) }
    case 'held':
      if (!isUnclearAtStart(sale)) return { ...row, state, version: 2, heldReason: 'reference' }
      if (sale.isAtBank) commit(amountKobo, 'other', 0)
      return {
        ...row,
        ...due,
        version: 2,
        heldReason: 'bankUnclear',
        askSinceAwakeMs: AWAKE_START_MS + sentAtMs,
      }
    case 'cancelled':
      if (sale.isAtBank) commit(amountKobo, 'other', bounds.lateMsMax)
      return { ...row, state, version: 2 }
  }
}

/** Held for lack of an answer, and not for its reference. */
function isUnclearAtStart({ state, isAtBank, dueInMs }: InheritedSale): boolean {
  return state === 'held' && (isAtBank || dueInMs % 2 === 0)
}

function shown(bank: ModelBank, transactionId: string): RecordView | null {
  // A bank that keeps another form has shown it under no reference that this file knows.
  const record = bank.ask(transactionId, 0)
  return record === undefined
    ? null
    : toRecordView({ ...record, isPaid: false, datePaid: '0001-01-01T00:00:00' })
}
