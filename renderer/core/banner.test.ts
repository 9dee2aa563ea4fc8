import { expect, test } from 'vitest'
import type { QueueView } from '../../shared/sale.ts'
import { queueOf } from '../testing/salesDouble.ts'
import {
  appInfo,
  changedPayout,
  online,
  signedIn,
  soundStorage,
  terminalListOf,
} from '../testing/fixtures.ts'
import type { PutAway } from './bannerKinds.ts'
import {
  bannerFor,
  serviceText,
  clockText,
  lateText,
  notCheckedText,
  putAwayAfter,
  totalsOf,
} from './banner.ts'

const facts = {
  app: appInfo,
  screen: 'todo' as const,
  terminals: terminalListOf(),
  session: signedIn,
  signInState: { isOpen: false, isBusy: false, problem: null },
  connection: online,
  storage: soundStorage,
  queue: queueOf([], 1),
  putAway: {},
  leavesWhenSent: false,
  backup: { view: null, isBusy: false, made: null, chosen: null, problem: null },
}
const NONE = { count: 0, kobo: 0 }
const offline = { status: 'offline', problem: null, lastContactAtMs: null, clockAheadMs: null } as const

test('signing in again comes before being offline, and both before how the sign-in is stored', () => {
  const expired = { ...signedIn, status: 'expired' } as const
  expect(bannerFor({ ...facts, session: expired, connection: offline })).toBe('signInAgain')
  expect(bannerFor({ ...facts, session: { ...signedIn, keptAs: 'thisRunOnly' }, connection: offline })).toBe(
    'offline',
  )
  expect(bannerFor({ ...facts, session: { ...signedIn, keptAs: 'thisRunOnly' } })).toBe('thisRunOnly')
  expect(bannerFor({ ...facts, session: { ...signedIn, keptAs: 'thisRunSoFar' } })).toBe('thisRunSoFar')
})

test('that a backup is due comes after all else, and can be put away', () => {
  const view = { lastAtMs: null, isDue: true, isFresh: false, givenAwayAtMs: null }
  const due = { ...facts, backup: { ...facts.backup, view } }
  expect(bannerFor(due)).toBe('backupDue')
  expect(bannerFor({ ...due, queue: { ...due.queue, lateCount: 1 } })).toBe('late')
  expect(bannerFor({ ...due, putAway: { backupDue: NONE } })).toBeNull()
  expect(bannerFor({ ...due, backup: { ...facts.backup, view: { ...view, isDue: false } } })).toBeNull()
})

test('a changed payout comes before late sales, on every screen but Sale, which says more of its own terminal', () => {
  const own = {
    ...facts,
    queue: { ...facts.queue, payoutCount: 1, lateCount: 1 },
    terminals: changedPayout(),
  }
  expect(bannerFor(own)).toBe('payout')
  expect(bannerFor({ ...own, screen: 'sale' })).toBe('late')
  expect(bannerFor({ ...own, screen: 'sale', terminals: facts.terminals })).toBe('payout')
  const putAway = { payout: totalsOf('payout', own.queue) }
  expect(bannerFor({ ...own, putAway })).toBe('late')
  expect(bannerFor({ ...own, putAway, queue: { ...own.queue, payoutCount: 2 } })).toBe('payout')
})

test('what cannot be read, and the words of a refusal, are in the banner', () => {
  const connection = { ...offline, status: 'serviceRefuses', problem: 'Not allowed' } as const
  expect(bannerFor({ ...facts, connection })).toBe('serviceRefuses')
  expect(serviceText('serviceRefuses', 'Not allowed')).toContain(
    'refuses to list its records: ‘Not allowed’.',
  )
  expect(serviceText('serviceRefuses', null)).toContain('refuses to list its records. ')
  expect(serviceText('serviceRefuses', 'x'.repeat(400)).length).toBeLessThan(300)
  expect(serviceText('serviceOdd', 'data.0.amount')).toContain('(data.0.amount)')
  expect(serviceText('serviceOdd', null)).not.toContain('(')
})

test('in Practice no banner says how the sign-in is stored, but one says that it is offline', () => {
  const practice = { ...facts, app: { ...appInfo, environment: 'practice' } as const }
  expect(bannerFor({ ...practice, session: { ...signedIn, keptAs: 'thisRunOnly' } })).toBeNull()
  expect(bannerFor({ ...practice, connection: offline })).toBe('offline')
})

test('while signed out there is no banner about the network, since no sale can be recorded', () => {
  const signedOut = { status: 'signedOut', clientId: null, keptAs: 'nothing' } as const
  expect(bannerFor({ ...facts, session: signedOut, connection: offline })).toBeNull()
})

test('on the sign-in screen no banner asks to sign in, and one about the sales file still comes first', () => {
  const expired = { ...facts, session: { ...signedIn, status: 'expired' } as const }
  const signingIn = { ...expired, signInState: { isOpen: true, isBusy: false, problem: null } }
  expect(bannerFor(expired)).toBe('signInAgain')
  expect(bannerFor(signingIn)).toBeNull()
  const failing = { ...soundStorage, status: 'failing' } as const
  expect(bannerFor({ ...signingIn, storage: failing })).toBe('storageFailing')
})

