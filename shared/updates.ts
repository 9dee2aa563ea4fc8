import * as z from 'zod/mini'

/** Why the last step failed; the running version goes on in any case. */
export const UpdateFailure = z.enum([
  /** There is no network, and no request was made. */
  'offline',
  /** The feed did not answer, or its answer is not an update. */
  'feed',
  /** This Tillside does not run from a package that can be updated. */
  'notPackaged',
  /** The feed names a file at another address than its own. */
  'otherHost',
  /** The download did not arrive, or not whole. */
  'notDownloaded',
  /** The publisher's signature is missing, is another's, or could not be checked. */
  'unsigned',
  /** The file has another version than the offered one. */
  'otherVersion',
  /** An installation was started, and the version has not changed. */
  'notInstalled',
])
export type UpdateFailure = z.output<typeof UpdateFailure>

export const UpdateStatus = z.enum([
  /** The profile names no feed, so Tillside never asks. */
  'off',
  'notChecked',
  'checking',
  'upToDate',
  'available',
  'downloading',
  /** The file is here with its signature checked, and waits for a manager. */
  'ready',
  /** Sending has stopped; when the exchange under way ends, Tillside closes. */
  'installing',
  'failed',
])
export type UpdateStatus = z.output<typeof UpdateStatus>

/** The state of updates on this computer. */
export const UpdatesView = z.strictObject({
  status: UpdateStatus,
  /** The one that runs. */
  runningVersion: z.string(),
  /** The newer one; null where none is known. */
  version: z.nullable(z.string()),
  /** Progress of a download. */
  percent: z.nullable(z.int()),
  failure: z.nullable(UpdateFailure),
  /** When the feed last answered in this run. */
  checkedAtMs: z.nullable(z.number()),
  /** False if the system cannot check a signature: then a person installs it. */
  isInstalledHere: z.boolean(),
})
export type UpdatesView = z.output<typeof UpdatesView>
