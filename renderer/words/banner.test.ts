import { expect, test } from 'vitest'
import { appInfo, online, signedIn } from '../testing/fixtures.ts'
import { bannerFor } from './banner.ts'

const facts = { app: appInfo, session: signedIn, connection: online, thisRunOnlyDismissed: false }
const offline = { status: 'offline', lastContactAtMs: null } as const

test('signing in again comes before being offline, and both before how the sign-in is kept', () => {
  const expired = { ...signedIn, status: 'expired' } as const
  expect(bannerFor({ ...facts, session: expired, connection: offline })).toBe('signInAgain')
  expect(bannerFor({ ...facts, session: { ...signedIn, keptAs: 'thisRunOnly' }, connection: offline })).toBe(
    'offline',
  )
  expect(bannerFor({ ...facts, session: { ...signedIn, keptAs: 'thisRunOnly' } })).toBe('thisRunOnly')
})

test('practice is not told how its sign-in is kept, but is told that it is offline', () => {
  const practice = { ...facts, app: { ...appInfo, environment: 'practice' } as const }
  expect(bannerFor({ ...practice, session: { ...signedIn, keptAs: 'thisRunOnly' } })).toBeNull()
  expect(bannerFor({ ...practice, connection: offline })).toBe('offline')
})

test('signed out there is no banner: nobody can record a sale there, whatever the network does', () => {
  const signedOut = { status: 'signedOut', clientId: null, keptAs: 'nothing' } as const
  expect(bannerFor({ ...facts, session: signedOut, connection: offline })).toBeNull()
})

test('nothing to say, no banner', () => {
  expect(bannerFor(facts)).toBeNull()
  expect(
    bannerFor({ ...facts, session: { ...signedIn, keptAs: 'thisRunOnly' }, thisRunOnlyDismissed: true }),
  ).toBeNull()
})
