import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import electronUpdater, { type NsisUpdater } from 'electron-updater'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { macArchive, windowsInstaller } from './testing/installers.ts'
import { createUpdater, publishersIn, SIGNATURE_IGNORED, type UpdaterOptions } from './updater.ts'

/*
 * The real electron-updater of Windows with a feed in memory: its settings, its requests, and what it would accept.
 * Running an installer, and verifying a real signature with PowerShell or Squirrel, can be tested only on those systems.
 */

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-updater-'))
  mkdirSync(path.join(dir, 'data'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

interface Request {
  readonly hostname?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}
type OnBeforeRequest = (details: { url: string }, answer: (what: { cancel: boolean }) => void) => void

const config = (publisher: string): string => `updaterCacheDirName: tillside-updater\n${publisher}`

function bench(
  more: Partial<UpdaterOptions> & { readonly config?: string; readonly isPackaged?: boolean } = {},
) {
  const configFile = path.join(dir, 'app-update.yml')
  writeFileSync(configFile, more.config ?? config('publisherName: Tillside Example\n'))
  const asked: Request[] = []
  const state = {
    url: 'tillside-9.9.9.exe',
    version: '9.9.9',
    quits: 0,
    file: () => windowsInstaller('9.9.9'),
  }
  const adapter = {
    version: '1.0.0',
    name: 'tillside',
    isPackaged: more.isPackaged ?? true,
    appUpdateConfigPath: configFile,
    userDataPath: path.join(dir, 'data'),
    baseCachePath: path.join(dir, 'cache'),
    whenReady: async () => undefined,
    quit: () => (state.quits += 1),
    relaunch: () => undefined,
    onQuit: () => undefined,
  }
  const nsis = new electronUpdater.NsisUpdater(null, adapter)
  let onBeforeRequest: OnBeforeRequest = () => undefined
  Object.defineProperty(nsis, 'netSession', {
    value: { webRequest: { onBeforeRequest: (listener: OnBeforeRequest) => (onBeforeRequest = listener) } },
  })
  Object.assign(nsis, {
    httpExecutor: {
      request: async (request: Request) => {
        asked.push(request)
        const { url, version } = state
        return `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: x\n    size: 3\npath: ${url}\nsha512: x\n`
      },
      downloadToBuffer: async () => {
        throw new Error('no block map')
      },
      download: async (url: URL, file: string, { headers }: Request) => {
        asked.push({
          hostname: url.hostname,
          path: url.pathname,
          ...(headers === undefined ? {} : { headers }),
        })
        writeFileSync(file, state.file())
      },
    },
  })
  const squirrel = new EventEmitter() as EventEmitter & { checkForUpdates: () => void }
  squirrel.checkForUpdates = () => squirrel.emit('error', new Error('not signed'))
  const logged: string[] = []
  const updater = createUpdater({
    feed: 'https://feed.invalid/tillside',
    channel: 'latest',
    platform: 'windows',
    load: async () => nsis,
    configFile,
    squirrel,
    log: (_level, event, facts) => logged.push(JSON.stringify([event, facts])),
    ...more,
  })
  /** Whether the session would allow a request. */
  const lets = (url: string): boolean => {
    let isCancelled = false
    onBeforeRequest({ url }, ({ cancel }) => (isCancelled = cancel))
    return !isCancelled
  }
  return { updater, nsis, asked, state, lets, squirrel, logged }
}

/** Sets the system's answer about the file's signature. Returns a counter of its calls. */
function signatureOf(nsis: NsisUpdater, problem: string | null): () => number {
  let times = 0
  nsis.verifyUpdateCodeSignature = async () => {
    times += 1
    return problem
  }
  return () => times
}

test('a check contacts only the feed’s host, sends no id of this computer, and downloads nothing', async () => {
  const { updater, nsis, asked } = bench()
  expect(await updater.check()).toEqual({ ok: true, value: '9.9.9' })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ hostname: 'feed.invalid' })
  expect(asked[0]?.path).toMatch(/^\/tillside\/latest[-a-z0-9]*\.yml\?noCache=/u)
  const ownId = readFileSync(path.join(dir, 'data', '.updaterId'), 'utf8')
  expect(JSON.stringify(asked)).not.toContain(ownId)
  expect(asked[0]?.headers).toEqual({ 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' })
  expect(nsis).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    disableWebInstaller: true,
    disableDifferentialDownload: false,
    forceDevUpdateConfig: false,
  })
})

