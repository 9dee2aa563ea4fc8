import * as z from 'zod/mini'
import { SaleState } from './sale.ts'
import { ConnectionView, SessionView, UnreadRows } from './session.ts'
import { StorageView } from './storage.ts'

/** Unsettled sales in one state. Support needs no amount and no reference. */
export const OpenSales = z.strictObject({
  state: SaleState,
  count: z.int(),
  /** Recorded at, this computer's clock. */
  oldestAtMs: z.number(),
})
export type OpenSales = z.output<typeof OpenSales>

/** Open sales of another destination: kept, but neither sent nor shown here. */
export const OpenElsewhere = z.strictObject({
  environment: z.enum(['live', 'practice']),
  /** Host and port; null for the practice bank inside the app. */
  serviceHost: z.nullable(z.string()),
  /** The same address, with another sign-in. */
  isOtherClient: z.boolean(),
  count: z.int(),
  oldestAtMs: z.number(),
})
export type OpenElsewhere = z.output<typeof OpenElsewhere>

/** How long the bank takes from receiving a sale to paying it, by the bank's clock alone. */
export const SettlementLag = z.strictObject({
  /** How many of the newest paid sales were measured; 0: no figures. */
  count: z.int(),
  medianMs: z.nullable(z.int()),
  longestMs: z.nullable(z.int()),
  /** Profile `outbox.quietPeriodMinutes`: how long "not found" must last before it proves absence. */
  quietPeriodMs: z.int(),
})
export type SettlementLag = z.output<typeof SettlementLag>

/** The sales file. Null: neither the file nor the system says. */
export const StorageHealth = z.strictObject({
  status: StorageView.shape.status,
  areRecordsKept: StorageView.shape.areRecordsKept,
  /** Size of the file of the bank's records, and its limit. */
  recordsBytes: z.int(),
  recordsBytesMax: z.int(),
  file: z.string(),
  bytes: z.nullable(z.int()),
  /** Size of the write-ahead log, which is not in the file yet. */
  logBytes: z.nullable(z.int()),
  /** Free on the folder's disk, for this user. */
  freeBytes: z.nullable(z.number()),
  schemaVersion: z.nullable(z.int()),
  auditEntries: z.nullable(z.int()),
  /** The start of the newest entry's hash, which covers all entries before it. */
  auditHead: z.nullable(z.string()),
  /** The last full check of the file in this run and its result; null before. */
  lastCheck: z.nullable(z.strictObject({ atMs: z.number(), isSound: z.boolean() })),
})
export type StorageHealth = z.output<typeof StorageHealth>

/** Whether the bank's records take so much of their file that support must know, while there is still room for long. */
export function areRecordsNearlyFull({ recordsBytes, recordsBytesMax }: StorageHealth): boolean {
  return recordsBytes >= 0.75 * recordsBytesMax
}

/** A choice of this computer, and where it comes from. */
export const ChoiceValue = z.strictObject({
  key: z.string(),
  value: z.string(),
  source: z.enum(['here', 'default']),
})
export type ChoiceValue = z.output<typeof ChoiceValue>

/** Everything that support asks for. It has no room for a secret, a person or a sale. */
export const DiagnosticsView = z.strictObject({
  /** This computer's clock. */
  takenAtMs: z.number(),
  program: z.strictObject({
    version: z.string(),
    /** Null outside Electron. */
    electron: z.nullable(z.string()),
    node: z.string(),
    system: z.string(),
  }),
  session: z.strictObject({ status: SessionView.shape.status, keptAs: SessionView.shape.keptAs }),
  /** Whether the system really protects what it seals; null if it does not say. */
  isVaultProtected: z.nullable(z.boolean()),
  connection: ConnectionView,
  /** Since the program started, the latest kinds last. */
  unread: z.array(UnreadRows),
  /** The terminal of the next sale; null if none is chosen. */
  terminalId: z.nullable(z.string()),
  open: z.array(OpenSales),
  elsewhere: z.array(OpenElsewhere),
  /** Sales exist under the other environment, live or practice, which has a folder of its own. */
  hasOtherKind: z.boolean(),
  lag: SettlementLag,
  storage: StorageHealth,
  choices: z.array(ChoiceValue),
  /** All of it, and the profile, as one plain text for support. */
  text: z.string(),
})
export type DiagnosticsView = z.output<typeof DiagnosticsView>
