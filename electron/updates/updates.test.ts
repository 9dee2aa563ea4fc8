import { expect, test } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import type { UpdatesView } from '../../shared/updates.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { createUpdaterDouble } from './testing/updaterDouble.ts'
import { createUpdates } from './updates.ts'

const HOUR_MS = 60 * 60_000

function bench(
  setup: { readonly isOn?: boolean; readonly canInstall?: boolean; kept?: ReadonlyMap<string, unknown> } = {},
) {
  const time = createVirtualTime()
  const double = createUpdaterDouble()
  double.canInstall = setup.canInstall ?? true
  const kept = new Map(setup.kept)
  const state = { isOnline: true, isDiskFull: false, left: 0, chance: 0 }
  const told: UpdatesView[] = []
  const logged: string[] = []
  const updates = createUpdates({
    isOn: setup.isOn ?? true,
    version: '1.0.0',
    updater: double.updater,
    leaving: double.leaving,
    onLeaving: () => (state.left += 1),
    settings: {
      get: (key) => kept.get(key),
      set: (key, value) => {
        if (state.isDiskFull) throw new Error('no room')
        kept.set(key, value)
      },
      delete: (key) => void kept.delete(key),
    },
    network: { isOnline: () => state.isOnline },
    clock: time.clock,
    timers: time.timers,
    random: { next: () => state.chance },
    log: (_level, event) => logged.push(event),
    onChange: (view) => told.push(view),
  })
  return { updates, double, time, state, kept, told, logged, status: () => updates.view().status }
}

type Bench = ReturnType<typeof bench>

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function ready(it: Bench): Promise<void> {
  await it.updates.check()
  it.updates.download()
  await settled()
  expect(it.status()).toBe('ready')
}

test('without a feed it is off: neither a person nor a week makes it send a request', async () => {
  const it = bench({ isOn: false })
  it.updates.start()
  await it.updates.check()
  await it.time.pass(7 * 24 * HOUR_MS)
  expect(it.updates.download()).toMatchObject({ error: { code: 'notAllowed' } })
  expect(await it.updates.install()).toMatchObject({ error: { code: 'notAllowed' } })
  expect([it.status(), it.double.steps]).toEqual(['off', []])
})

test('check, download and installation are three steps, each on request', async () => {
  const it = bench()
  expect(it.status()).toBe('notChecked')
  expect(await it.updates.check()).toMatchObject({ value: { status: 'available', version: '9.9.9' } })
  await settled()
  expect(it.double.steps).toEqual(['check'])
  expect(it.updates.download()).toMatchObject({ value: { status: 'downloading', percent: 0 } })
  await settled()
  await it.time.pass(24 * HOUR_MS)
  expect([it.status(), it.double.steps]).toEqual(['ready', ['check', 'download']])
  await it.updates.install()
  await settled()
  expect(it.double.steps).toEqual(['check', 'download', 'prepare', 'stop stopped', 'install'])
  expect([it.state.left, it.kept.get('updates:installing')]).toEqual([1, '9.9.9'])
})

test('nothing newer: up to date, and when it was asked', async () => {
  const it = bench()
  it.double.onCheck = async () => ok(null)
  await it.updates.check()
  expect(it.updates.view()).toMatchObject({
    status: 'upToDate',
    version: null,
    checkedAtMs: it.time.clock.wallNowMs(),
  })
})

test('each step works only after the one before it', async () => {
  const it = bench()
  expect(it.updates.download()).toMatchObject({
    error: { code: 'notAllowed', reason: 'updateStatus', status: 'notChecked' },
  })
  expect(await it.updates.install()).toMatchObject({
    error: { reason: 'updateStatus', status: 'notChecked' },
  })
  await it.updates.check()
  expect(await it.updates.install()).toMatchObject({ error: { reason: 'updateStatus', status: 'available' } })
  it.updates.download()
  expect(it.updates.download()).toMatchObject({ error: { reason: 'updateStatus', status: 'downloading' } })
  await settled()
  await it.updates.install()
  expect(await it.updates.install()).toMatchObject({
    error: { reason: 'updateStatus', status: 'installing' },
  })
  await settled()
  expect(it.double.steps.filter((step) => step === 'install')).toHaveLength(1)
})

