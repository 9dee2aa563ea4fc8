import { callError, type CallError } from '../../shared/callError.ts'
import type { ConnectionReport } from '../../shared/connectionCheck.ts'
import type { Handlers } from '../../shared/contract.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { AppInfo, SessionView } from '../../shared/session.ts'
import type { TerminalListView } from '../../shared/terminal.ts'
import type { BackendOptions } from './backendOptions.ts'
import type { Desk } from '../desk/desk.ts'
import type { Engine } from '../engine/engine.ts'
import type { Navigation } from './navigation.ts'
import type { DeskPorts, Ports } from '../ports.ts'
import type { SignInRequest } from '../session/sessionParts.ts'
import { referenceMaker } from '../../shared/transactionId.ts'
import type { ProfileChooser } from '../settings/profileChoice.ts'
import { profileView, serviceHostOf } from '../settings/profileView.ts'
import type { Manager } from '../terminals/changes/waitingManager.ts'

export interface HandlerParts {
  readonly options: BackendOptions
  readonly engine: Engine
  readonly desk: Desk
  readonly navigation: Pick<Navigation, 'take'>
  readonly profileChooser: ProfileChooser
  readonly checkConnection: () => Promise<ConnectionReport>
  readonly ports: Pick<Ports, 'practiceCard' | 'log'> & Pick<DeskPorts, 'files'>
}

/** Each call of the contract, answered by its room. */
export function createHandlers(parts: HandlerParts): Handlers {
  return {
    ...programHandlers(parts),
    ...signInHandlers(parts),
    ...peopleHandlers(parts),
    ...saleHandlers(parts),
    ...terminalHandlers(parts),
    ...tillHandlers(parts),
    ...disputeHandlers(parts),
  }
}

/** Calls about the program, its settings and its files. */
function programHandlers(parts: HandlerParts) {
  const { options, engine, desk, navigation, profileChooser, checkConnection, ports } = parts
  const { access, people, preferences, viewPreferences, closeGuard, diagnostics, updates } = desk
  const { connection, session, storage, terminals, queue } = engine
  const { profile, version, platform, installation } = options
  const makesReferences = referenceMaker(profile.transactionIdPattern, profile.reference) !== null

  const appInfo = (): AppInfo => ({
    version,
    environment: profile.environment,
    profileName: profile.name,
    serviceHost: serviceHostOf(profile),
    lateAfterMinutes: profile.settlement.lateAfterMinutes,
    workingDays: [...profile.settlement.workingDays],
    confirmAboveKobo: profile.limits.confirmAboveNaira * 100,
    transactionIdPattern: profile.transactionIdPattern,
    reference: profile.reference,
    accountPattern: profile.accountPattern,
    slipLabel: profile.slipLabel,
    makesReferences,
    serviceTimeZone: profile.serviceTimeZone,
    platform,
    profileTerminalId: profile.terminalId,
    isBesideLive: profile.environment === 'practice' && diagnostics.hasOtherKind(),
  })

  return {
    'app.start': () =>
      ok({
        app: appInfo(),
        session: session.view(),
        connection: connection.view(),
        storage: storage.view(),
        queue: queue(),
        terminals: terminals.get(),
        access: access.view(),
        people: people.view(),
        settings: preferences.get(),
        viewPreferences: viewPreferences.get(),
        handed: desk.tills.handovers.waiting(),
      }),
    'app.info': () => ok(appInfo()),
    'app.close': ({ how, remember }) => {
      // No manager is needed: a person who may close the window may choose what closing does. Settings undo it.
      if (remember && how !== 'keepOpen') {
        preferences.change({ whenClosed: how === 'close' ? 'end' : 'keepRunning' })
      }
      closeGuard.answer(how)
      return ok({})
    },
    'app.screenFailed': ({ name }) => {
      ports.log('error', 'page.failed', { name })
      return ok({})
    },
    'app.takeOpening': () => ok({ opening: navigation.take() }),
    'connection.get': () => ok(connection.view()),
    'storage.get': () => ok(storage.view()),
    'storage.newsRead': () => {
      storage.newsRead()
      return ok(storage.view())
    },
    'settings.get': () => ok(preferences.get()),
    'settings.change': (request) => preferences.change(request),
    'settings.profile': () => ok(profileView(profile, installation, version)),
    'settings.diagnostics': async () => ok(await diagnostics.view()),
    'connection.check': async () =>
      session.generation() === null ? callError('notSignedIn') : ok(await checkConnection()),
    'viewPreferences.get': () => ok(viewPreferences.get()),
    'viewPreferences.keep': (request) => viewPreferences.keep(request),
    'profile.choose': () => profileChooser.choose(),
    'profile.place': () => profileChooser.place(),
    'profile.restart': () => profileChooser.restart(),
    'practice.card': () => {
      const { practiceCard } = ports
      return practiceCard === undefined ? callError('notAllowed', { reason: 'live' }) : ok(practiceCard())
    },
    'updates.get': () => ok(updates.view()),
    'updates.check': () => updates.check(),
    'updates.download': () => updates.download(),
    'updates.install': () => updates.install(),
  } satisfies Partial<Handlers>
}

