import { daysBetween } from '../../shared/serviceTime.ts'
import { jsonText } from '../jsonText.ts'
import { readObject } from '../wire/envelopeHabits.ts'
import { declined, type BankAnswer } from '../wire/exchange.ts'
import {
  asText,
  isRow,
  ofJson,
  ofLists,
  READS,
  renamed,
  textOf,
  without,
  type Asked,
  type Deviation,
} from './changes.ts'

const expired = (answer: BankAnswer): Deviation => ({
  meaning: `a token lives ten minutes, and its end is answered by ${answer.status} ${answer.headers['content-type'] ?? ''}`,
  options: { tokenLifeMs: 600_000, expiredToken: 'status401', refusals: 'httpStatus' },
  answer: (honest) => (honest.status === 401 ? answer : honest),
})
const HTML = { 'content-type': 'text/html' }
const missing = (answer: BankAnswer): Deviation => ({
  meaning: `an unknown reference is answered by ${answer.status} ${answer.body === '' ? 'without a body' : 'and a page'}`,
  options: { notFound: 'status404' },
  answer: (honest, { endpoint }) =>
    endpoint === 'settlementStatus' && honest.status === 404 ? answer : honest,
})
type Refuses = (asked: Asked) => boolean
const isFuture: Refuses = ({ parameters, today }) => String(parameters['dateTo']) > today
const isWider =
  (days: number): Refuses =>
  ({ parameters }) =>
    daysBetween(String(parameters['dateFrom']), String(parameters['dateTo'])) > days
/** As frameworks answer what breaks their own rules: without the service's envelope. */
const INVALID: BankAnswer = {
  status: 400,
  headers: { 'content-type': 'application/problem+json' },
  body: jsonText({ title: 'One or more validation errors occurred.', status: 400 }),
}
const refusedSearch = (which: string, refuses: Refuses, no: BankAnswer): Deviation => ({
  meaning: `a search ${which} is refused${no === INVALID ? ' by a bare 400' : ''}`,
  answer: (honest, asked) => (asked.endpoint === 'searchTransactions' && refuses(asked) ? no : honest),
})