test('a check does not disturb a download, a downloaded version, or an installation', async () => {
  const it = bench()
  const fetching = Promise.withResolvers<void>()
  await it.updates.check()
  it.double.onDownload = () => fetching.promise.then(() => ok(undefined))
  it.updates.download()
  expect(await it.updates.check()).toMatchObject({ value: { status: 'downloading' } })
  fetching.resolve()
  await settled()
  expect(await it.updates.check()).toMatchObject({ value: { status: 'ready' } })
  expect(it.double.steps).toEqual(['check', 'download'])
})

test('percent: whole, within bounds, and each reported once', async () => {
  const it = bench()
  await it.updates.check()
  it.double.onDownload = async (onPercent) => {
    for (const percent of [-1, 0.2, 41.3, 41.9, 130]) onPercent(percent)
    return ok(undefined)
  }
  it.updates.download()
  await settled()
  const percents = it.told.filter(({ status }) => status === 'downloading').map(({ percent }) => percent)
  expect(percents).toEqual([0, 41, 100])
})

test.each(['feed', 'notPackaged', 'otherHost'] as const)(
  'a failed check (%s) is reported, and can be repeated',
  async (failure) => {
    const it = bench()
    it.double.onCheck = async () => err(failure)
    expect(await it.updates.check()).toMatchObject({ ok: true, value: { status: 'failed', failure } })
    it.double.onCheck = async () => ok('9.9.9')
    expect(await it.updates.check()).toMatchObject({ value: { status: 'available', failure: null } })
  },
)

test('an updater that throws is just a failed step', async () => {
  const it = bench()
  const broken = (): never => {
    throw new TypeError('undefined is not a function')
  }
  it.double.onCheck = broken
  expect(await it.updates.check()).toMatchObject({ value: { status: 'failed', failure: 'feed' } })
  it.double.onCheck = async () => ok('9.9.9')
  await it.updates.check()
  it.double.onDownload = broken
  it.updates.download()
  await settled()
  expect(it.updates.view()).toMatchObject({ status: 'failed', failure: 'notDownloaded' })
})

test('offline: no request is made, by a person or by the daily check', async () => {
  const it = bench()
  it.state.isOnline = false
  it.updates.start()
  expect(await it.updates.check()).toMatchObject({ value: { status: 'failed', failure: 'offline' } })
  await it.time.pass(3 * 24 * HOUR_MS)
  expect(it.double.steps).toEqual([])
  it.state.isOnline = true
  await it.time.pass(HOUR_MS)
  expect(it.double.steps).toEqual(['check'])
})

test('automatically once a day, never at the start, and not for every counter at the same minute', async () => {
  const firstAfter = async (chance: number): Promise<number> => {
    const it = bench()
    it.double.onCheck = async () => ok(null)
    it.state.chance = chance
    it.updates.start()
    it.updates.start()
    for (let minutes = 1; ; minutes += 1) {
      await it.time.pass(60_000)
      if (it.double.steps.length > 0) return minutes
    }
  }
  expect([await firstAfter(0), await firstAfter(0.5)]).toEqual([10, 35])
  const it = bench()
  it.double.onCheck = async () => ok(null)
  it.updates.start()
  await it.time.pass(72 * HOUR_MS)
  expect(it.double.steps).toEqual(['check', 'check', 'check'])
  it.updates.stop()
  await it.time.pass(72 * HOUR_MS)
  expect(it.double.steps).toHaveLength(3)
})

test('a counter opened five times a day asks once; a clock that was ahead does not silence it', async () => {
  const first = bench()
  first.double.onCheck = async () => ok(null)
  first.updates.start()
  await first.time.pass(HOUR_MS)
  const again = bench({ kept: first.kept })
  again.updates.start()
  await again.time.pass(2 * HOUR_MS)
  expect([first.double.steps, again.double.steps]).toEqual([['check'], []])
  const ahead = bench({ kept: new Map([['updates:askedAtMs', again.time.clock.wallNowMs() * 2]]) })
  ahead.updates.start()
  await ahead.time.pass(HOUR_MS)
  expect(ahead.double.steps).toEqual(['check'])
})

