import { payoutFields, type PayoutField } from '../../../shared/payout.ts'
import {
  isSameAccount,
  isSameIn,
  UNKNOWN,
  type Account,
  type Alarm,
  type Explanation,
  type Values,
  type Watched,
} from './payoutState.ts'

/**
 * The last question that was asked before the expected value of a field changed, or before the terminal was first seen:
 * the answer to it may still show what was there before.
 */
export type Outdated = Readonly<Record<PayoutField, number>>

export function outdatedBy(question: number): Outdated {
  return { account: question, merchant: question, isActive: question, isReceivingPayment: question }
}

/** What a value is judged by, besides the watch itself. */
export interface Judging {
  /** Of this terminal, in the order of asking. */
  readonly asked: readonly Explanation[]
  /** The change whose answer is awaited: a refusal would explain nothing. */
  readonly inFlight: string | null
  readonly outdated: Outdated
  /** How many questions were asked so far. */
  readonly questions: number
  /** The latest question that a row of it has answered. */
  readonly latest: number
  readonly isKeyKept: boolean
  /** By this computer's clock, and by the service's. */
  readonly nowMs: number
  readonly bankNowMs: number
}

export interface Judged {
  readonly watched: Watched
  readonly asked: readonly Explanation[]
  readonly outdated: Outdated
  /** It shows what a change in flight asks for: to be judged once that has ended. */
  readonly isPending: boolean
  /** Another change for a person. */
  readonly isNews: boolean
}

const EARLIER_MAX = 20
const TOLD_MAX = 20
/** Clocks and zones of records may be off by hours. */
const RECORDS_LAG_MS = 24 * 60 * 60_000

/** The first sight of a terminal: what it shows is expected from then on. */
export function firstSight(
  terminalId: string,
  values: Values,
  { asked, nowMs, bankNowMs }: Pick<Judging, 'asked' | 'nowMs' | 'bankNowMs'>,
): Watched {
  return {
    terminalId,
    sinceMs: nowMs,
    sinceBankMs: bankNowMs,
    accountSinceBankMs: bankNowMs,
    expected: values,
    listed: values,
    // Just before a change from here it was paid to another account.
    earlier: asked.flatMap(({ from }) => from.account ?? []).slice(-EARLIER_MAX),
    accepted: [],
    missingSinceMs: null,
    alarm: null,
  }
}

/**
 * A row of the bank's list. Each field is as expected, is read too late to count, is explained by a change from here, or
 * is news for a person.
 * @param question the number of the question that the row answers
 */
export function judgeRow(before: Watched, row: Values, question: number, judging: Judging): Judged {
  let watched: Watched = { ...before, missingSinceMs: null }
  let { asked } = judging
  let { outdated } = judging
  let isPending = false
  let isNews = false
  const isListRead = watched.alarm !== null
  for (const field of payoutFields) {
    const was = only(field, watched.expected)
    if (was[field] !== null && !isSameIn(field, was, row)) {
      if (question <= outdated[field]) continue
      const explained = explanationOf(field, row, { ...judging, asked }) ?? acceptedOf(field, row, watched)
      if (explained === null) {
        const told = withAlarm(watched, field, row, 'list', judging)
        isNews ||= isTold(watched, told)
        watched = told
      } else if (explained.changeId === judging.inFlight) {
        isPending = true
        continue
      } else {
        outdated = { ...outdated, [field]: judging.questions }
        watched = expecting(watched, field, row, judging.bankNowMs)
      }
    } else watched = { ...watched, expected: learned(field, watched.expected, row, judging.isKeyKept) }
    asked = seenOf(asked, field, row, judging.inFlight)
    if (question >= judging.latest)
      watched = { ...watched, listed: { ...watched.listed, [field]: row[field] } }
  }
  if (isListRead && watched.alarm !== null)
    watched = { ...watched, alarm: { ...watched.alarm, isListRead: true } }
  return { watched, asked, outdated, isPending, isNews }
}

/**
 * The account in the record of a sale. It is that of the sale's own time, so it can never set what is expected, and an
 * older record may show an older account.
 * @param receivedMs when the service received the sale, by its clock; undefined if that cannot be read
 */
export function judgeRecord(
  watched: Watched,
  account: Account,
  receivedMs: number | undefined,
  judging: Judging,
): Pick<Judged, 'watched' | 'isPending' | 'isNews'> {
  const shown: Values = { ...UNKNOWN, account }
  const silent = { watched, isPending: false, isNews: false }
  const { expected, accepted, earlier, accountSinceBankMs, sinceBankMs } = watched
  if (expected.account === null || account.ending === '') return silent
  if (isSameAccount(expected.account, account)) {
    const better = learned('account', expected, shown, judging.isKeyKept)
    return better === expected ? silent : { ...silent, watched: { ...watched, expected: better } }
  }
  if (receivedMs === undefined || receivedMs < sinceBankMs) return silent
  const isOld = receivedMs < accountSinceBankMs + RECORDS_LAG_MS
  const known = isOld ? [...accepted, ...earlier] : accepted
  if (known.some((each) => isSameAccount(each, account))) return silent
  const explained = explanationOf('account', shown, judging)
  if (explained !== null) return { ...silent, isPending: explained.changeId === judging.inFlight }
  const told = withAlarm(watched, 'account', shown, 'record', judging)
  return { ...silent, watched: told, isNews: isTold(watched, told) }
}

