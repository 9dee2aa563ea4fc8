import * as z from 'zod/mini'

export const SessionView = z.strictObject({
  status: z.enum(['signedOut', 'signedIn', 'expired']),
  clientId: z.nullable(z.string()),
  /**
   * Whether token and secret are sealed by the system, kept for this run only because nothing can seal them, or for this
   * run so far because its key store has not answered yet.
   */
  keptAs: z.enum(['sealed', 'thisRunOnly', 'thisRunSoFar', 'nothing']),
})
export type SessionView = z.output<typeof SessionView>

/** A clock that is wrong by more than this is worth a person's while: times on records would mislead. */
export const CLOCK_WRONG_MS = 5 * 60_000

export const ConnectionView = z.strictObject({
  /** What the last exchange with the service showed; `offline` where the system itself reports no network. */
  status: z.enum(['notTried', 'online', 'offline', 'serviceSilent', 'serviceOdd']),
  lastContactAtMs: z.nullable(z.number()),
  /**
   * How far this computer's clock was ahead of the service's at the last contact, ms, negative where it was behind; null
   * until the service has told its time. A second or two are the way there.
   */
  clockAheadMs: z.nullable(z.int()),
})
export type ConnectionView = z.output<typeof ConnectionView>

export const AppInfo = z.strictObject({
  version: z.string(),
  environment: z.enum(['live', 'practice']),
  profileName: z.string(),
  /** Host and port of the service, or null where the practice bank inside the app is used. */
  serviceHost: z.nullable(z.string()),
  lateAfterMinutes: z.int(),
  confirmAboveKobo: z.int(),
  transactionIdPattern: z.string(),
  /** The zone of the service's days, by the profile. */
  serviceTimeZone: z.string(),
  platform: z.enum(['windows', 'mac', 'linux']),
  /** The terminal that the installer named for this counter; null where he left it open. */
  profileTerminalId: z.nullable(z.string()),
  /** This is Practice, and sales of live use lie on this computer: nothing here says anything about them. */
  isBesideLive: z.boolean(),
})
export type AppInfo = z.output<typeof AppInfo>
