import * as z from 'zod/mini'
import { AccessView } from './access.ts'
import type { CallError } from './callError.ts'
import { Arrangement } from './arrangement.ts'
import type { CallName, EventName } from './callNames.ts'
import { Command } from './commands.ts'
import { DiagnosticsView } from './diagnostics.ts'
import { Opening } from './opening.ts'
import { RecordProgress } from './record.ts'
import { recordCalls } from './recordCalls.ts'
import type { Result } from './result.ts'
import { SaleDecision } from './decision.ts'
import { QueueView, SaleDetail, SaleFilter, SaleOrder, SalePage, SaleView } from './sale.ts'
import { SalesNews } from './salesNews.ts'
import { AppInfo, ConnectionView, SessionView } from './session.ts'
import { PracticeExit, ProfileView, SettingsChange, SettingsView } from './settings.ts'
import { StorageView } from './storage.ts'
import { TerminalListView } from './terminal.ts'
import { terminalCalls } from './terminalCalls.ts'
import { TerminalChangeView } from './terminalChange.ts'
import { UpdatesView } from './updates.ts'
import { empty, FIELD_LENGTH_MAX, saleKey, text } from './doorBounds.ts'

/** Room for a PIN that is far too long, so that it is refused in words. It is told to nobody. */
const pin = text(100)
const secret = text(1_000)
/**
 * Every call between the screen and the main process. Main's handlers, the screen's client and the test doubles derive
 * from this one value; nothing else can be registered. No response has room for a token or a secret. A call with a
 * `guard` is refused to a cashier with `needsManager`, before its handler runs.
 */
export const calls = {
  'app.info': { request: empty, response: AppInfo },
  /** The answer to `app.closeAsked`. `keepRunning` hides the window; `remember` does the same the next time. */
  'app.close': {
    request: z.strictObject({ how: z.enum(['keepOpen', 'close', 'keepRunning']), remember: z.boolean() }),
    response: empty,
  },
  /** Where a link or a notification leads; each is handed out once. It records, sends and decides nothing. */
  'app.takeOpening': { request: empty, response: z.strictObject({ opening: z.nullable(Opening) }) },
  'access.get': { request: empty, response: AccessView },
  /** The first PIN, or another one. Whoever sets it is a manager from then on. */
  'access.setPin': {
    /** `currentPin` is empty where none is set yet. */
    request: z.strictObject({ currentPin: pin, pin }),
    response: AccessView,
  },
  'access.enter': { request: z.strictObject({ pin }), response: AccessView },
  /** A forgotten PIN: the partner's secret sets a new one. A wrong secret counts like a wrong PIN. */
  'access.reset': { request: z.strictObject({ secretKey: secret, pin }), response: AccessView },
  'access.lock': { request: empty, response: AccessView },
  /** Somebody is there: manager mode stays open. More than one a second is passed over. */
  'access.touch': { request: empty, response: AccessView },
  'connection.get': { request: empty, response: ConnectionView },
  'storage.get': { request: empty, response: StorageView },
  /** A person has read what happened to the sales file. */
  'storage.newsRead': { request: empty, response: StorageView },
  'session.get': { request: empty, response: SessionView },
  /** Secrets go in here and never come out. */
  'session.signIn': {
    request: z.strictObject({ clientId: text(200), secretKey: text(1_000), loginToken: text(4_000) }),
    response: SessionView,
  },
  /** Only where the practice bank inside the app is the service: it needs no credentials of a person. */
  'session.signInToPractice': { request: empty, response: SessionView },
  'session.signOut': { request: empty, response: SessionView },
  'sales.record': {
    guard: 'removedSlip',
    request: z.strictObject({
      amountText: text(2_000_000),
      /** Empty: a reference is made. */
      transactionId: text(FIELD_LENGTH_MAX),
      note: text(FIELD_LENGTH_MAX),
      /** A person said yes to the amount at or above the profile's limit. */
      confirmedAmount: z.boolean(),
      /** A person said that this is a second sale of the same amount. */
      confirmedSecondSale: z.boolean(),
      /** A manager said that this is not the slip that was removed before the bank's answer about it could be read. */
      confirmedRemovedSlip: z.optional(z.boolean()),
      /** The reference of a refused, held, removed or written-off sale that this one takes the place of. */
      corrects: z.optional(text(FIELD_LENGTH_MAX)),
    }),
    response: SaleView,
  },
  'sales.page': {
    request: z.strictObject({
      filter: SaleFilter,
      /** Left out: the filter's own, which is the newest first for what is done. */
      order: z.optional(SaleOrder),
      search: text(200),
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(200)),
    }),
    response: SalePage,
  },
  'sales.get': { request: saleKey, response: SaleDetail },
  /** Removes a sale that was never sent. */
  'sales.cancel': {
    guard: 'manager',
    request: z.strictObject({ transactionId: text(FIELD_LENGTH_MAX), reason: text(FIELD_LENGTH_MAX) }),
    response: SaleView,
  },
  /** Decides about a sale that needs a person. What rests on the bank needs a look-up less than a minute old. */
  'sales.resolve': {
    guard: 'manager',
    request: z.strictObject({
      transactionId: text(FIELD_LENGTH_MAX),
      decision: SaleDecision,
      reason: text(FIELD_LENGTH_MAX),
      /** `decision.seen` of the detail that was on the screen. */
      seen: text(200),
    }),
    response: SaleDetail,
  },
  /** Wakes the courier; it decides at its own pace what may be sent. */
  'sales.tryNow': { request: empty, response: QueueView },
  /** Looks one sale up at the service, now. */
  'sales.checkNow': { request: saleKey, response: SaleDetail },
  /** A person has seen that a sale was refused. The sale stays as it is; only the audit grows. */
  'sales.noteRefusal': { request: saleKey, response: SaleDetail },
  'queue.get': { request: empty, response: QueueView },
  ...terminalCalls,
  ...recordCalls,
  'settings.get': { request: empty, response: SettingsView },
  'settings.change': { guard: 'manager', request: SettingsChange, response: SettingsView },
  'settings.profile': { request: empty, response: ProfileView },
  /** What support asks for. It holds no secret, no person and no sale, so everybody may have it. */
  'settings.diagnostics': { request: empty, response: DiagnosticsView },
  'arrangement.get': { request: empty, response: Arrangement },
  'arrangement.keep': { request: Arrangement, response: Arrangement },
  /** Practice ends when a live profile is found at the next start; this says where it has to be. */
  'practice.leave': { guard: 'manager', request: empty, response: PracticeExit },
  'updates.get': { request: empty, response: UpdatesView },
  /** Asks the feed of the profile, if there is one; what came of it is in the view. */
  'updates.check': { request: empty, response: UpdatesView },
  /** Fetches what the check found and tells of it by `updates.changed`. */
  'updates.download': { guard: 'manager', request: empty, response: UpdatesView },
  /** Stops in good order, installs what was fetched, and ends the program. */
  'updates.install': { guard: 'manager', request: empty, response: UpdatesView },
} as const

