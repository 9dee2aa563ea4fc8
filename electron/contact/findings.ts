import type { CheckFinding, ProfileSetting } from '../../shared/connectionCheck.ts'
import { dayOf } from '../../shared/serviceTime.ts'
import {
  isUnanswered,
  type Answer,
  type GatewayError,
  type TransactionRecord,
  type Page,
  type UnreadableRow,
} from '../gateway/answer.ts'
import { missShape } from '../outbox/rules/absenceProof.ts'
import { learnTemplate } from '../outbox/rules/missTemplate.ts'
import { saysNoToCredentials } from '../session/callErrors.ts'
import { isNo, type Asking, type SearchTold } from './asked.ts'
import { strangerCount, type Tried } from './eitherPlace.ts'
import { quoted } from '../../shared/plainText.ts'

type Profile = Asking['profile']

type Told = (verdict: CheckFinding['verdict'], came: string, meaning: string) => CheckFinding

const about =
  (question: CheckFinding['question'], settings: ProfileSetting[] = []): Told =>
  (verdict, came, meaning) => ({ question, verdict, came, meaning, settings })

export const endedFinding = about('signIn')(
  'stopped',
  'the token is refused',
  'The sign-in has ended. Sign in again, and check once more.',
)

/** @param error null: the sign-in worked */
export function signInFinding(error: GatewayError | null): CheckFinding {
  const found = about('signIn')
  if (error === null) return found('good', 'a token', 'The bank takes this client ID and secret key.')
  const came = errorWords(error)
  if (saysNoToCredentials(error)) {
    return found(
      'stopped',
      came,
      'The client ID or the secret key is wrong, or the bank wants a login token too.',
    )
  }
  return isUnanswered(error)
    ? found('stopped', came, 'The service was not reached. Check partnerUrl, the internet and the proxy.')
    : found(
        'stopped',
        came,
        'This address does not sign in as documented. partnerUrl is the part before /api: is it too long or too short?',
      )
}

/** The terminals, and the keys of the profile that make them readable. */
export function terminalsFinding(
  profile: Profile,
  { way, terminals: { answer } }: Tried,
  wantedId: string | null,
): CheckFinding {
  const settings: ProfileSetting[] = []
  if (way.getParameters !== profile.getParameters) {
    settings.push({ key: 'getParameters', value: way.getParameters })
  }
  if (way.fieldPrefix !== profile.fieldPrefix) settings.push({ key: 'fieldPrefix', value: way.fieldPrefix })
  const { result } = answer
  const found = about('terminals', settings)
  if (!result.ok) {
    return found(
      'stopped',
      errorWords(result.error),
      'Without its terminals nothing can be recorded. Compare the address with the bank’s documents, or ask the bank.',
    )
  }
  const { rows, totalCount, unreadable } = result.value
  const came = `${cameOf(answer)}, ${pageWords(result.value)}`
  const unread = unreadWords(unreadable)
  if (rows.length === 0 && unread === '') {
    return found(
      'stopped',
      came,
      'The bank lists no terminal for this client ID. Ask the bank to add them to it.',
    )
  }
  if (rows.length === 0) return found('stopped', came, `No terminal can be read: ${unread}. Ask the bank.`)
  const isListed = rows.some(({ terminalId }) => terminalId === wantedId)
  if (wantedId !== null && rows.length === totalCount && !isListed) {
    return found('stopped', came, `The bank does not list the terminal ${wantedId} for this client ID.`)
  }
  return unread === ''
    ? found('good', came, 'The terminals can be read.')
    : found('care', came, `Some terminals cannot be read: ${unread}. The others can be used.`)
}

/** From which number the bank counts its pages, and how many rows it takes. */
export function pagesFinding(
  { limits }: Profile,
  { terminals: { pageSize }, otherPage, firstPage }: Tried,
): CheckFinding {
  const settings: ProfileSetting[] = []
  if (firstPage !== limits.firstPage) settings.push({ key: 'limits.firstPage', value: firstPage })
  if (pageSize !== limits.pageSize) settings.push({ key: 'limits.pageSize', value: pageSize })
  const isRefused = pageSize !== limits.pageSize
  const size = isRefused ? `refuses ${limits.pageSize} rows a page and takes ${pageSize}` : 'takes this size'
  const result = otherPage?.answer.result
  const other =
    result === undefined ? 'not asked' : result.ok ? pageWords(result.value) : errorWords(result.error)
  return about('pages', settings)(
    'good',
    `${pageSize} rows a page; page ${1 - firstPage}: ${other}`,
    `The bank counts its pages from ${firstPage}, and ${size}.`,
  )
}