/** Calls about who may send, and who may decide. */
function signInHandlers({ options, engine, desk: { access } }: HandlerParts) {
  const { session, worker } = engine

  async function signIn(request: SignInRequest): Promise<Result<SessionView, CallError>> {
    const signedIn = await session.signIn(request)
    // Signing in again as the same client changes no view, but every sign-in closes the gate.
    if (signedIn.ok) worker.wayChanged()
    return signedIn
  }

  return {
    'access.get': () => ok(access.view()),
    'access.setPin': (request) => access.setPin(request),
    'access.enter': ({ pin }) => access.enter(pin),
    'access.reset': (request) => access.reset(request),
    'access.lock': () => ok(access.lock()),
    'session.get': () => ok(session.view()),
    'session.signIn': signIn,
    'session.signInToPractice': () => {
      const { signInAtStart } = options
      return signInAtStart === null
        ? callError('notAllowed', { reason: 'live' })
        : signIn({ ...signInAtStart, loginToken: '' })
    },
    'session.signOut': () => {
      const signedOut = session.signOut()
      // Also where that was not saved: the session of this run has ended.
      access.lock()
      return signedOut
    },
  } satisfies Partial<Handlers>
}

/** Calls about the cashiers, and who is in. */
function peopleHandlers({ desk: { access, people } }: HandlerParts) {
  return {
    'access.touch': () => {
      people.touch()
      return ok(access.touch())
    },
    'people.get': () => ok(people.view()),
    'people.enter': (request) => people.enter(request),
    'people.lock': () => {
      access.lock()
      return ok(people.lock())
    },
    'people.add': (request) => people.add(request),
    'people.rename': (request) => people.rename(request),
    'people.resetPin': (request) => people.resetPin(request),
    'people.remove': (request) => people.remove(request),
  } satisfies Partial<Handlers>
}

/** Calls about sales, the records of the bank, and reports of both. */
function saleHandlers({ engine, desk, ports: { files } }: HandlerParts) {
  const {
    records,
    recordLookUp,
    day,
    dayNotes,
    saleFinder,
    reports,
    paperRoom,
    dayClose,
    backups,
    diagnostics,
  } = desk
  const { session, sales, queue } = engine
  return {
    'sales.record': (request) =>
      request.handoverId === undefined ? sales.record(request) : desk.tills.handovers.record(request),
    'sales.page': (request) => sales.page(request),
    'sales.find': (request) => saleFinder.find(request),
    'sales.days': (request) => {
      const found = sales.days(request)
      return ok({ ...found, notes: found.days.map((day) => dayNotes.of(day)) })
    },
    'sales.get': ({ transactionId }) => sales.get(transactionId),
    'sales.cancel': ({ transactionId, reason }) => sales.cancel(transactionId, reason),
    'sales.resolve': (request) => sales.resolve(request),
    'sales.tryNow': () => {
      engine.tryNow()
      return ok(queue())
    },
    'sales.checkNow': ({ transactionId }) => sales.checkNow(transactionId),
    'sales.noteRefusal': ({ transactionId }) => sales.noteRefusal(transactionId),
    'queue.get': () => ok(queue()),
    'todo.page': (request) => ok(engine.todoPage(request)),
    'records.search': (request) =>
      session.generation() === null ? callError('notSignedIn') : records.search(request),
    'records.page': (request) => records.page(request),
    'records.cancel': ({ searchId }) => {
      records.cancel(searchId)
      return ok({})
    },
    'records.byReference': ({ transactionId }) => recordLookUp.byReference(transactionId),
    'day.view': async (request) => {
      const answer = await day.view(request)
      if (answer.ok) dayNotes.saw(answer.value)
      return answer
    },
    'reports.sales': (request) => reports.sales(request),
    'reports.records': (request) => reports.records(request),
    'reports.day': (request) => reports.day(request),
    'reports.cancel': () => {
      reports.cancel()
      return ok({})
    },
    'files.showLast': () => {
      files.showLast()
      return ok({})
    },
    'reports.diagnostics': () => diagnostics.save(),
    'paper.pdf': ({ name }) => paperRoom.pdf(name),
    'paper.print': async ({ receiptOf, ...size }) => ok(await paperRoom.print(size, receiptOf)),
    'dayClose.view': () => dayClose.view(),
    'dayClose.make': () => dayClose.make(),
    'dayClose.get': ({ number }) => dayClose.get(number),
    'dayClose.find': ({ digits }) => dayClose.find(digits),
    'dayClose.month': ({ month }) => dayClose.month(month),
    'dayClose.save': ({ number }) => dayClose.save(number),
    'backup.view': () => ok(backups.view()),
    'backup.make': () => backups.make(),
    'backup.giveAway': () => backups.giveAway(),
    'backup.takeBack': () => backups.takeBack(),
    'backup.choose': () => backups.choose(),
    'backup.bring': () => backups.bring(),
    'paper.send': async (request) => ok(await paperRoom.send(request)),
    'paper.sale': ({ transactionId }) => paperRoom.sale(transactionId),
  } satisfies Partial<Handlers>
}