/** Every event that main pushes to the screen. An event tells what changed, or that it is to be asked for. */
export const events = {
  /**
   * The window is asked to close while sales wait, or where Tillside could go on without it. Without an `app.close` the
   * next such wish closes it.
   */
  'app.closeAsked': z.strictObject({
    count: z.int(),
    totalKobo: z.int(),
    mayKeepRunning: z.boolean(),
  }),
  /** There is something to take by `app.takeOpening`. */
  'app.openingCame': empty,
  /** From the native menus. */
  'app.commandChosen': z.strictObject({ command: Command }),
  'access.changed': AccessView,
  'connection.changed': ConnectionView,
  'session.changed': SessionView,
  'storage.changed': StorageView,
  /** Once a turn of main's loop, whatever changed in it. */
  'sales.changed': SalesNews,
  'terminals.changed': TerminalListView,
  /** A registration or an edit was asked for, answered, or compared with the list. */
  'terminals.changeTold': TerminalChangeView,
  'records.progress': RecordProgress,
  'settings.changed': SettingsView,
  'updates.changed': UpdatesView,
} as const

/**
 * What makes a call a manager's: always, where it chooses another terminal than the counter has (`otherTerminal`), or
 * where it says that an entry is not a slip that was removed (`removedSlip`).
 */
export type CallGuard = 'manager' | 'otherTerminal' | 'removedSlip'

/** @returns undefined where everyone may make the call */
export function guardOf(name: CallName): CallGuard | undefined {
  const call: { readonly guard?: CallGuard; readonly request: unknown } = calls[name]
  return call.guard
}

export type Request<Name extends CallName> = z.output<(typeof calls)[Name]['request']>
export type Response<Name extends CallName> = z.output<(typeof calls)[Name]['response']>
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

export type CallResult<Name extends CallName> = Result<Response<Name>, CallError>
export type Handlers = {
  readonly [Name in CallName]: (request: Request<Name>) => Promise<CallResult<Name>> | CallResult<Name>
}
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

/** What the preload puts at `window.tillside`. It knows names only; both sides parse. */
export interface Bridge {
  readonly call: (name: CallName, request: unknown) => Promise<unknown>
  /** @returns the way to stop listening */
  readonly listen: (name: EventName, listener: (payload: unknown) => void) => () => void
}

/** Equality of the plain lists and the contract's keys, in both directions: a name missing on either side is a type error. */
type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : never) : never
export const namesMatchContract: readonly [
  Same<CallName, keyof typeof calls>,
  Same<EventName, keyof typeof events>,
] = [true, true]
