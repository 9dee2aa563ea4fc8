import * as z from 'zod/mini'
import { parseUnknown } from '../../../shared/parse.ts'
import { withMaskedNumbers } from '../../../shared/redact.ts'
import {
  mayStillTakeEffect,
  ReadBack,
  TerminalChangeView,
  type TerminalSide,
} from '../../../shared/terminalChange.ts'
import type { Destination } from '../../outbox/saleRow.ts'

/**
 * What the audit holds of a registration or an edit: asked, ended, compared with the list each time it was read, and
 * given up by a manager. A change is nothing but these entries, so that nobody can alter it without breaking the chain.
 * Account numbers come in here as their endings only.
 */
export const CHANGE_KINDS = {
  asked: 'terminalAsked',
  ended: 'terminalEnded',
  readBack: 'terminalReadBack',
  givenUp: 'terminalGivenUp',
} as const

/** Room for every field at its bound, with each character escaped. What is longer was not written here. */
const DETAIL_LENGTH_MAX = 40_000
const changeId = z.string().check(z.minLength(1), z.maxLength(64))

/** Durable before a byte of it leaves. Its end may be missing: then nobody knows the outcome. */
export const Asked = z.strictObject({
  changeId,
  environment: z.enum(['live', 'practice']),
  partnerUrl: z.string(),
  clientId: z.string(),
  ...pick(TerminalChangeView.shape, 'kind', 'terminalId', 'recordId', 'from', 'to'),
  ...pick(TerminalChangeView.shape, 'nameCheckedAtMs', 'by', 'note'),
  /** Missing where an early version wrote it, which took no name but the bank's. */
  nameSaid: z.optional(TerminalChangeView.shape.nameSaid),
})
export type Asked = z.output<typeof Asked>

export const Ended = z.strictObject({
  changeId,
  state: z.enum(['done', 'refused', 'unsent', 'unknown']),
  /** A short code of the outcome: kinds, statuses and paths only. */
  code: z.string(),
  bankMessage: z.nullable(z.string()),
  /** The one that the bank answered with. */
  recordId: z.nullable(z.int()),
  /** For disputes: of the whole answer. */
  bodySha256: z.nullable(z.string()),
  /** The bank's own clock, as its answer said. */
  serverDate: z.nullable(z.string()),
})
export type Ended = z.output<typeof Ended>

export const Compared = z.strictObject({
  changeId,
  /** Of the terminal that was found. */
  recordId: z.nullable(z.int()),
  ...pick(ReadBack.shape, 'outcome', 'incompleteReason', 'differences', 'found'),
  /** Missing where an early version wrote it: then it claims no more than the four digits. */
  isByEnding: z.optional(ReadBack.shape.isByEnding),
})
export type Compared = z.output<typeof Compared>

/** Taken as not done, by a manager whom the bank has told so. */
export const GivenUp = z.strictObject({ changeId, ...pick(TerminalChangeView.shape, 'by', 'note') })
export type GivenUp = z.output<typeof GivenUp>

/** An entry with the time at which it was written. */
export interface At<Entry> {
  readonly atMs: number
  readonly entry: Entry
}

export interface Change {
  readonly asked: At<Asked>
  readonly ended: At<Ended> | null
  /** The latest. */
  readonly compared: At<Compared> | null
  /** Some reading has shown it as asked for, the latest or one before. */
  readonly wasSeen: boolean
  readonly givenUp: At<GivenUp> | null
}

/** @returns undefined for what this version did not write; damage and foreign text are passed over, never thrown */
export function readDetail<Entry>(schema: z.ZodMiniType<Entry>, detail: string | null): Entry | undefined {
  if (detail === null || detail.length > DETAIL_LENGTH_MAX) return undefined
  try {
    const parsed = parseUnknown(schema, JSON.parse(detail))
    return parsed.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}

export function ownerOf({ environment, partnerUrl, clientId }: Destination): string {
  return JSON.stringify([environment, partnerUrl, clientId])
}

/**
 * A change as the screen may have it.
 * @param isInFlight this run has asked for it and has no answer yet; one that an earlier run left so is unknown
 */
export function changeView(change: Change, isInFlight: boolean): TerminalChangeView {
  const { asked, ended, compared, wasSeen, givenUp } = change
  const { kind, terminalId, from, to, nameCheckedAtMs, nameSaid = null, by, note } = asked.entry
  const state = ended?.entry.state ?? (isInFlight ? 'asking' : 'unknown')
  const outcome = compared?.entry.outcome ?? null
  return {
    changeId: asked.entry.changeId,
    kind,
    terminalId,
    recordId: asked.entry.recordId ?? ended?.entry.recordId ?? compared?.entry.recordId ?? null,
    state,
    askedAtMs: asked.atMs,
    endedAtMs: ended?.atMs ?? null,
    bankMessage: ended?.entry.bankMessage ?? null,
    from,
    to,
    nameCheckedAtMs,
    nameSaid,
    by,
    note,
    readBack: compared === null ? null : readBackOf(compared),
    isOpen: mayStillTakeEffect({ state, outcome, wasSeen, isGivenUp: givenUp !== null }),
    givenUp: givenUp === null ? null : { atMs: givenUp.atMs, by: givenUp.entry.by, note: givenUp.entry.note },
  }
}

function readBackOf({ atMs, entry }: At<Compared>): ReadBack {
  const { outcome, incompleteReason, differences, found, isByEnding = true } = entry
  return { atMs, outcome, incompleteReason, differences, found, isByEnding }
}

/**
 * What of a side is kept and compared. The service's texts have no documented bound (docs/service.md 2), and one that
 * was cut must be compared with one that was cut; so must a name that has an account number in it.
 */
export function boundedSide(side: TerminalSide): TerminalSide {
  return {
    ...side,
    merchantId: side.merchantId === null ? null : boundedText(side.merchantId),
    accountName: side.accountName === null ? null : boundedText(withMaskedNumbers(side.accountName)),
    serialNumber: boundedText(side.serialNumber),
  }
}

const TEXT_LENGTH_MAX = 200

export function boundedText(text: string): string {
  // A cut through a pair of code units would leave half a character.
  return text
    .toWellFormed()
    .slice(0, TEXT_LENGTH_MAX)
    .replace(/[\uD800-\uDBFF]$/u, '')
}

function pick<Shape extends object, Key extends keyof Shape>(
  shape: Shape,
  ...keys: readonly Key[]
): Pick<Shape, Key> {
  return Object.fromEntries(keys.map((key) => [key, shape[key]])) as Pick<Shape, Key>
}
