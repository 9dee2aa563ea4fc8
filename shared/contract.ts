import * as z from 'zod/mini'
import { AccessView } from './access.ts'
import { backupCalls } from './backupCalls.ts'
import type { CallError } from './callError.ts'
import { SaleRange } from './days.ts'
import { saleDaysCall } from './saleDays.ts'
import { ViewPreferences } from './viewPreferences.ts'
import { Command } from './commands.ts'
import { ConnectionReport } from './connectionCheck.ts'
import { DiagnosticsView } from './diagnostics.ts'
import { Opening } from './opening.ts'
import { RecordProgress } from './record.ts'
import { paperCalls } from './paperCalls.ts'
import { recordCalls } from './recordCalls.ts'
import { ExportProgress } from './report.ts'
import type { Result } from './result.ts'
import { SaleDecision } from './decision.ts'
import { SalesFound } from './saleFind.ts'
import { QueueView, SaleDetail, SaleFilter, SaleOrder, SalePage, SaleView } from './sale.ts'
import { SalesNews } from './salesNews.ts'
import { AppInfo, ConnectionView, SessionView } from './session.ts'
import { ProfileView, SettingsChange, SettingsView } from './settings.ts'
import { PracticeCard } from './practiceCard.ts'
import { PlacedProfile, ProfileChoice } from './profileChoice.ts'
import { PeopleView } from './people.ts'
import { peopleCalls } from './peopleCalls.ts'
import { StorageView } from './storage.ts'
import { TodoSection } from './todo.ts'
import { TerminalListView } from './terminal.ts'
import { terminalCalls } from './terminalCalls.ts'
import { TerminalChangeView } from './terminalChange.ts'
import { UpdatesView } from './updates.ts'
import { HandedView, tillCalls, TillsView } from './till.ts'
import { disputeCalls } from './dispute.ts'
import { empty, FIELD_LENGTH_MAX, saleKey, text } from './doorBounds.ts'

/** Longer than any PIN, so that main can refuse an overlong one in words. */
const pin = text(100)
const secret = text(1_000)
/**
 * Every call between the screen and the main process. Main's handlers, the screen's client and the test doubles all
 * derive from this value. No response has room for a token or a secret. A cashier who makes a call with a `guard` gets
 * `needsManager`, before its handler runs. Where cashiers are set up and none is in, a call with `asksCashier` gets
 * `needsCashier`.
 */
