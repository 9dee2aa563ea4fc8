import * as z from 'zod/mini'

/** What happened to the sales file. It is shown until a person confirms reading it. */
export const StorageNews = z.strictObject({
  kind: z.enum([
    /** It was damaged: a new file holds what could be read. */
    'salvaged',
    /** It held what Tillside never wrote, such as a trigger: a new file holds its rows. */
    'altered',
    /** It is older than the file last used here: a backup, a copy, or its newest part is gone. */
    'behind',
    /** It holds sales that this computer does not know: it comes from another one. */
    'foreign',
    /** Its sales were given to another computer, and a manager took them back. */
    'takenBack',
    /** A person brought it from another computer's backup. */
    'brought',
    /** It was closed in order, and a log lay beside it all the same: another hand's, and not used. */
    'logSetAside',
    /** It was missing or unreadable, and a person asked for a new one. */
    'begunAnew',
    /** Sales are closed in it although nothing recorded says so: rows were changed from outside. */
    'closedOutside',
  ]),
  atMs: z.number(),
  /** The name of the kept damaged file; null if there was none. */
  keptAs: z.nullable(z.string()),
  /** How many sales could not be read; null if that cannot be known. */
  unreadableSales: z.nullable(z.int()),
  /** What the file held that Tillside never wrote, as `trigger resend`; the names are another hand's. */
  foreign: z.optional(z.array(z.string())),
  /** How many sales were closed from outside; left out for other news. */
  closedSales: z.optional(z.int()),
  /** The references of the first of them. */
  references: z.optional(z.array(z.string())),
})
export type StorageNews = z.output<typeof StorageNews>

export const StorageView = z.strictObject({
  status: z.enum([
    /** The file is being checked; sending waits until its sales are. */
    'checking',
    'sound',
    /** A write failed: nothing is saved or sent until the file is reopened and checked. */
    'failing',
    /** A newer version of Tillside wrote the file, or its sales were given away: nothing is saved or sent. */
    'readOnly',
  ]),
  /** When the file's sales were given to another computer, by this computer's clock, ms; null: they were not. */
  givenAwayAtMs: z.nullable(z.number()),
  /** Absolute path of the sales file. */
  file: z.string(),
  news: z.nullable(StorageNews),
  /** False while the bank's answers cannot be kept in their own file. Sales are recorded and sent all the same. */
  areRecordsKept: z.boolean(),
})
export type StorageView = z.output<typeof StorageView>
