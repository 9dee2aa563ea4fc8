import { expect, test } from 'vitest'
import type { Answer, Page, TransactionRecord } from '../gateway/answer.ts'
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
  expect(asked).toEqual([AFTER, TOMORROW])
})

const FUTURE_WORDS = 'dateTo cannot be in the future'

test('a no to days that have come, or one about everything, is the answer', async () => {
  const past = service(() => FUTURE)
  expect(await past.to(TODAY)).toMatchObject({ incompleteReason: 'readFailed' })
  expect(past.asked).toEqual([TODAY])
  const always = service(() => FUTURE)
  expect(await always.to(AFTER)).toMatchObject({ incompleteReason: 'readFailed', pagesRead: 0 })
})
