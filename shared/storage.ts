import * as z from 'zod/mini'

/** What happened to the sales file that a person has to know of. It is shown until somebody says that he has read it. */
export const StorageNews = z.strictObject({
  kind: z.enum([
    /** It was damaged: what could be read was taken over into a new file. */
    'salvaged',
    /** It is older than the one that was last used here: a backup, a copy, or its newest part is gone. */
    'behind',
    /** It holds sales of which this computer knows nothing: it comes from another one. */
    'foreign',
    /** It was gone or could not be read at all, and somebody asked for a new one. */
    'begunAnew',
  ]),
  atMs: z.number(),
  /** The file name under which the damaged file was kept; null where there was none to keep. */
  keptAs: z.nullable(z.string()),
  /** How many sales could not be read; null where nobody can know. */
  unreadableSales: z.nullable(z.int()),
})
export type StorageNews = z.output<typeof StorageNews>

export const StorageView = z.strictObject({
  status: z.enum([
    /** The file is being looked through; sending waits until its sales are. */
    'checking',
    'sound',
    /** A write failed: nothing is saved or sent until the file was opened anew and checked. */
    'failing',
    /** A newer Tillside wrote the file: it can be looked at, nothing is saved or sent. */
    'readOnly',
  ]),
  /** Of the sales, absolute. */
  file: z.string(),
  news: z.nullable(StorageNews),
})
export type StorageView = z.output<typeof StorageView>