/** Today's transactions. @param lastDay no record can be of a later day */
export function searchFinding(search: SearchTold, terminalId: string, lastDay: string): CheckFinding {
  const found = about('search')
  const { result } = search.answer
  if (!result.ok && isNo(search.answer)) {
    return found(
      'care',
      errorWords(result.error),
      'The bank refuses this list, or has no transaction yet. Check once more after the first sale; if it is still refused, ask the bank to allow this client reports of its transactions.',
    )
  }
  if (!result.ok) {
    return found(
      'stopped',
      errorWords(result.error),
      'The list of transactions cannot be read: Find shows nothing, and sales wait longer after an outage. Ask the bank.',
    )
  }
  const { rows, unreadable } = result.value
  const came = `${cameOf(search.answer)}, ${pageWords(result.value)}`
  const strangers = strangerCount(search, terminalId)
  if (strangers > 0) {
    return found(
      'stopped',
      came,
      `${strangers} of them are not of the terminal ${terminalId}: the bank may not see the parameters. Ask it where they go.`,
    )
  }
  const unread = unreadWords(unreadable)
  if (unread !== '') return found('care', came, `Some transactions cannot be read: ${unread}. Ask the bank.`)
  if (rows.some(({ timeReceived }) => (dayOf(timeReceived) ?? '') > lastDay)) {
    return found(
      'care',
      came,
      'Some are of days that have not come. Check serviceTimeZone, and the clock of this computer.',
    )
  }
  return rows.length === 0
    ? found(
        'good',
        came,
        `None of ${terminalId} since yesterday. Check once more after the first sale, which shows their fields.`,
      )
    : found('good', came, 'The newest transactions can be read.')
}

/** The answer to a search of so many days. */
export interface WidthTold {
  readonly dayCount: number
  readonly answer: Answer<unknown>
}

/** Which days a search may have. Nothing is to be set: Tillside learns it at each start. */
export function daysFinding(
  { dateTo }: SearchTold['days'],
  today: string,
  told: readonly WidthTold[],
): CheckFinding {
  const taken = told.find(({ answer }) => answer.result.ok)
  const width =
    taken === undefined
      ? 'at most two days at a time'
      : taken === told[0]
        ? 'a month at a time'
        : `at most ${taken.dayCount} days at a time`
  const future = dateTo > today ? 'days that have not come' : 'no day that has not come'
  return about('days')(
    'good',
    told.map(({ dayCount, answer }) => `${dayCount} days: ${cameOf(answer)}`).join('; '),
    `A search takes ${future}, and ${width}. Tillside asks so by itself.`,
  )
}

/** The answer about a reference that cannot exist. */
export interface UnknownTold {
  readonly transactionId: string
  readonly answer: Answer<TransactionRecord>
}

export function unknownFinding(told: readonly UnknownTold[]): CheckFinding {
  const came = [...new Set(told.map(({ answer }) => cameOf(answer)))].join('; ')
  const found = about('unknown')
  if (told.some(({ answer }) => answer.result.ok)) {
    return found(
      'stopped',
      came,
      'The check asked for a reference that cannot exist, and the bank returned a record. Ask the bank why before you record a sale.',
    )
  }
  const [one, two] = told.flatMap(({ transactionId, answer }) => {
    const shape = missShape(answer)
    return shape === null ? [] : [{ transactionId, shape }]
  })
  const isKnown = one !== undefined && two !== undefined && learnTemplate(one, two) !== null
  return isKnown
    ? found('good', came, '“Not found” can be told from trouble.')
    : found(
        'care',
        came,
        '“Not found” cannot be told from trouble, so a typed slip waits in To do for a manager. Ask the bank to say it in its usual envelope.',
      )
}

/** A larger difference puts sales on another day. */
const CLOCK_MS_MAX = 5 * 60_000

/** @param aheadMs how far this computer's clock is ahead of the bank's; null where the bank does not tell its time */
export function clockFinding(aheadMs: number | null): CheckFinding {
  const found = about('clock')
  if (aheadMs === null) return found('good', 'no time', 'The bank does not tell its time.')
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  const came = seconds < 2 ? 'no difference' : `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the bank`
  return Math.abs(aheadMs) > CLOCK_MS_MAX
    ? found('care', came, 'Set the clock of this computer: sales would get wrong times.')
    : found('good', came, 'The clock of this computer is right.')
}

/** What came, for a person who compares it with the bank's documents. Secrets are hidden where answers are read. */
function cameOf({ result, evidence }: Answer<unknown>): string {
  if (!result.ok) return errorWords(result.error)
  return `HTTP ${evidence.httpStatus ?? '?'}, a yes`
}

function pageWords(page: Page<unknown>): string {
  const count = page.rows.length + (page.unreadable?.length ?? 0)
  return page.totalCount === null ? `${count} rows, without a count` : `${count} of ${page.totalCount} rows`
}

function errorWords(error: GatewayError): string {
  switch (error.kind) {
    case 'unsent':
      return `no connection (${error.reason})`
    case 'noAnswer':
      return `no answer (${error.reason})`
    case 'http':
      return `HTTP ${error.status}${error.message === null ? '' : `: ${quoted(error.message)}`}`
    case 'malformed':
      return `an answer that cannot be read: ${error.path} ${error.problem}`
    case 'declined':
      return error.message === '' ? 'a no without words' : `a no: ${quoted(error.message)}`
  }
}

const FIELDS_MAX = 3

/** The fields for which rows cannot be read, as the bank writes them; empty if all can. */
function unreadWords(unreadable: readonly UnreadableRow[] | undefined = []): string {
  const fields = unreadable.map(({ field, problem, shape }) =>
    [field, problem, ...(shape === '' ? [] : [shape])].join(' '),
  )
  return [...new Set(fields)].slice(0, FIELDS_MAX).join('; ')
}