/** A manager says that what the bank shows now is right. */
export function acknowledged(
  watched: Watched,
  { outdated, questions, bankNowMs }: Judging,
): Pick<Judged, 'watched' | 'outdated'> {
  const { alarm } = watched
  if (alarm === null) return { watched, outdated }
  let now = watched
  let before = outdated
  for (const field of alarm.fields) {
    if (isSameIn(field, now.expected, now.listed)) continue
    before = { ...before, [field]: questions }
    now = expecting(now, field, now.listed, bankNowMs)
  }
  const accounts = alarm.told.flatMap(({ account }) => account ?? [])
  const last = alarm.to.account
  const isListBehind = !alarm.isListRead && last !== null
  return {
    outdated: before,
    watched: {
      ...now,
      accountSinceBankMs: accounts.length > 0 ? bankNowMs : now.accountSinceBankMs,
      earlier: [...now.earlier, ...accounts].slice(-EARLIER_MAX),
      accepted: isListBehind ? [...now.accepted, last].slice(-EARLIER_MAX) : now.accepted,
      alarm: null,
    },
  }
}

/** The first change from here that asked for this value and was not seen yet. */
function explanationOf(
  field: PayoutField,
  row: Values,
  { asked, inFlight }: Pick<Judging, 'asked' | 'inFlight'>,
): Explanation | null {
  const fitting = asked.filter(({ fields, to }) => fields.includes(field) && isSameIn(field, to, row))
  return fitting.find(({ changeId }) => changeId !== inFlight) ?? fitting[0] ?? null
}

/** A manager has accepted it from a record, and now the list follows. */
function acceptedOf(
  field: PayoutField,
  { account }: Values,
  { accepted }: Watched,
): Pick<Explanation, 'changeId'> | null {
  const isAccepted =
    field === 'account' && account !== null && accepted.some((each) => isSameAccount(each, account))
  return isAccepted ? { changeId: '' } : null
}

/** A value that was seen is explained once: a change and those before it no longer explain this field. */
function seenOf(
  asked: readonly Explanation[],
  field: PayoutField,
  row: Values,
  inFlight: string | null,
): readonly Explanation[] {
  const last = asked.findLastIndex(
    ({ changeId, fields, to }) => changeId !== inFlight && fields.includes(field) && isSameIn(field, to, row),
  )
  if (last === -1) return asked
  return asked
    .map((each, index) =>
      index > last ? each : { ...each, fields: each.fields.filter((other) => other !== field) },
    )
    .filter(({ fields }) => fields.length > 0)
}

function expecting(watched: Watched, field: PayoutField, row: Values, bankNowMs: number): Watched {
  const { account } = watched.expected
  const expected = { ...watched.expected, [field]: row[field] }
  if (field !== 'account' || account === null) return { ...watched, expected }
  // What a manager has accepted holds until the account changes once more.
  const earlier = [...watched.earlier, ...watched.accepted, account].slice(-EARLIER_MAX)
  return { ...watched, expected, earlier, accepted: [], accountSinceBankMs: bankNowMs }
}

/** A value seen for the first time is expected from then on; so is a fingerprint in place of an ending. */
function learned(field: PayoutField, expected: Values, row: Values, isKeyKept: boolean): Values {
  if (field !== 'account' || expected.account === null) {
    return expected[field] === null ? { ...expected, [field]: row[field] } : expected
  }
  const { mark, key } = expected.account
  const isBetter = row.account?.mark != null && (mark === null || (key !== row.account.key && isKeyKept))
  return isBetter ? { ...expected, account: row.account } : expected
}

function isTold(before: Watched, after: Watched): boolean {
  return before.alarm?.told !== after.alarm?.told
}

function withAlarm(
  watched: Watched,
  field: PayoutField,
  row: Values,
  shownBy: Alarm['shownBy'],
  { nowMs }: Pick<Judging, 'nowMs'>,
): Watched {
  const { alarm, expected } = watched
  const shown = only(field, row)
  if (alarm?.told.some((each) => isSameIn(field, each, row)) === true) {
    const isShownSo = isSameIn(field, alarm.to, row)
    return isShownSo ? watched : { ...watched, alarm: { ...alarm, to: { ...alarm.to, ...given(shown) } } }
  }
  const older = alarm ?? {
    firstSeenAtMs: nowMs,
    shownBy,
    fields: [],
    from: UNKNOWN,
    to: UNKNOWN,
    told: [],
    isListRead: false,
  }
  const isNewField = !older.fields.includes(field)
  return {
    ...watched,
    alarm: {
      ...older,
      fields: isNewField ? [...older.fields, field] : older.fields,
      from: isNewField ? { ...older.from, ...given(only(field, expected)) } : older.from,
      to: { ...older.to, ...given(shown) },
      told: [...older.told, shown].slice(-TOLD_MAX),
      isListRead: shownBy === 'list',
    },
  }
}

function only(field: PayoutField, values: Values): Values {
  return { ...UNKNOWN, [field]: values[field] }
}

function given(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
