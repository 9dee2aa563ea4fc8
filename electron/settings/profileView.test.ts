import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { ProfileView } from '../../shared/settings.ts'
import { keysInProfile, parseProfile } from '../gateway/profile.ts'
import { installationIn } from '../testing/deskDouble.ts'
import { profileView } from './profileView.ts'

function viewOf(file: object): ProfileView {
  const text = `\ufeff${JSON.stringify(file)}`
  const profile = parseProfile(text, 'shop.json')
  if (!profile.ok) throw new Error(JSON.stringify(profile.error))
  const installation = {
    ...installationIn('/data/live'),
    profileFile: '/etc/shop.json',
    profileOrigin: 'machine' as const,
    profileKeys: keysInProfile(text),
  }
  return profileView(profile.value, installation, '1.2.3')
}

test('every value is there once, with its origin and whether it is locked', () => {
  const view = viewOf({
    name: 'Market',
    environment: 'live',
    partnerUrl: 'https://partner.example:8443/base/',
    outbox: { unsentStatuses: [400, 401] },
    locked: ['partnerUrl', 'outbox', 'limits.pageSize'],
  })
  expect(parseUnknown(ProfileView, view).ok).toBe(true)
  const of = (key: string) => view.values.filter((value) => value.key === key)
  expect(of('name')).toEqual([{ key: 'name', value: 'Market', source: 'profile', isLocked: false }])
  expect(of('partnerUrl')).toMatchObject([
    { value: 'https://partner.example:8443/base', source: 'profile', isLocked: true },
  ])
  expect(of('outbox.unsentStatuses')).toMatchObject([
    { value: '400, 401', source: 'profile', isLocked: true },
  ])
  expect(of('outbox.timeoutSeconds')).toMatchObject([{ value: '60', source: 'default', isLocked: true }])
  expect(of('limits.pageSize')).toMatchObject([{ source: 'default', isLocked: true }])
  expect(of('businessUrl')).toMatchObject([{ value: '', source: 'default', isLocked: false }])
  expect(of('outbox')).toEqual([])
  expect(new Set(view.values.map(({ key }) => key)).size).toBe(view.values.length)
  expect(view).toMatchObject({
    file: '/etc/shop.json',
    origin: 'machine',
    isDataDirMoved: false,
    serviceHost: 'partner.example:8443',
    dataDir: '/data/live',
    version: '1.2.3',
  })
})

test('in Practice there is no service and no file', () => {
  const view = viewOf({})
  expect(view.serviceHost).toBeNull()
  expect(view.values.every(({ source }) => source === 'default')).toBe(true)
})