test('the beta channel uses another file of the feed, and still allows no downgrade', async () => {
  const { updater, nsis, asked, state } = bench({ channel: 'beta' })
  state.version = '0.9.0'
  expect(await updater.check()).toEqual({ ok: true, value: null })
  expect(asked[0]?.path).toMatch(/^\/tillside\/beta[-a-z0-9]*\.yml/u)
  expect(nsis.allowDowngrade).toBe(false)
})

test('an unpackaged version cannot be updated: notPackaged', async () => {
  const { updater, asked } = bench({ isPackaged: false })
  expect(await updater.check()).toEqual({ ok: false, error: 'notPackaged' })
  expect(asked).toEqual([])
})

test('a package built without updates makes no request', async () => {
  const { updater, asked } = bench()
  rmSync(path.join(dir, 'app-update.yml'))
  expect(await updater.check()).toEqual({ ok: false, error: 'notPackaged' })
  expect(asked).toEqual([])
})

test('a feed that names a file of another host, or redirects to one: refused', async () => {
  const { updater, state, lets } = bench()
  state.url = 'https://elsewhere.invalid/tillside-9.9.9.exe'
  expect(await updater.check()).toEqual({ ok: false, error: 'otherHost' })
  expect(
    ['https://feed.invalid/x', 'https://elsewhere.invalid/x', 'http://feed.invalid/x', 'rubbish'].map(lets),
  ).toEqual([true, false, false, false])
})

test('an invalid answer of the feed fails the check, and the log holds no address', async () => {
  const { updater, state, logged } = bench()
  state.version = 'newest'
  expect(await updater.check()).toEqual({ ok: false, error: 'feed' })
  expect(logged).toEqual(['["updater.error",{"code":"ERR_UPDATER_INVALID_VERSION"}]'])
})

test('downloaded, with a publisher and a valid signature: ready, and verified again before it is installed', async () => {
  const { updater, nsis, asked } = bench()
  const times = signatureOf(nsis, null)
  await updater.check()
  expect(await updater.download(() => undefined)).toEqual({ ok: true, value: undefined })
  expect(asked.at(-1)).toMatchObject({ hostname: 'feed.invalid', path: '/tillside/tillside-9.9.9.exe' })
  const before = times()
  expect(await updater.prepare()).toEqual({ ok: true, value: undefined })
  expect(times()).toBe(before + 1)
})

test('no publisher in the package: nothing is downloaded, since electron-updater would accept any file', async () => {
  const { updater, asked } = bench({ config: config('') })
  await updater.check()
  expect(await updater.download(() => undefined)).toEqual({ ok: false, error: 'unsigned' })
  expect(asked).toHaveLength(1)
})

test('another publisher’s signature is refused after the download, and if the file is replaced later', async () => {
  const wrong = bench()
  signatureOf(wrong.nsis, 'CN=Somebody')
  await wrong.updater.check()
  expect(await wrong.updater.download(() => undefined)).toEqual({ ok: false, error: 'unsigned' })
  const exchanged = bench()
  signatureOf(exchanged.nsis, null)
  await exchanged.updater.check()
  await exchanged.updater.download(() => undefined)
  signatureOf(exchanged.nsis, 'CN=Somebody')
  expect(await exchanged.updater.prepare()).toEqual({ ok: false, error: 'unsigned' })
  signatureOf(exchanged.nsis, null)
  writeFileSync(path.join(dir, 'app-update.yml'), config(''))
  expect(await exchanged.updater.prepare()).toEqual({ ok: false, error: 'unsigned' })
})

test('a file of an earlier run, which electron-updater does not verify, is verified', async () => {
  const first = bench()
  signatureOf(first.nsis, null)
  await first.updater.check()
  await first.updater.download(() => undefined)
  const again = bench()
  const times = signatureOf(again.nsis, 'CN=Somebody')
  await again.updater.check()
  expect(await again.updater.download(() => undefined)).toEqual({ ok: false, error: 'unsigned' })
  expect(times()).toBeGreaterThan(0)
})

