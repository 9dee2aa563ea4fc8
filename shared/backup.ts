import * as z from 'zod/mini'

/** Sales of so many days without a backup are worth a reminder. */
export const BACKUP_DAYS_MAX = 14

export const BackupView = z.strictObject({
  /** When this computer last wrote a backup, by its own clock; null: never. */
  lastAtMs: z.nullable(z.number()),
  /** Sales were recorded, and the last backup, or the first sale without one, is older than {@link BACKUP_DAYS_MAX}. */
  isDue: z.boolean(),
  /** No sale was ever recorded here, so that sales of another computer may be brought. */
  isFresh: z.boolean(),
  /** When this computer gave its sales away, by its own clock, ms; null: it did not. */
  givenAwayAtMs: z.nullable(z.number()),
})
export type BackupView = z.output<typeof BackupView>

/** Why a file is no backup to be brought. */
export const BackupFault = z.discriminatedUnion('kind', [
  /** It is another kind of file, or cannot be read. */
  z.strictObject({ kind: z.literal('notABackup') }),
  /** A later Tillside wrote it. */
  z.strictObject({ kind: z.literal('newer') }),
  /** It ends too early. `part` is the first one that is not whole; null: the end of the file is missing. */
  z.strictObject({ kind: z.literal('cut'), part: z.nullable(z.string()) }),
  /** `part` is not what was written. */
  z.strictObject({ kind: z.literal('changed'), part: z.string() }),
  /** It is of Practice, or of the live counter, and this is the other one. */
  z.strictObject({ kind: z.literal('otherEnvironment') }),
])
export type BackupFault = z.output<typeof BackupFault>

/** What a backup holds, for the person who decides to bring it. */
export const BackupFacts = z.strictObject({
  madeAtMs: z.number(),
  profileName: z.string(),
  /** The counter's terminal; null if none was chosen. */
  terminalId: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  /** That computer records and sends nothing any more. */
  isGivenAway: z.boolean(),
  saleCount: z.int(),
  /** Those that were not yet accepted, refused or closed. */
  openCount: z.int(),
})
export type BackupFacts = z.output<typeof BackupFacts>

export const BackupMade = z.discriminatedUnion('kind', [
  /** The person closed the dialog. */
  z.strictObject({ kind: z.literal('none') }),
  /** Written, and read back whole. */
  z.strictObject({ kind: z.literal('made'), file: z.string(), saleCount: z.int() }),
  /** Written, and not the same when it was read back: the disk or the stick is not to be trusted. */
  z.strictObject({ kind: z.literal('wrong'), file: z.string(), fault: BackupFault }),
])
export type BackupMade = z.output<typeof BackupMade>

export const BackupChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Sales were recorded here: two computers' sales cannot be one file. */
  z.strictObject({ kind: z.literal('notFresh') }),
  z.strictObject({ kind: z.literal('wrong'), file: z.string(), fault: BackupFault }),
  z.strictObject({ kind: z.literal('right'), file: z.string(), facts: BackupFacts }),
])
export type BackupChoice = z.output<typeof BackupChoice>