test('no signature: the download is not offered, and nothing was stopped for it', async () => {
  const it = bench()
  await it.updates.check()
  it.double.onDownload = async () => err('unsigned')
  it.updates.download()
  await settled()
  expect(it.updates.view()).toMatchObject({ status: 'failed', failure: 'unsigned' })
  expect(await it.updates.install()).toMatchObject({ error: { code: 'notAllowed' } })
  expect(it.double.steps).toEqual(['check', 'download'])
})

test('a file replaced after its download: checked again before anything is stopped', async () => {
  const it = bench()
  await ready(it)
  it.double.onPrepare = async () => err('unsigned')
  expect(await it.updates.install()).toMatchObject({ value: { status: 'failed', failure: 'unsigned' } })
  await settled()
  expect(it.double.steps).toEqual(['check', 'download', 'prepare'])
  expect([it.state.left, it.kept.size]).toEqual([0, 0])
})

test('if no signature can be checked, a version is found but never downloaded', async () => {
  const it = bench({ canInstall: false })
  expect(await it.updates.check()).toMatchObject({ value: { status: 'available', isInstalledHere: false } })
  expect(it.updates.download()).toMatchObject({ error: { code: 'notAllowed', reason: 'byHand' } })
  await settled()
  expect(it.double.steps).toEqual(['check'])
})

test('it waits for the stop, and a person who quits meanwhile takes precedence', async () => {
  const it = bench()
  await ready(it)
  const stopping = Promise.withResolvers<'stopped' | 'quitting'>()
  it.double.onStop = () => stopping.promise
  await it.updates.install()
  await settled()
  expect([it.status(), it.double.steps.at(-1)]).toEqual(['installing', 'prepare'])
  stopping.resolve('quitting')
  await settled()
  expect(it.double.steps.at(-1)).toBe('stop quitting')
  expect([it.state.left, it.kept.size]).toEqual([0, 0])
})

test.each([
  ['the stop broke', (it: Bench) => (it.double.onStop = async () => 'failed')],
  ['the stop threw', (it: Bench) => (it.double.onStop = () => Promise.reject(new Error('no')))],
  ['the installer did not start', (it: Bench) => (it.double.onInstall = (onFailed) => onFailed())],
  [
    'the installer said so twice',
    (it: Bench) =>
      (it.double.onInstall = (onFailed) => {
        onFailed()
        onFailed()
      }),
  ],
  [
    'the installer threw',
    (it: Bench) =>
      (it.double.onInstall = () => {
        throw new Error('no')
      }),
  ],
] as const)(
  '%s: this version is opened again, records sales, and reports what happened',
  async (_name, breaks) => {
    const it = bench()
    await ready(it)
    breaks(it)
    await it.updates.install()
    await settled()
    expect(it.double.steps.filter((step) => step === 'restart')).toHaveLength(1)
    expect(it.double.steps.at(-1)).toBe('restart')
    const next = bench({ kept: it.kept })
    expect(next.updates.view()).toMatchObject({
      status: 'failed',
      failure: 'notInstalled',
      version: '9.9.9',
      runningVersion: '1.0.0',
    })
    // Reported once.
    expect(bench({ kept: next.kept }).status()).toBe('notChecked')
  },
)

test('the version to be installed is running: nothing to report', () => {
  const it = bench({ kept: new Map([['updates:installing', '1.0.0']]) })
  expect([it.status(), it.kept.size]).toEqual(['notChecked', 0])
})

test('a full disk prevents neither an installation nor the next check', async () => {
  const it = bench()
  it.updates.start()
  it.state.isDiskFull = true
  await it.time.pass(HOUR_MS)
  expect(it.status()).toBe('available')
  it.updates.download()
  await settled()
  await it.updates.install()
  await settled()
  expect(it.double.steps.at(-1)).toBe('install')
})