test('sales that are due and were not checked have a banner where none is late', () => {
  const queue = { ...queueOf([], 1), notCheckedCount: 3, notCheckedKobo: 150_050 }
  expect(bannerFor({ ...facts, queue })).toBe('notChecked')
  expect(bannerFor({ ...facts, queue: { ...queue, lateCount: 1 } })).toBe('late')
  expect(notCheckedText(queue)).toContain('3 sales (₦1,500.50)')
  const one = { ...queue, notCheckedCount: 1 }
  expect(notCheckedText(one)).toBe(
    'Payment of 1 sale (₦1,500.50) is due, but the bank has not told us about it for a while.',
  )
})

test('ux 44: late sales are counted with their sum and the time limit, unless the bank cannot be reached', () => {
  const queue = { ...queueOf([], 1), lateCount: 2, lateKobo: 150_050 }
  expect(bannerFor({ ...facts, queue })).toBe('late')
  expect(bannerFor({ ...facts, queue, connection: offline })).toBe('offline')
  const thisRun = { ...facts, queue, session: { ...signedIn, keptAs: 'thisRunOnly' } as const }
  expect(bannerFor(thisRun)).toBe('thisRunOnly')
  expect(bannerFor({ ...thisRun, putAway: { thisRunOnly: NONE } })).toBe('late')
  expect(lateText(queue, 30)).toBe(
    'The bank accepted 2 sales (₦1,500.50) more than 30 minutes ago, and has not said that the money is paid.',
  )
  expect(lateText({ ...queue, lateCount: 1 }, 2_880)).toContain(
    'The bank accepted 1 sale (₦1,500.50) more than 2 days ago',
  )
})

test('a banner that was put away comes back when something is added to it, and only then', () => {
  const late = (lateCount: number, lateKobo: number) => ({ ...queueOf([], 1), lateCount, lateKobo })
  const shown = (queue: QueueView, putAway: PutAway) => bannerFor({ ...facts, queue, putAway })
  const two = late(2, 500)
  const putAway = { late: totalsOf('late', two) }
  expect(shown(two, putAway)).toBeNull()
  // Put away for late sales alone.
  expect(shown({ ...two, notCheckedCount: 1 }, putAway)).toBe('notChecked')
  expect(shown(late(3, 600), putAway)).toBe('late')
  // One was paid, and another became late.
  expect(shown(late(2, 700), putAway)).toBe('late')
  const one = late(1, 300)
  const lower = putAwayAfter(putAway, one)
  expect(shown(one, lower)).toBeNull()
  expect(shown(two, lower)).toBe('late')
  expect(putAwayAfter(putAwayAfter(putAway, late(3, 600)), two)).toEqual({})
  expect(bannerFor({ ...facts, queue: two, putAway, connection: offline })).toBe('offline')
})

test('no banner where there is nothing to say', () => {
  expect(bannerFor(facts)).toBeNull()
  expect(
    bannerFor({
      ...facts,
      session: { ...signedIn, keptAs: 'thisRunOnly' },
      putAway: { thisRunOnly: NONE },
    }),
  ).toBeNull()
})

const news = { kind: 'salvaged', atMs: 1, keptAs: 'sales.damaged-1.db', unreadableSales: 2 } as const

test('a file that cannot be written comes before everything, and its news before the connection', () => {
  const failing = { ...soundStorage, status: 'failing', news } as const
  expect(bannerFor({ ...facts, connection: offline, storage: failing })).toBe('storageFailing')
  const readOnly = { ...soundStorage, status: 'readOnly', news } as const
  expect(bannerFor({ ...facts, connection: offline, storage: readOnly })).toBe('storageReadOnly')
  expect(bannerFor({ ...facts, connection: offline, storage: { ...soundStorage, news } })).toBe('storageNews')
})

test('a clock that is wrong by more than five minutes comes after signing in and before being offline', () => {
  const wrong = (clockAheadMs: number) => ({ ...offline, clockAheadMs })
  expect(bannerFor({ ...facts, connection: wrong(2 * 3_600_000) })).toBe('clockWrong')
  expect(bannerFor({ ...facts, connection: wrong(-300_001) })).toBe('clockWrong')
  expect(bannerFor({ ...facts, connection: wrong(300_000) })).toBe('offline')
  const expired = { ...signedIn, status: 'expired' } as const
  expect(bannerFor({ ...facts, session: expired, connection: wrong(9_000_000) })).toBe('signInAgain')
})

test('the text says how wrong the clock is, ahead or behind, and where to set it', () => {
  expect(clockText(-2 * 3_600_000, 'windows')).toBe(
    'This computer’s clock is wrong by about 2 hours. Correct it in Windows Settings, or times may be wrong on your records.',
  )
  expect(clockText(-5 * 24 * 3_600_000, 'linux')).toContain('about 5 days. Correct it in the system settings')
  expect(clockText(7 * 60_000, 'mac')).toContain('about 7 minutes. Correct it in System Settings')
})

test('a requested sign-out once all is sent has a banner, unless the sign-in has expired', () => {
  const leaving = { ...facts, leavesWhenSent: true }
  expect(bannerFor({ ...leaving, connection: offline })).toBe('leavingSoon')
  expect(bannerFor({ ...leaving, session: { ...signedIn, status: 'expired' } })).toBe('signInAgain')
})
