import * as z from 'zod/mini'

/** Why the last step came to nothing; what runs here goes on in any case. */
export const UpdateFailure = z.enum([
  /** There is no network; nobody was asked. */
  'offline',
  /** The feed did not answer, or with something that is no update. */
  'feed',
  /** This Tillside did not come out of a package that can be updated. */
  'notPackaged',
  /** What the feed names lies at another address than the feed. */
  'otherHost',
  /** The file did not come, or not whole. */
  'notDownloaded',
  /** The publisher's signature is missing, is another's, or could not be looked at. */
  'unsigned',
  /** The file is another version than the one that was offered. */
  'otherVersion',
  /** It was to be installed, and this is still the version from before. */
  'notInstalled',
])
export type UpdateFailure = z.output<typeof UpdateFailure>

export const UpdateStatus = z.enum([
  /** The profile names no feed: nobody is ever asked. */
  'off',
  'notChecked',
  'checking',
  'upToDate',
  'available',
  'downloading',
  /** It lies here, its signature looked at, and waits for a manager. */
  'ready',
  /** Nothing new is sent any more; when what is under way has come back, Tillside closes. */
  'installing',
  'failed',
])
export type UpdateStatus = z.output<typeof UpdateStatus>

/** Where this computer stands with newer versions of Tillside. */
export const UpdatesView = z.strictObject({
  status: UpdateStatus,
  /** The one that runs. */
  runningVersion: z.string(),
  /** The newer one; null where none is known. */
  version: z.nullable(z.string()),
  /** Of a download. */
  percent: z.nullable(z.int()),
  failure: z.nullable(UpdateFailure),
  /** When the feed last answered in this run. */
  checkedAtMs: z.nullable(z.number()),
  /** False where the system has no signature that could be looked at: then a person installs it. */
  isInstalledHere: z.boolean(),
})
export type UpdatesView = z.output<typeof UpdatesView>