/** Calls about the shop's own programs, and what they handed over. */
function tillHandlers({ desk: { tills } }: HandlerParts) {
  return {
    'tills.get': () => ok(tills.view()),
    'tills.connect': (request) => tills.connect(request),
    'tills.change': (request) => tills.change(request),
    'tills.renewKey': (request) => tills.renewKey(request),
    'tills.disconnect': (request) => tills.disconnect(request),
    'handed.get': () => ok(tills.handovers.waiting()),
    'handed.sendBack': ({ handoverId }) => tills.handovers.sendBack(handoverId),
  } satisfies Partial<Handlers>
}

/** Calls about cases with the bank. */
function disputeHandlers({ desk: { disputes, reports } }: HandlerParts) {
  return {
    'disputes.page': (request) => disputes.page(request),
    'disputes.get': ({ disputeId }) => disputes.get(disputeId),
    'disputes.about': ({ transactionIds }) => ok(disputes.about(transactionIds)),
    'disputes.open': (request) => disputes.open(request),
    'disputes.step': (request) => disputes.step(request),
    'disputes.attach': ({ disputeId }) => disputes.attach(disputeId),
    'disputes.pack': ({ disputeId }) => disputes.pack(disputeId),
    'reports.disputes': (request) => reports.disputes(request),
  } satisfies Partial<Handlers>
}

function terminalHandlers({ engine: { terminals, payouts }, desk }: HandlerParts) {
  const { access, people, businessToken, nameChecks, terminalChanges } = desk

  async function setBusinessToken(token: string): Promise<Result<TerminalListView, CallError>> {
    if (!nameChecks.takesToken()) return callError('notAllowed', { reason: 'tokenNotUsed' })
    const set = await businessToken.set(token)
    return set.ok ? ok(terminals.get()) : set
  }

  /** A refusal that main itself triggers must not count as a manager's activity. */
  const manager: Manager = {
    refusal: () => (access.view().role === 'manager' ? undefined : access.refusal()),
    touch: () => void access.touch(),
  }

  return {
    'terminals.get': () => ok(terminals.get()),
    'terminals.page': (request) => terminals.page(request),
    'terminals.byId': (request) => terminals.byId(request),
    'terminals.merchants': (request) => terminals.merchants(request),
    'terminals.refresh': () => terminals.refresh(),
    'terminals.cancelRefresh': () => ok(terminals.cancelRefresh()),
    'terminals.choose': ({ terminalId }) => terminals.choose(terminalId),
    'terminals.checkName': ({ accountNumber }) => nameChecks.check(accountNumber),
    'terminals.vouchName': (request) => nameChecks.vouch(request),
    'terminals.setBusinessToken': ({ token }) => setBusinessToken(token),
    'terminals.register': (request) => terminalChanges.register(request, manager),
    'terminals.edit': (request) => terminalChanges.edit(request, manager),
    'terminals.changes': (request) => terminalChanges.page(request),
    'terminals.lookUpChange': ({ changeId }) => terminalChanges.lookUp(changeId),
    'terminals.giveUpChange': (request) => terminalChanges.giveUp(request, manager),
    'terminals.acknowledgePayout': (request) => {
      const acknowledged = payouts.acknowledge(request, people.cashier())
      return acknowledged.ok ? ok(terminals.get()) : acknowledged
    },
  } satisfies Partial<Handlers>
}