export const calls = {
  /** All that the screen needs when it opens, in one answer. If a part fails, the screen makes the single calls. */
  'app.start': {
    request: empty,
    response: z.strictObject({
      app: AppInfo,
      session: SessionView,
      connection: ConnectionView,
      storage: StorageView,
      queue: QueueView,
      terminals: TerminalListView,
      access: AccessView,
      people: PeopleView,
      settings: SettingsView,
      viewPreferences: ViewPreferences,
      handed: HandedView,
    }),
  },
  'app.info': { request: empty, response: AppInfo },
  /** The answer to `app.closeAsked`. `keepRunning` hides the window; `remember` makes it the choice for next time. */
  'app.close': {
    request: z.strictObject({ how: z.enum(['keepOpen', 'close', 'keepRunning']), remember: z.boolean() }),
    response: empty,
  },
  /** The screen could not be drawn. For the log alone: `name` is the kind of the error, without its words. */
  'app.screenFailed': { request: z.strictObject({ name: text(100) }), response: empty },
  /** Where a link or a notification leads; each is returned once. It records, sends and decides nothing. */
  'app.takeOpening': { request: empty, response: z.strictObject({ opening: z.nullable(Opening) }) },
  'access.get': { request: empty, response: AccessView },
  /** Sets the first PIN, or another one. The person who sets it becomes a manager. */
  'access.setPin': {
    /** `currentPin` is empty if none is set yet. */
    request: z.strictObject({ currentPin: pin, pin }),
    response: AccessView,
  },
  'access.enter': { request: z.strictObject({ pin }), response: AccessView },
  /** A forgotten PIN: the partner's secret sets a new one. A wrong secret counts like a wrong PIN. */
  'access.reset': { request: z.strictObject({ secretKey: secret, pin }), response: AccessView },
  'access.lock': { request: empty, response: AccessView },
  /** Reports input, so that neither manager mode nor the counter locks. Main ignores more than one a second. */
  'access.touch': { request: empty, response: AccessView },
  ...peopleCalls,
  'connection.get': { request: empty, response: ConnectionView },
  'storage.get': { request: empty, response: StorageView },
  /** A person has read the news about the sales file. */
  'storage.newsRead': { request: empty, response: StorageView },
  'session.get': { request: empty, response: SessionView },
  /** Secrets go in here and never come out. */
  'session.signIn': {
    guard: 'sessionHeld',
    request: z.strictObject({ clientId: text(200), secretKey: text(1_000), loginToken: text(4_000) }),
    response: SessionView,
  },
  /** Only for the practice bank inside the app, which needs no credentials. */
  'session.signInToPractice': { request: empty, response: SessionView },
  'session.signOut': { guard: 'pinIsSet', request: empty, response: SessionView },
  'sales.record': {
    guard: 'anotherSlip',
    asksCashier: true,
    request: z.strictObject({
      amountText: text(2_000_000),
      /** Empty: main makes a reference. */
      transactionId: text(FIELD_LENGTH_MAX),
      note: text(FIELD_LENGTH_MAX),
      /** A person confirmed the amount, which reaches the profile's limit. */
      confirmedAmount: z.boolean(),
      confirmedSecondSale: z.boolean(),
      /** A manager confirmed that this is not the slip that was removed before the bank's answer about it could be read. */
      confirmedRemovedSlip: z.optional(z.boolean()),
      /** A manager confirmed that this is not the slip of an earlier sale whose reference is alike. */
      confirmedAlikeSlip: z.optional(z.boolean()),
      /** The reference of the refused, held, removed or written-off sale that this one replaces. */
      corrects: z.optional(text(FIELD_LENGTH_MAX)),
      /** The sale that a till handed over, and whose amount, slip and note count instead of these. */
      handoverId: z.optional(z.int()),
    }),
    response: SaleView,
  },
  'sales.page': {
    request: z.strictObject({
      filter: SaleFilter,
      /** Left out: the filter's own order, newest first for what is done. */
      order: z.optional(SaleOrder),
      /** Left out: all days. A search looks through all days in any case. */
      range: z.optional(SaleRange),
      search: text(200),
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(200)),
    }),
    response: SalePage,
  },
  /**
   * Finds sales of this computer by what people know: a reference or its end, the bank's reference, an amount, a note, an
   * account name. The bank is not asked.
   */
  'sales.find': {
    request: z.strictObject({
      search: text(200),
      /** `readThrough.next` of the answer before, for older sales; null at first. */
      before: z.nullable(z.int()),
    }),
    response: SalesFound,
  },
  /** Counts and sums of days and hours, by this computer's clock, from the kept totals. */
  'sales.days': saleDaysCall,
  'sales.get': { request: saleKey, response: SaleDetail },
  /** Removes a sale that was never sent. */
  'sales.cancel': {
    guard: 'manager',
    request: z.strictObject({ transactionId: text(FIELD_LENGTH_MAX), reason: text(FIELD_LENGTH_MAX) }),
    response: SaleView,
  },
  /** Decides about a sale that needs a person. Decisions that depend on the bank need a look-up less than a minute old. */
  'sales.resolve': {
    guard: 'manager',
    request: z.strictObject({
      transactionId: text(FIELD_LENGTH_MAX),
      decision: SaleDecision,
      reason: text(FIELD_LENGTH_MAX),
      /** `decision.seen` of the detail on the screen. */
      seen: text(200),
    }),
    response: SaleDetail,
  },
  /** Wakes the worker, which still decides what may be sent. */
  'sales.tryNow': { request: empty, response: QueueView },
  'sales.checkNow': { request: saleKey, response: SaleDetail },
  /** A person has read a refusal. The sale stays as it is; only the audit grows. */
  'sales.noteRefusal': { asksCashier: true, request: saleKey, response: SaleDetail },
  'queue.get': { request: empty, response: QueueView },
  /** What there is to do, section by section (`todo.ts`). */
  'todo.page': {
    request: z.strictObject({
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(200)),
      /** Sections that are listed however many sales they hold. */
      shown: z.array(TodoSection),
    }),
    response: SalePage,
  },
  ...terminalCalls,
  ...recordCalls,
  ...paperCalls,
  ...backupCalls,
  ...tillCalls,
  ...disputeCalls,
  'settings.get': { request: empty, response: SettingsView },
  'settings.change': { guard: 'manager', request: SettingsChange, response: SettingsView },
  'settings.profile': { request: empty, response: ProfileView },
  /** The report for support. It holds no secret, no person and no sale, so it needs no guard. */
  'settings.diagnostics': { request: empty, response: DiagnosticsView },
  /** Asks the bank what only reads, and says what the answers mean. One check runs at a time. */
  'connection.check': { request: empty, response: ConnectionReport },
  'viewPreferences.get': { request: empty, response: ViewPreferences },
  'viewPreferences.keep': { request: ViewPreferences, response: ViewPreferences },
  /** Main asks for a file in the system's dialog, and checks it. No request names a path. */
  'profile.choose': { guard: 'pinIsSet', request: empty, response: ProfileChoice },
  /** Puts the chosen profile in its place, from where the next start takes it. */
  'profile.place': { guard: 'pinIsSet', request: empty, response: PlacedProfile },
  /** Only once a profile was placed. */
  'profile.restart': { request: empty, response: empty },
  /** Numbers of the practice bank inside the app. Never with another bank, and so never with a live profile. */
  'practice.card': { request: empty, response: PracticeCard },
  'updates.get': { request: empty, response: UpdatesView },
  /** Asks the feed of the profile, if it names one; the view has the result. */
  'updates.check': { request: empty, response: UpdatesView },
  /** Downloads what the check found and reports progress by `updates.changed`. */
  'updates.download': { guard: 'manager', request: empty, response: UpdatesView },
  /** Stops cleanly, installs the download, and ends the program. */
  'updates.install': { guard: 'manager', request: empty, response: UpdatesView },
} as const

