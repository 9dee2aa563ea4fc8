import { expect, test } from 'vitest'
import { UpdateFailure, UpdatesView } from '../../../shared/updates.ts'
import { queueOf } from '../../testing/salesDouble.ts'
import { saleOf, updates } from '../../testing/fixtures.ts'
import { updateHelp, updateOffer, updateText } from './updateWords.ts'

const queue = queueOf(
  [
    saleOf({ transactionId: 'A', sequence: 1 }),
    saleOf({ transactionId: 'B', sequence: 2, state: 'unknown' }),
    saleOf({ transactionId: 'C', sequence: 3, state: 'accepted' }),
  ],
  1,
)
const at = (part: Partial<UpdatesView>): UpdatesView => ({
  ...updates,
  version: '0.2.0',
  checkedAtMs: new Date(2026, 10, 20, 9, 30).getTime(),
  ...part,
})

test('every status has its sentence, and at most one next step', () => {
  const said = UpdatesView.def.shape.status.def.entries
  expect(
    Object.values(said).map((status) => [
      status,
      updateText(at({ status })).slice(0, 34),
      updateOffer(at({ status })),
    ]),
  ).toEqual([
    ['off', 'Updates are off. The person who se', null],
    ['notChecked', 'We have not checked for a newer ve', 'check'],
    ['checking', 'Asking for a newer version…', null],
    ['upToDate', 'There was no newer version at 09:3', 'check'],
    ['available', 'Version 0.2.0 is available.', 'download'],
    ['downloading', 'Version 0.2.0 is being downloaded.', null],
    ['ready', 'Version 0.2.0 is downloaded and ca', 'install'],
    ['installing', 'Version 0.2.0 is being installed. ', null],
    ['failed', 'We could not check for a newer ver', 'check'],
  ])
})

test('every reason has its own sentence that says what was not done', () => {
  const texts = Object.values(UpdateFailure.def.entries).map((failure) =>
    updateText(at({ status: 'failed', failure })),
  )
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).toMatch(/\b(?:not|no|cannot|Nothing)\b/iu)
  expect(updateText(at({ status: 'failed', failure: 'notInstalled' }))).toContain('again as version 0.1.0')
})

test('before an installation the waiting sales are called safe, with their count and amount', () => {
  const safe = 'Safe on this computer, to be continued afterwards: 2 sales (₦10,000.00).'
  expect(updateHelp(at({ status: 'ready' }), queue)).toContain(safe)
  expect(updateHelp(at({ status: 'installing' }), queue)).toContain(safe)
  expect(updateHelp(at({ status: 'ready' }), queueOf([], 1))).toHaveLength(1)
  expect(updateHelp(at({ status: 'ready' }), null)).toHaveLength(1)
})

test('where Tillside cannot install an update itself, the text says who does, and no download is offered', () => {
  const byHand = at({ status: 'available', isInstalledHere: false })
  expect(updateOffer(byHand)).toBe('check')
  expect(updateHelp(byHand, queue).join(' ')).toContain(
    'The person who looks after this computer installs it.',
  )
})