/** How a bank may write its envelopes and pages, and what it may say to days, tokens and unknown references. */
export const answerDeviations = {
  // The envelopes.
  countsAreText: {
    meaning: 'totalCount and currentPage are text',
    answer: ofLists((json) => ({
      ...json,
      totalCount: asText(json['totalCount'] ?? null),
      currentPage: asText(json['currentPage'] ?? null),
    })),
  },
  noTotalCount: { meaning: 'lists without totalCount', answer: ofLists(without('totalCount')) },
  twoLists: {
    meaning: 'data has two lists',
    answer: ofLists((json) => ({ ...json, data: { items: json['data'] ?? [], more: [] } })),
  },
  noHasNextPage: { meaning: 'no hasNextPage', answer: ofLists(without('hasNextPage')) },
  noCurrentPage: { meaning: 'no currentPage', answer: ofLists(without('currentPage')) },
  countAlone: {
    meaning: 'of the paging, totalCount alone',
    answer: ofLists(without('hasNextPage', 'currentPage')),
  },
  rowsUnderItems: {
    meaning: 'the rows of a list are under data.items',
    answer: ofLists((json) => ({ ...json, data: { items: json['data'] ?? [] } })),
  },
  pageInData: {
    meaning: 'rows and paging are in data',
    answer: ofLists(({ status, message, data, ...page }) => ({
      status: status ?? true,
      message: message ?? '',
      data: { records: data ?? [], ...page },
    })),
  },
  nullMessage: { meaning: 'message is null', answer: ofJson((json) => ({ ...json, message: null })) },
  noMessageOnReads: {
    meaning: 'reads and logins have no message',
    answer: ofJson((json, { endpoint }) =>
      endpoint === 'login' || READS.includes(endpoint) ? without('message')(json) : json,
    ),
  },
  textJson: {
    meaning: 'the content type is text/json',
    answer: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/json; charset=utf-8' },
    }),
  },
  noContentType: {
    meaning: 'reads and logins have no content type',
    answer: (answer, { endpoint }) =>
      endpoint === 'login' || READS.includes(endpoint) ? { ...answer, headers: {} } : answer,
  },
  byteOrderMark: {
    meaning: 'each body begins with a byte order mark',
    answer: (answer) => ({ ...answer, body: `\uFEFF${answer.body}` }),
  },
  textFlags: { meaning: 'flags of envelopes are text', options: { textValues: true } },
  capitalKeys: {
    meaning: 'keys of envelopes begin with a capital',
    options: { envelopeKeys: 'capitalised' },
  },
  isSuccessfulOnReads: {
    meaning: 'reads say isSuccessful',
    answer: ofJson((json, { endpoint }) =>
      READS.includes(endpoint) ? renamed((key) => (key === 'status' ? 'isSuccessful' : key))(json) : json,
    ),
  },
  statusAtLogin: {
    meaning: 'login says status',
    answer: ofJson((json, { endpoint }) =>
      endpoint === 'login' ? renamed((key) => (key === 'isSuccessful' ? 'status' : key))(json) : json,
    ),
  },
  recordInList: {
    meaning: 'one record is a list of one',
    answer: ofJson((json, { endpoint }) =>
      endpoint === 'settlementStatus' && isRow(json['data'] ?? null)
        ? { ...json, data: [json['data'] ?? null] }
        : json,
    ),
  },
  // The pages.
  pagesFromZero: {
    meaning: 'pages are counted from 0',
    answer: (answer, { parameters, again }) => {
      const page = Number(parameters['pageNumber'])
      return Number.isNaN(page) ? answer : ofPage(again({ pageNumber: String(page + 1) }), page)
    },
  },
  echoFromZero: {
    meaning: 'pages are counted from 1, and echoed from 0',
    answer: ofLists((json) => ({ ...json, currentPage: Number(textOf(json['currentPage'] ?? 0)) - 1 })),
  },
  smallPages: { meaning: 'a page has at most five rows', options: { largerPages: 'capped', pageSizeMax: 5 } },
  largePagesRefused: {
    meaning: 'a page size above 20 is refused',
    options: { largerPages: 'refused', pageSizeMax: 20 },
  },
  largePagesInvalid: {
    meaning: 'a page size above 20 is refused by a bare 400',
    answer: (answer, { parameters }) => (Number(parameters['pageSize']) > 20 ? INVALID : answer),
  },
  smallPagesRefused: {
    meaning: 'a page size below 10 is refused',
    answer: (answer, { parameters }) =>
      Number(parameters['pageSize']) < 10 ? declined('pageSize must be at least 10') : answer,
  },
  oldestFirst: { meaning: 'the oldest record comes first', options: { recordOrder: 'oldestFirst' } },
  // The days.
  lastDayLeftOut: { meaning: 'a search leaves its last day out', options: { dateToIncluded: false } },
  emptyIsNull: { meaning: 'an empty list is null', options: { emptyList: 'nullData' } },
  emptyIsNo: { meaning: 'an empty list is a no', options: { emptyList: 'declined' } },
  futureRefused: refusedSearch(
    'to a day that has not come',
    isFuture,
    declined('dateTo cannot be in the future'),
  ),
  futureInvalid: refusedSearch('to a day that has not come', isFuture, INVALID),
  weekAtMost: refusedSearch(
    'of more than seven days',
    isWider(7),
    declined('Date range must not exceed 7 days'),
  ),
  weekInvalid: refusedSearch('of more than seven days', isWider(7), INVALID),
  threeDaysAtMost: refusedSearch('of more than three days', isWider(2), declined('At most 3 days')),
  dayAtMost: refusedSearch('of more than one day', isWider(0), declined('One day at most')),
  // The tokens.
  expired403: {
    meaning: 'a token lives ten minutes, and its end is a 403',
    options: { tokenLifeMs: 600_000, expiredToken: 'status403' },
  },
  expiredNo: {
    meaning: 'a token lives ten minutes, and its end is a no',
    options: { tokenLifeMs: 600_000, expiredToken: 'declined' },
  },
  expiredUnsuccessful: {
    meaning: 'a token lives ten minutes, and its end is isSuccessful: false',
    options: { tokenLifeMs: 600_000, expiredToken: 'isSuccessfulFalse' },
  },
  expiredPage: expired({ status: 200, headers: HTML, body: '<html>Sign in</html>' }),
  expired500: expired({ status: 500, headers: {}, body: '' }),
  expiredRedirect: expired({ status: 302, headers: { location: '/login' }, body: '' }),
  // Unknown references.
  missNullData: { meaning: 'an unknown reference is a yes with null', options: { notFound: 'nullData' } },
  miss404: {
    meaning: 'an unknown reference is a 404 with the bank’s envelope',
    options: { notFound: 'status404' },
  },
  missTraced: {
    meaning: 'an unknown reference is a no with a new trace each time',
    options: { notFoundSays: 'traced' },
  },
  missEmpty404: missing({ status: 404, headers: {}, body: '' }),
  missHtml404: missing({ status: 404, headers: HTML, body: '<h1>Not found</h1>' }),
  miss500: missing({ status: 500, headers: HTML, body: '<h1>Error</h1>' }),
} satisfies Readonly<Record<string, Deviation>>

function ofPage(answer: BankAnswer, currentPage: number): BankAnswer {
  const json = readObject(answer.body)
  if (json === undefined || !Object.hasOwn(json, 'currentPage')) return answer
  return { ...answer, body: jsonText({ ...json, currentPage }) }
}