test('if PowerShell does not answer, electron-updater accepts the file with a warning; here it is refused', async () => {
  const { updater, nsis } = bench()
  nsis.verifyUpdateCodeSignature = async () => {
    nsis.logger?.warn?.('Cannot execute ConvertTo-Json: none. Ignoring signature validation due to …')
    return null
  }
  await updater.check()
  expect(await updater.download(() => undefined)).toEqual({ ok: false, error: 'unsigned' })
  expect(await updater.prepare()).toEqual({ ok: false, error: 'unsigned' })
  const main = createRequire(import.meta.url).resolve('electron-updater')
  const source = path.join(path.dirname(main), 'windowsExecutableCodeSignatureVerifier.js')
  // Both of its code paths that skip a signature log this warning.
  expect(readFileSync(source, 'utf8').split(SIGNATURE_IGNORED)).toHaveLength(3)
})

test('a genuine old installer, offered as a new one, is refused, and again right before it would be installed', async () => {
  const { updater, nsis, state } = bench()
  const times = signatureOf(nsis, null)
  state.file = () => windowsInstaller('1.0.0')
  await updater.check()
  expect(await updater.download(() => undefined)).toEqual({ ok: false, error: 'otherVersion' })
  expect(await updater.prepare()).toEqual({ ok: false, error: 'otherVersion' })
  expect(times()).toBeGreaterThan(0)
})

test('macOS: an old archive, offered as a new one, is refused before Squirrel gets it', async () => {
  for (const [inside, expected] of [
    ['1.0.0', { ok: false, error: 'otherVersion' }],
    ['9.9.9', { ok: true, value: undefined }],
  ] as const) {
    const { updater, nsis } = bench({ platform: 'mac', config: config('') })
    const file = path.join(dir, `${inside}.zip`)
    writeFileSync(file, macArchive(inside))
    nsis.downloadUpdate = async () => [file]
    await updater.check()
    expect(await updater.download(() => undefined)).toEqual(expected)
  }
})

test('macOS: Squirrel gets the file only to install it, and its check of the signature decides', async () => {
  const { updater, squirrel } = bench({ platform: 'mac', config: config('') })
  expect(updater.canInstall).toBe(true)
  expect(await updater.prepare()).toEqual({ ok: false, error: 'unsigned' })
  squirrel.checkForUpdates = () => squirrel.emit('update-downloaded')
  expect(await updater.prepare()).toEqual({ ok: true, value: undefined })
  expect(squirrel.eventNames()).toEqual([])
})

test('Linux: nothing is installed, since electron-updater checks no signature there', () => {
  expect(bench({ platform: 'linux' }).updater.canInstall).toBe(false)
})

test('a missing installer is reported, and the program does not quit', async () => {
  const { updater, state } = bench()
  await updater.check()
  const failed = Promise.withResolvers<void>()
  updater.install(failed.resolve)
  await failed.promise
  expect(state.quits).toBe(0)
})

test('if electron-updater cannot be loaded, the check fails', async () => {
  const { updater } = bench({ load: () => Promise.reject(new Error('no such file')) })
  expect(await updater.check()).toEqual({ ok: false, error: 'feed' })
})

test.each([
  ['publisherName: Tillside Example\n', ['Tillside Example']],
  ['publisherName: "CN=Tillside, O=Example"', ['CN=Tillside, O=Example']],
  ["publisherName:\n  - Tillside Example\n  - 'CN=Other'\nother: x\n", ['Tillside Example', 'CN=Other']],
  ['publisherName:\n- Tillside Example\n', ['Tillside Example']],
  ['publisherName: []\n', []],
  ['publisherName: ""\n', []],
  ['publisherName: null\n', []],
  ['publisherName:\nother:\n  - x\n', []],
  ['url: x\n', []],
])('%j names %j', (text, publishers) => {
  const file = path.join(dir, 'some.yml')
  writeFileSync(file, text)
  expect(publishersIn(file)).toEqual(publishers)
})

test('without the file there are no publishers', () => {
  expect(publishersIn(path.join(dir, 'none.yml'))).toEqual([])
})
