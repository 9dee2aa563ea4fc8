import { expect, test } from 'vitest'
import { SaleState } from '../shared/sale.ts'
import { everyState } from './coverage.ts'

test('no state of a sale is left out of the coverage', () => {
  expect(everyState).toEqual(SaleState.options)
})
