import { expect, test } from 'vitest'
import { strings } from '../../../renderer/strings/strings.ts'
import { chipFor } from '../../../renderer/features/sales/saleWords.ts'
import { detailStates, withUnsent } from './detail.ts'

test('the detail has a picture under every chip', () => {
  const shown = detailStates.map(([, reference]) =>
    withUnsent.find((sale) => sale.transactionId === reference),
  )
  const chips = shown.map((sale) => sale && chipFor(sale))
  expect(new Set(chips)).toEqual(new Set(Object.keys(strings.chip)))
})