/** Every event that main pushes to the screen. An event carries what changed, or tells the screen to ask. */
export const events = {
  /** The window is to close while sales wait, or could hide instead. Without `app.close` the next request closes it. */
  'app.closeAsked': z.strictObject({
    count: z.int(),
    totalKobo: z.int(),
    mayKeepRunning: z.boolean(),
  }),
  /** An opening is ready for `app.takeOpening`. */
  'app.openingCame': empty,
  /** From the native menus. */
  'app.commandChosen': z.strictObject({ command: Command }),
  'access.changed': AccessView,
  'people.changed': PeopleView,
  'connection.changed': ConnectionView,
  'session.changed': SessionView,
  'storage.changed': StorageView,
  /** At most once a turn of main's loop. */
  'sales.changed': SalesNews,
  'terminals.changed': TerminalListView,
  /** A registration or an edit was sent, answered, or compared with the list. */
  'terminals.changeTold': TerminalChangeView,
  /** What is known of days at the bank is no longer what `sales.days` said. */
  'day.noted': empty,
  'records.progress': RecordProgress,
  'reports.progress': ExportProgress,
  'settings.changed': SettingsView,
  'updates.changed': UpdatesView,
  'tills.changed': TillsView,
  /** What tills handed over and waits for a person. */
  'handed.changed': HandedView,
} as const

/**
 * When a call needs a manager: always, if it chooses another terminal than the counter's (`otherTerminal`), if it says
 * that an entry is not a slip of before (`anotherSlip`), or once a manager's PIN is set (`pinIsSet`): then only a manager
 * signs out, chooses where money goes, signs in where someone is signed in (`sessionHeld`), or closes the day where the
 * profile says so (`closesByManager`).
 */
export type CallGuard =
  'manager' | 'otherTerminal' | 'anotherSlip' | 'sessionHeld' | 'pinIsSet' | 'closesByManager'

/** @returns undefined if everyone may make the call */
export function guardOf(name: CallName): CallGuard | undefined {
  const call: { readonly guard?: CallGuard; readonly request: unknown } = calls[name]
  return call.guard
}

/** Whether a call asks who is at the counter, where cashiers are set up. */
export function asksCashier(name: CallName): boolean {
  const call: { readonly asksCashier?: boolean; readonly request: unknown } = calls[name]
  return call.asksCashier === true
}

export type CallName = keyof typeof calls
export type EventName = keyof typeof events
export const callNames = Object.keys(calls) as readonly CallName[]
export const eventNames = Object.keys(events) as readonly EventName[]

export function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}

/** The channels between the preload and main: one for all calls, one for all events. */
export type CallChannel = 'call'
export type EventChannel = 'event'

export type Request<Name extends CallName> = z.output<(typeof calls)[Name]['request']>
export type Response<Name extends CallName> = z.output<(typeof calls)[Name]['response']>
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

export type CallResult<Name extends CallName> = Result<Response<Name>, CallError>
export type Handlers = {
  readonly [Name in CallName]: (request: Request<Name>) => Promise<CallResult<Name>> | CallResult<Name>
}
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

/** What the preload puts at `window.tillside`. It passes on what it is given; both sides check names and values. */
export interface Bridge {
  readonly call: (name: CallName, request: unknown) => Promise<unknown>
  /** @returns the function that stops listening */
  readonly listen: (name: EventName, listener: (payload: unknown) => void) => () => void
}
