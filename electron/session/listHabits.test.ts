import { expect, test } from 'vitest'
import type { Answer, Page, TransactionRecord } from '../gateway/answer.ts'
import { createListHabits } from './listHabits.ts'
import { answerOf, failureOf, pageOf, record } from './testing/fakes.ts'

const no = (message: string) => failureOf({ kind: 'declined', message })

/** A service that answers by the page size of the question. */
function service(answers: (pageSize: number) => Answer<Page<TransactionRecord>>) {
  const habits = createListHabits(1)
  const asked: number[] = []
  const page = (pageSize: number) =>
    habits.page('records', { pageNumber: 1, pageSize }, async (page) => {
      asked.push(page.pageSize)
      return answers(page.pageSize)
    })
  return { asked, page }
}

const list = answerOf(pageOf([record(1)], { pageNumber: 1, pageSize: 10 }))

test('a size that is refused is asked for smaller, and from then on at once', async () => {
  const { asked, page } = service((size) => (size > 10 ? no('pageSize is too large') : list))
  expect(await page(100)).toBe(list)
  expect(await page(100)).toBe(list)
  expect(asked).toEqual([100, 20, 10, 10])
})

test('a small size that is refused is asked for larger', async () => {
  const { asked, page } = service((size) => (size < 10 ? no('pageSize is too small') : list))
  expect(await page(1)).toBe(list)
  expect(await page(1)).toBe(list)
  expect(asked).toEqual([1, 20, 20])
})

test('a no that is not about the size is returned as it came, and the size is soon not doubted any more', async () => {
  const busy = no('Busy')
  const { asked, page } = service(() => busy)
  for (let each = 0; each < 4; each += 1) expect(await page(100)).toBe(busy)
  expect(asked).toEqual([100, 20, 10, 100, 20, 10, 100, 100])
})

test('a size that has worked is not doubted, and a no in other words is not about the size', async () => {
  const answers = [list, no('Nothing there')]
  const worked = service(() => answers.shift() ?? list)
  await worked.page(100)
  expect(await worked.page(100)).toMatchObject({ result: { ok: false } })
  expect(worked.asked).toEqual([100, 100])
  const other = service((size) => no(`trace ${size}`))
  await other.page(100)
  expect(other.asked).toEqual([100, 20])
})
