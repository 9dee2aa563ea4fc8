import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { expect } from '../pages/expect.ts'
import { chip } from '../pages/lists.ts'
import { lastSale, recordButton, recordSale } from '../pages/sale.ts'
import { connection } from '../pages/shell.ts'
import type { Scene } from './scene.ts'
import type { Step } from './walk.ts'

const SALE = { amount: '250', reference: 'FIRST-MINUTE-1' } as const

/** The part of the practice bank's file that the demo reads. */
const Books = z.object({
  books: z.object({ records: z.array(z.object({ transactionId: z.string(), isSeeded: z.boolean() })) }),
})

export function practiceSteps(scene: Scene): readonly Step[] {
  return [
    {
      number: 1,
      name: 'first start in Practice, signed in',
      picture: 'practice',
      needs: [],
      run: async () => {
        const app = await scene.openPractice()
        const { page } = app
        await expect(page.getByText('Practice. Nothing here is real.')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Client practice' })).toBeVisible()
        await expect(recordButton(page)).toBeVisible()
        expect(app.windowTitle).toBe('PRACTICE – Tillside')
        await recordSale(page, SALE)
        await expect(chip(lastSale(page, SALE.reference))).toHaveText(/^(?:On its way|Paid)$/u)
        await expect(connection(page)).toHaveText('Online')
        const file = path.join(app.dataDir, 'practice/practice-bank.json')
        const ours = async () => {
          const { books } = z.parse(Books, JSON.parse(await readFile(file, 'utf8')))
          return books.records.filter(({ isSeeded }) => !isSeeded).map(({ transactionId }) => transactionId)
        }
        await expect.poll(ours).toEqual([SALE.reference])
        expect([app.cspViolations, app.externalRequests]).toEqual([[], []])
      },
    },
  ]
}
