import { expect, test } from 'vitest'
import type { Answer, Page, TransactionRecord } from '../gateway/answer.ts'
import { addDays, daysBetween } from '../../shared/serviceTime.ts'
import { createReadByDays } from './readByDays.ts'
import { answerOf, failureOf, pageOf, record } from './testing/fakes.ts'

const TODAY = '2026-11-20'
const TOMORROW = '2026-11-21'
const AFTER = '2026-11-22'
const no = (message: string) => failureOf({ kind: 'declined', message })
const FUTURE = no('dateTo cannot be in the future')

/** A service that answers by the last day of the question. */
function service(answers: (dateTo: string) => Answer<Page<TransactionRecord>>) {
  const asked: string[] = []
  const read = createReadByDays(
    { clientId: () => 'C', generation: () => 1, pages: { firstPage: 1 } },
    () => TODAY,
  )
  const to = (dateTo: string) =>
    read(
      { dateFrom: '2026-11-18', dateTo },
      {
        pageSize: 10,
        ask: async (days) => {
          asked.push(days.dateTo)
          return answers(days.dateTo)
        },
      },
    )
  return { asked, to }
}

const listOf = (...days: readonly string[]) =>
  answerOf(
    pageOf(
      days.map((day, at) => record(at + 1, { timeReceived: `${day}T10:00:00` })),
      { pageNumber: 1, pageSize: 10 },
    ),
  )

test('a service that takes days to come is asked once', async () => {
  const { asked, to } = service(() => listOf('2026-11-19'))
  expect(await to(AFTER)).toMatchObject({ incompleteReason: null })
  expect(asked).toEqual([AFTER])
})

test('days to come are refused: to tomorrow, then to today; complete with a record of today alone', async () => {
  const refusing = (list: Answer<Page<TransactionRecord>>) =>
    service((dateTo) => (dateTo > TODAY ? FUTURE : list))
  const shown = refusing(listOf('2026-11-19', TODAY))
  expect(await shown.to(AFTER)).toMatchObject({ incompleteReason: null, totalCount: 2 })
  expect(shown.asked).toEqual([AFTER, TOMORROW, TODAY])
  for (const list of [listOf('2026-11-19'), listOf()])
    expect(await refusing(list).to(AFTER)).toMatchObject({ incompleteReason: 'lastDayUnsure' })
})

test('a service whose day is tomorrow already takes tomorrow, and must show a record of that day', async () => {
  const ahead = (list: Answer<Page<TransactionRecord>>) =>
    service((dateTo) => (dateTo > TOMORROW ? FUTURE : list))
  const unsure = ahead(listOf(TODAY))
  expect(await unsure.to(AFTER)).toMatchObject({ incompleteReason: 'lastDayUnsure' })
  expect(unsure.asked).toEqual([AFTER, TOMORROW])
  expect(await ahead(listOf(TODAY, TOMORROW)).to(AFTER)).toMatchObject({ incompleteReason: null })
})

test('other words than the first refusal say nothing about days: the first answer counts', async () => {
  const { asked, to } = service((dateTo) =>
    dateTo === AFTER ? FUTURE : dateTo === TOMORROW ? no('Busy') : listOf(TODAY),
  )
  expect(await to(AFTER)).toMatchObject({ incompleteReason: 'readFailed', error: { message: FUTURE_WORDS } })
  expect(asked.slice(0, 2)).toEqual([AFTER, TOMORROW])
  expect(asked).not.toContain(TODAY)
})

/** A service with a record of each day, which takes questions of at most so many days from first to last. */
function narrow(widest: number, refused = no('Too many days')) {
  const asked: string[] = []
  const read = createReadByDays(
    { clientId: () => 'C', generation: () => 1, pages: { firstPage: 1 } },
    () => TODAY,
  )
  const of = (dateFrom: string, dateTo: string) =>
    read(
      { dateFrom, dateTo },
      {
        pageSize: 100,
        ask: async (days) => {
          asked.push(`${days.dateFrom.slice(5)} ${days.dateTo.slice(5)}`)
          const width = daysBetween(days.dateFrom, days.dateTo)
          if (width > widest) return refused
          // It leaves both ends out.
          const inside = Array.from({ length: Math.max(width - 1, 0) }, (_, at) =>
            addDays(days.dateFrom, at + 1),
          )
          return answerOf(
            pageOf(
              inside.map((day) =>
                record(daysBetween('2026-01-01', day), { timeReceived: `${day}T10:00:00` }),
              ),
              { pageNumber: 1, pageSize: 100 },
            ),
          )
        },
      },
    )
  return { asked, of }
}

test.each([
  [30, 1 + 2],
  [6, 2 + 8],
  [2, 3 + 39],
])(
  'a service that takes at most %i days is asked in parts that overlap, and each day is there',
  async (widest, questions) => {
    const { asked, of } = narrow(widest)
    const list = await of('2026-10-10', '2026-11-19')
    expect(list).toMatchObject({ incompleteReason: null, totalCount: 39, error: null })
    const days = list === 'notSignedIn' ? [] : list.rows.map(({ timeReceived }) => timeReceived.slice(0, 10))
    expect(days.toSorted()).toEqual(Array.from({ length: 39 }, (_, at) => addDays('2026-10-11', at)))
    expect(asked).toHaveLength(questions)
    // What it takes is remembered.
    asked.length = 0
    await of('2026-11-10', '2026-11-19')
    expect(asked[0]).toBe(widest === 30 ? '11-10 11-19' : `11-${19 - widest} 11-19`)
  },
)

test('a service that takes a single day is told as it answered, and is not asked narrower for ever', async () => {
  const { asked, of } = narrow(0)
  for (let time = 0; time < 4; time += 1)
    expect(await of('2026-10-10', '2026-11-19')).toMatchObject({
      incompleteReason: 'readFailed',
      error: { message: 'Too many days' },
    })
  expect(asked).toHaveLength(4 + 4 + 1 + 1)
})

test('a part that fails leaves the list incomplete', async () => {
  let questions = 0
  const read = createReadByDays(
    { clientId: () => 'C', generation: () => 1, pages: { firstPage: 1 } },
    () => TODAY,
  )
  const list = await read(
    { dateFrom: '2026-11-01', dateTo: '2026-11-19' },
    {
      pageSize: 10,
      ask: async () => {
        questions += 1
        if (questions === 1) return no('Too many days')
        return questions === 2 ? listOf('2026-11-18') : no('Busy')
      },
    },
  )
  expect(list).toMatchObject({ incompleteReason: 'readFailed', totalCount: null, pagesRead: 1 })
})

const FUTURE_WORDS = 'dateTo cannot be in the future'

test('a no to days that have come, or one about everything, is the answer', async () => {
  const past = service(() => FUTURE)
  expect(await past.to(TODAY)).toMatchObject({ incompleteReason: 'readFailed' })
  expect(past.asked).toEqual([TODAY])
  const always = service(() => FUTURE)
  expect(await always.to(AFTER)).toMatchObject({ incompleteReason: 'readFailed', pagesRead: 0 })
})
