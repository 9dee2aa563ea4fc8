import { createAccess, type Access } from './access/access.ts'
import type { BackendOptions } from './backend.ts'
import { createCloseGuard, type CloseGuard } from './closeGuard.ts'
import type { Engine } from './engine.ts'
import type { TransactionRecord } from './gateway/answer.ts'
import { observeRecords } from './outbox/evidence.ts'
import { createSaleSlices } from './outbox/saleSlices.ts'
import type { DeskPorts, Ports } from './ports.ts'
import { createReports, type Reports } from './reports/reports.ts'
import { createPreferences, type Preferences } from './settings/preferences.ts'
import { createRecordLookUp, type RecordLookUp } from './settlements/recordLookUp.ts'
import { createRecordSearch, type RecordSearch } from './settlements/recordSearch.ts'
import { createTurn } from './slices.ts'
import { MetaStore, PIN_WAS_SET } from './storage/metaStore.ts'
import type { Emit } from '../shared/contract.ts'

/** The rooms that serve the person before the screen. Sales are recorded and delivered without any of them. */
export interface Desk {
  readonly access: Access
  readonly preferences: Preferences
  readonly records: RecordSearch
  readonly recordLookUp: RecordLookUp
  readonly reports: Reports
  readonly closeGuard: CloseGuard
  stop(): void
}

/** Builds the rooms and wires them; the rules live in the rooms. @param emit never throws */
export function createDesk(
  { profile }: BackendOptions,
  ports: Ports & DeskPorts,
  engine: Engine,
  emit: Emit,
): Desk {
  const { clock, timers, random, settings, log, presence, files, leave } = ports
  const { api, context, session, storage } = engine
  const observe = (found: readonly TransactionRecord[]): void => {
    const own = context.destination()
    if (own !== null && !storage.isReadOnly()) observeRecords(context, own, found)
  }
  const preferences = createPreferences({
    settings,
    log,
    onChange: (view) => emit('settings.changed', view),
  })
  const meta = new MetaStore(storage.database)
  const access = createAccess({
    settings,
    witness: {
      wasSet: () => meta.get(PIN_WAS_SET) !== undefined,
      noteSet: () => {
        if (!storage.isReadOnly()) meta.set(PIN_WAS_SET, 'yes')
      },
    },
    clock,
    timers,
    awake: context.awake,
    random,
    presence,
    session,
    log,
    idleLockMinutes: () => preferences.get().idleLockMinutes,
    onChange: (view) => emit('access.changed', view),
  })
  const turn = createTurn(timers)
  const records = createRecordSearch({
    api,
    session,
    clock,
    pageSize: profile.limits.pageSize,
    observe,
    onProgress: (progress) => emit('records.progress', progress),
    turn,
  })
  const recordLookUp = createRecordLookUp({ api, session, clock, observe })
  const reports = createReports({
    profile,
    clock,
    turn,
    files,
    sales: createSaleSlices(engine.reads, context, profile.settlement.lateAfterMinutes),
    records,
  })
  const closeGuard = createCloseGuard({
    waiting: () => {
      const { waitingCount: count, waitingKobo: totalKobo } = engine.queue()
      return { count, totalKobo }
    },
    ask: (waiting) => emit('app.closeAsked', waiting),
    leave,
  })
  return { access, preferences, records, recordLookUp, reports, closeGuard, stop: () => access.stop() }
}
