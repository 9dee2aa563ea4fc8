import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { ViewPreferences, STANDARD_VIEW_PREFERENCES } from '../../shared/viewPreferences.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { fakeLog, FakeSettings } from '../session/testing/fakes.ts'
import { createViewPreferences } from './viewPreferences.ts'

const mine: ViewPreferences = {
  paneWidthPx: 500,
  saleFilter: 'late',
  saleOrder: 'oldest',
  saleRange: 'week',
  isWelcomed: true,
}

function bench(kept?: unknown) {
  const settings = new FakeSettings()
  if (kept !== undefined) settings.values.set('viewPreferences', kept)
  return { settings, open: () => createViewPreferences(settings, fakeLog().log) }
}

test('it starts with the defaults, and stored values are there after a restart', () => {
  const { open } = bench()
  const keeper = open()
  expect(keeper.get()).toEqual(STANDARD_VIEW_PREFERENCES)
  expect(keeper.keep(mine)).toEqual({ ok: true, value: mine })
  expect(open().get()).toEqual(mine)
})

test('a disk that refuses is reported, and the stored values stay', () => {
  const { open, settings } = bench(mine)
  settings.isBroken = true
  expect(open().keep(STANDARD_VIEW_PREFERENCES)).toMatchObject({ error: { code: 'notSaved' } })
  expect(open().get()).toEqual(mine)
})

test('with any content of the file: the lists open, with values within their bounds', () => {
  const shaped = fc.record({
    paneWidthPx: fc.anything(),
    saleFilter: fc.anything(),
    saleOrder: fc.anything(),
  })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), shaped), (kept) => {
      expect(parseUnknown(ViewPreferences, bench(kept).open().get()).ok).toBe(true)
    }),
    { numRuns: 300 },
  )
})
