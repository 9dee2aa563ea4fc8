import * as z from 'zod/mini'
import { weekdays } from './serviceTime.ts'
import { referenceCharacters } from './transactionId.ts'

export const SessionView = z.strictObject({
  status: z.enum(['signedOut', 'signedIn', 'expired']),
  clientId: z.nullable(z.string()),
  /**
   * How token and secret are kept: sealed by the system; for this run only, because the system cannot seal them; or for
   * this run so far, because its key store has not answered yet.
   */
  keptAs: z.enum(['sealed', 'thisRunOnly', 'thisRunSoFar', 'nothing']),
})
export type SessionView = z.output<typeof SessionView>

/** A person is told of a clock wrong by more than this: times on records would mislead. */
export const CLOCK_WRONG_MS = 5 * 60_000

export const ConnectionView = z.strictObject({
  /**
   * The result of the last exchange with the service; `offline` if the system itself reports no network, `serviceOdd`
   * for answers that cannot be read. If no list of records has come for a minute, it is `serviceOdd` or `serviceRefuses`
   * too, even if other questions get an answer.
   */
  status: z.enum(['notTried', 'online', 'offline', 'serviceSilent', 'serviceOdd', 'serviceRefuses']),
  /** The field or status that cannot be read, or the words of refusal without account numbers; else null. */
  problem: z.nullable(z.string()),
  lastContactAtMs: z.nullable(z.number()),
  /**
   * How far this computer's clock was ahead of the service's at the last contact, ms, negative if behind; null until
   * the service has told its time. A second or two may be network delay.
   */
  clockAheadMs: z.nullable(z.int()),
})
export type ConnectionView = z.output<typeof ConnectionView>

/** Rows of lists that cannot be read, alike in all this. It says how a value is written, and never what it says. */
export const UnreadRows = z.strictObject({
  list: z.enum(['records', 'terminals']),
  field: z.string(),
  problem: z.string(),
  /** `x` for a letter, `9` for a digit; empty if it is not there. */
  shape: z.string(),
  /** A row counts each time that it is read. */
  count: z.int(),
})
export type UnreadRows = z.output<typeof UnreadRows>

export const AppInfo = z.strictObject({
  version: z.string(),
  environment: z.enum(['live', 'practice']),
  profileName: z.string(),
  /** Host and port of the service; null for the practice bank inside the app. */
  serviceHost: z.nullable(z.string()),
  lateAfterMinutes: z.int(),
  /** On which the bank works. */
  workingDays: z.array(z.enum(weekdays)),
  confirmAboveKobo: z.int(),
  transactionIdPattern: z.string(),
  /** What the bank keeps whole of a reference. */
  reference: z.strictObject({ maxLength: z.int(), characters: z.enum(referenceCharacters) }),
  /** The form of the bank's account numbers. */
  accountPattern: z.string(),
  /** What the partner's slips call the reference. */
  slipLabel: z.string(),
  /** Whether a reference is made where none is typed. */
  makesReferences: z.boolean(),
  /** The zone of the service's days, from the profile. */
  serviceTimeZone: z.string(),
  platform: z.enum(['windows', 'mac', 'linux']),
  /** The terminal that the installer set for this counter; null if they left it open. */
  profileTerminalId: z.nullable(z.string()),
  /** This is Practice on a computer with live sales, which are not shown here. */
  isBesideLive: z.boolean(),
})
export type AppInfo = z.output<typeof AppInfo>
