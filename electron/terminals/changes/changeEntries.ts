import * as z from 'zod/mini'
import { RecordId } from '../../../shared/recordId.ts'
import { parseUnknown } from '../../../shared/parse.ts'
import { withMaskedNumbers } from '../../../shared/redact.ts'
import {
  ClosedHow,
  mayStillTakeEffect,
  ReadBack,
  TerminalChangeView,
  type TerminalSide,
} from '../../../shared/terminalChange.ts'

/**
 * The audit entries of a registration or an edit: asked, ended, compared with each list read, and given up by a
 * manager. A change consists of these entries alone, so altering it breaks the chain. They hold only the last digits of
 * account numbers.
 */
export const CHANGE_KINDS = {
  asked: 'terminalAsked',
  ended: 'terminalEnded',
  readBack: 'terminalReadBack',
  givenUp: 'terminalGivenUp',
} as const

/** Room for every field at its bound, with each character escaped. A longer one was not written here. */
const DETAIL_LENGTH_MAX = 40_000
const changeId = z.string().check(z.minLength(1), z.maxLength(64))

/** Durable before a byte of it is sent. If its end is missing, the outcome is unknown. */
export const Asked = z.strictObject({
  changeId,
  environment: z.enum(['live', 'practice']),
  partnerUrl: z.string(),
  clientId: z.string(),
  ...pick(TerminalChangeView.shape, 'kind', 'terminalId', 'recordId', 'from', 'to'),
  ...pick(TerminalChangeView.shape, 'nameCheckedAtMs', 'by', 'note'),
  /** Missing in entries of an early version, which accepted only the bank's name. */
  nameSaid: z.optional(TerminalChangeView.shape.nameSaid),
  /** Missing in entries of an early version, which did not keep them. */
  otherNames: z.optional(TerminalChangeView.shape.otherNames),
})
export type Asked = z.output<typeof Asked>

export const Ended = z.strictObject({
  changeId,
  state: z.enum(['done', 'refused', 'unsent', 'unknown']),
  /** A short code of the outcome: kinds, statuses and paths only. */
  code: z.string(),
  bankMessage: z.nullable(z.string()),
  /** The one in the bank's answer. */
  recordId: z.nullable(RecordId),
  /** Of the whole answer, for disputes. */
  bodySha256: z.nullable(z.string()),
  /** The bank's own clock, from its answer. */
  serverDate: z.nullable(z.string()),
})
export type Ended = z.output<typeof Ended>

export const Compared = z.strictObject({
  changeId,
  /** Of the terminal found. */
  recordId: z.nullable(RecordId),
  ...pick(ReadBack.shape, 'outcome', 'incompleteReason', 'differences', 'found'),
  /** Missing in entries of an early version: then it means only the four digits. */
  isByEnding: z.optional(ReadBack.shape.isByEnding),
})
export type Compared = z.output<typeof Compared>

/** Closed by a manager, on the bank's word. */
export const GivenUp = z.strictObject({
  changeId,
  how: ClosedHow,
  ...pick(TerminalChangeView.shape, 'by', 'note'),
})
export type GivenUp = z.output<typeof GivenUp>

/** An entry with its time of writing. */
export interface At<Entry> {
  readonly atMs: number
  readonly entry: Entry
}

export interface Change {
  readonly asked: At<Asked>
  readonly ended: At<Ended> | null
  readonly compared: At<Compared> | null
  /** The latest or an earlier reading has shown it as asked for. */
  readonly wasSeen: boolean
  readonly givenUp: At<GivenUp> | null
}

/** @returns undefined if this version did not write it; damaged and foreign text is skipped, without an exception */
export function readDetail<Entry>(schema: z.ZodMiniType<Entry>, detail: string | null): Entry | undefined {
  if (detail === null || detail.length > DETAIL_LENGTH_MAX) return undefined
  try {
    const parsed = parseUnknown(schema, JSON.parse(detail))
    return parsed.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}

/**
 * A change for the screen.
 * @param isInFlight this run still waits for its answer; one that an earlier run left so is unknown
 */
export function changeView(change: Change, isInFlight: boolean): TerminalChangeView {
  const { asked, ended, compared, wasSeen, givenUp } = change
  const {
    kind,
    terminalId,
    from,
    to,
    nameCheckedAtMs,
    nameSaid = null,
    otherNames = [],
    by,
    note,
  } = asked.entry
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
    otherNames,
    by,
    note,
    readBack: compared === null ? null : readBackOf(compared),
    isOpen: mayStillTakeEffect({ state, outcome, wasSeen, isGivenUp: givenUp !== null }),
    givenUp: givenUp === null ? null : givenUpOf(givenUp),
  }
}

function givenUpOf({ atMs, entry: { how, by, note } }: At<GivenUp>) {
  return { atMs, how, by, note }
}

function readBackOf({ atMs, entry }: At<Compared>): ReadBack {
  const { outcome, incompleteReason, differences, found, isByEnding = true } = entry
  return { atMs, outcome, incompleteReason, differences, found, isByEnding }
}

/**
 * The stored and compared form of a side. The service's texts have no documented bound (docs/service.md 2), so both
 * sides of a comparison are cut the same way; likewise names that contain an account number.
 */
export function boundedSide(side: TerminalSide): TerminalSide {
  return {
    ...side,
    merchantId: side.merchantId === null ? null : boundedText(side.merchantId),
    accountName: side.accountName === null ? null : boundedName(side.accountName),
    serialNumber: boundedText(side.serialNumber),
  }
}

/** An account's name, without an account number that stands in it. */
export function boundedName(name: string): string {
  return boundedText(withMaskedNumbers(name))
}

const TEXT_LENGTH_MAX = 200

export function boundedText(text: string): string {
  // A cut through a surrogate pair would leave half a character.
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
