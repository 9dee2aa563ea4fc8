import * as z from 'zod/mini'
import { SaleState } from './sale.ts'
import { ConnectionView, SessionView } from './session.ts'
import { StorageView } from './storage.ts'

/** Sales that are not settled one way or the other, in one state. No amount, no reference: support needs neither. */
export const OpenSales = z.strictObject({
  state: SaleState,
  count: z.int(),
  /** Recorded at, this computer's clock. */
  oldestAtMs: z.number(),
})
export type OpenSales = z.output<typeof OpenSales>

/** Open sales that belong to another destination: they are kept, and neither sent nor shown from here. */
export const OpenElsewhere = z.strictObject({
  environment: z.enum(['live', 'practice']),
  /** Host and port; null for the practice bank inside the app. */
  serviceHost: z.nullable(z.string()),
  /** The present address, and another sign-in. */
  isOtherClient: z.boolean(),
  count: z.int(),
  oldestAtMs: z.number(),
})
export type OpenElsewhere = z.output<typeof OpenElsewhere>

/** How long the bank took from receiving a sale to paying it, by the bank's own clock alone. */
export const SettlementLag = z.strictObject({
  /** How many of the newest paid sales were measured; 0: nothing is known. */
  count: z.int(),
  medianMs: z.nullable(z.int()),
  longestMs: z.nullable(z.int()),
  /** Profile `outbox.quietPeriodMinutes`: so long "not found" must last before it proves anything. */
  quietPeriodMs: z.int(),
})
export type SettlementLag = z.output<typeof SettlementLag>

/** The sales file. What the file or the system does not say is null. */
export const StorageHealth = z.strictObject({
  status: StorageView.shape.status,
  file: z.string(),
  bytes: z.nullable(z.int()),
  /** Of the log beside it, whose content is not in the file yet. */
  logBytes: z.nullable(z.int()),
  /** On the disk of the folder, for this user. */
  freeBytes: z.nullable(z.number()),
  schemaVersion: z.nullable(z.int()),
  auditEntries: z.nullable(z.int()),
  /** The beginning of the newest entry's hash, which stands for all before it. */
  auditHead: z.nullable(z.string()),
  /** When all of it was last looked through in this run, and what that found; null before. */
  lastCheck: z.nullable(z.strictObject({ atMs: z.number(), isSound: z.boolean() })),
})
export type StorageHealth = z.output<typeof StorageHealth>

/** A choice of this computer, with where it comes from. */
export const ChoiceValue = z.strictObject({
  key: z.string(),
  value: z.string(),
  source: z.enum(['here', 'default']),
})
export type ChoiceValue = z.output<typeof ChoiceValue>

/** Everything that whoever looks after a counter asks for. There is no room in it for a secret, a person or a sale. */
export const DiagnosticsView = z.strictObject({
  /** This computer's clock. */
  takenAtMs: z.number(),
  program: z.strictObject({
    version: z.string(),
    /** Null where it does not run in Electron. */
    electron: z.nullable(z.string()),
    node: z.string(),
    system: z.string(),
  }),
  session: z.strictObject({ status: SessionView.shape.status, keptAs: SessionView.shape.keptAs }),
  /** Whether the system really protects what it seals; null where it did not say. */
  isVaultProtected: z.nullable(z.boolean()),
  connection: ConnectionView,
  /** Of the terminal that the next sale is recorded for; null where none is chosen. */
  terminalId: z.nullable(z.string()),
  open: z.array(OpenSales),
  elsewhere: z.array(OpenElsewhere),
  /** Sales were recorded under the other kind, live or practice, which has a folder of its own. */
  hasOtherKind: z.boolean(),
  lag: SettlementLag,
  storage: StorageHealth,
  choices: z.array(ChoiceValue),
  /** All of it and the profile as one plain block, to send to support. */
  text: z.string(),
})
export type DiagnosticsView = z.output<typeof DiagnosticsView>
