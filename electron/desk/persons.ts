import { createAccess } from '../access/access.ts'
import { dueDisputes } from '../disputes/disputes.ts'
import { DisputeStore } from '../disputes/disputeStore.ts'
import type { AtCounter } from '../engine/engine.ts'
import type { Foundation } from '../engine/foundation.ts'
import { businessApiFor, enquiryOf, newRequestRef } from '../gateway/businessApi.ts'
import { normalAddress } from '../gateway/profile.ts'
import { createPeople } from '../people/people.ts'
import { createPeopleLog } from '../people/peopleLog.ts'
import type { DeskPorts } from '../ports.ts'
import { createPreferences } from '../settings/preferences.ts'
import { createViewPreferences } from '../settings/viewPreferences.ts'
import { CASHIERS_WERE_SET, PIN_WAS_SET } from '../storage/metaStore.ts'
import { createBusinessToken } from '../terminals/changes/businessToken.ts'
import { createChangeLog } from '../terminals/changes/changeLog.ts'
import { ChangeStore } from '../terminals/changes/changeStore.ts'
import { createNameChecks } from '../terminals/changes/nameCheck.ts'
import { callingHandovers } from '../tills/handovers.ts'
import { TillStore } from '../tills/tillStore.ts'
import type { Emit } from '../../shared/contract.ts'
import { serviceToday } from '../../shared/serviceZone.ts'
import type { WorkCalendar } from '../../shared/workingDays.ts'

/** Who is at the counter, and what they chose on this computer. */
export type Persons = ReturnType<typeof createPersons>

export function createPersons(
  { ports, storage, database, meta, awake, session }: Foundation & { readonly ports: DeskPorts },
  emit: Emit,
) {
  const { clock, settings, log } = ports
  const { isReadOnly } = storage
  const witnessOf = (what: typeof PIN_WAS_SET | typeof CASHIERS_WERE_SET) => ({
    wasSet: () => meta.get(what) !== undefined,
    noteSet: () => {
      if (!isReadOnly()) meta.set(what, 'yes')
    },
  })
  const preferences = createPreferences({ ...ports, onChange: (view) => emit('settings.changed', view) })
  const access = createAccess({
    ...ports,
    witness: witnessOf(PIN_WAS_SET),
    awake,
    session,
    idleLockMinutes: () => preferences.get().idleLockMinutes,
    onChange: (view) => emit('access.changed', view),
  })
  const people = createPeople({
    ...ports,
    witness: witnessOf(CASHIERS_WERE_SET),
    audit: createPeopleLog({ ...ports, database, isReadOnly, wallNowMs: () => clock.wallNowMs() }),
    awake,
    lockMinutes: () => preferences.get().cashierLockMinutes,
    onEnter: () => void access.lock(),
    onChange: (view) => emit('people.changed', view),
  })
  return { preferences, viewPreferences: createViewPreferences(settings, log), access, people }
}

/** Names of account owners, and the changes of terminals that this counter asked for. */
export type Agent = ReturnType<typeof createAgent>

export function createAgent(
  { profile, ports, events, session, database, destination }: Foundation,
  { people }: Persons,
  emit: Emit,
) {
  const { clock, vault, settings, timers, log } = ports
  const addresses = [profile.partnerUrl, profile.businessUrl].map(
    (address) => normalAddress(address) ?? 'practice',
  )
  const businessToken = createBusinessToken({
    session,
    vault,
    settings,
    timers,
    log,
    destinationKey: [profile.environment, ...addresses].join(' '),
    onChange: () => events.tell('agentChanged'),
  })
  const nameChecks = createNameChecks({
    ...ports,
    api: businessApiFor(profile, ports),
    newRequestRef: () => newRequestRef(ports),
    accountPattern: profile.accountPattern,
    session,
    token: businessToken,
    useSettlementToken: enquiryOf(profile)?.useSettlementToken ?? false,
  })
  const book = createChangeLog({
    store: new ChangeStore(database),
    clock,
    log,
    destination,
    cashier: people.cashier,
    onChange: (view) => {
      emit('terminals.changeTold', view)
      events.tell('agentChanged')
    },
  })
  events.on('sessionChanged', () => {
    businessToken.clientChanged()
    nameChecks.clientChanged()
  })
  return { businessToken, nameChecks, book }
}

/** What the engine asks about the person at the counter. */
export function atCounter(foundation: Foundation, persons: Persons, { nameChecks, book }: Agent): AtCounter {
  const { ports, database, destination } = foundation
  const { access, people } = persons
  const tillStore = new TillStore(database)
  const disputeStore = new DisputeStore(database)
  return {
    handedCount: () => callingHandovers(tillStore, destination(), ports.clock.wallNowMs()),
    disputeCount: () => {
      const { clockAheadMs } = foundation.connection.view()
      const today = serviceToday(foundation.zone, ports.clock.wallNowMs(), clockAheadMs)
      return dueDisputes(disputeStore, destination(), today, calendarOf(foundation, persons))
    },
    nameCheck: () => nameChecks.state(),
    askedAccount: (terminalId) => {
      const owner = destination()
      return owner !== null && database.isSound() ? book.askedAccount(owner, terminalId) : null
    },
    asksManager: () => access.isOtherClient(),
    cashier: () => people.cashier(),
  }
}

/** The working days of the profile's bank, and the holidays that were set here. */
export function calendarOf({ profile }: Foundation, { preferences }: Persons): WorkCalendar {
  return { workingDays: profile.settlement.workingDays, holidays: preferences.get().holidays }
}
