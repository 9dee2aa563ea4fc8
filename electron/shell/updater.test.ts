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
 * The real electron-updater of Windows on a feed in memory: what it is told, what it sends, and what it would let pass.
 * That an installer runs, and what PowerShell and Squirrel say of a real signature, shows only on those systems.
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
  /** Whether the session would let a request go out. */
  const lets = (url: string): boolean => {
    let isCancelled = false
    onBeforeRequest({ url }, ({ cancel }) => (isCancelled = cancel))
    return !isCancelled
  }
  return { updater, nsis, asked, state, lets, squirrel, logged }
}

/** What the system would say of the file; the number of times that it was asked. */
function signatureOf(nsis: NsisUpdater, problem: string | null): () => number {
  let times = 0
  nsis.verifyUpdateCodeSignature = async () => {
    times += 1
    return problem
  }
  return () => times
}

test('a check asks the feed and its host alone, sends no number of this computer, and fetches nothing', async () => {
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

test('the beta channel is another file of the feed, and still no way back to an older version', async () => {
  const { updater, nsis, asked, state } = bench({ channel: 'beta' })
  state.version = '0.9.0'
  expect(await updater.check()).toEqual({ ok: true, value: null })
  expect(asked[0]?.path).toMatch(/^\/tillside\/beta[-a-z0-9]*\.yml/u)
  expect(nsis.allowDowngrade).toBe(false)
})

test('a version that is not packaged has nothing to be replaced', async () => {
  const { updater, asked } = bench({ isPackaged: false })
  expect(await updater.check()).toEqual({ ok: false, error: 'notPackaged' })
  expect(asked).toEqual([])
})

test('a package that was built without updates is not offered one, and nobody is asked', async () => {
  const { updater, asked } = bench()
  rmSync(path.join(dir, 'app-update.yml'))
  expect(await updater.check()).toEqual({ ok: false, error: 'notPackaged' })
  expect(asked).toEqual([])
})

test('a feed that names a file of another host, or sends on to one: refused', async () => {
  const { updater, state, lets } = bench()
  state.url = 'https://elsewhere.invalid/tillside-9.9.9.exe'
  expect(await updater.check()).toEqual({ ok: false, error: 'otherHost' })
  expect(
    ['https://feed.invalid/x', 'https://elsewhere.invalid/x', 'http://feed.invalid/x', 'rubbish'].map(lets),
  ).toEqual([true, false, false, false])
})

test('a feed that answers with rubbish came to nothing, and the log holds no address', async () => {
  const { updater, state, logged } = bench()
  state.version = 'newest'
  expect(await updater.check()).toEqual({ ok: false, error: 'feed' })
  expect(logged).toEqual(['["updater.error",{"code":"ERR_UPDATER_INVALID_VERSION"}]'])
})

test('fetched, with a publisher and a right signature: ready, looked at again before it is installed', async () => {
  const { updater, nsis, asked } = bench()
  const times = signatureOf(nsis, null)
  await updater.check()
  expect(await updater.download(() => undefined)).toEqual({ ok: true, value: undefined })
  expect(asked.at(-1)).toMatchObject({ hostname: 'feed.invalid', path: '/tillside/tillside-9.9.9.exe' })
  const before = times()
  expect(await updater.prepare()).toEqual({ ok: true, value: undefined })
  expect(times()).toBe(before + 1)
})

test('no publisher in the package: electron-updater would take any file, and nothing is even fetched', async () => {
  const { updater, asked } = bench({ config: config('') })
  await updater.check()
  expect(await updater.download(() => undefined)).toEqual({ ok: false, error: 'unsigned' })
  expect(asked).toHaveLength(1)
})

test('another’s signature is refused when it comes, and when the file was exchanged later', async () => {
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

test('a file from an earlier run, which electron-updater takes unseen, is looked at', async () => {
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

test('where PowerShell does not answer electron-updater lets the file pass and warns; here that is a refusal', async () => {
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
  // Both of its ways to pass over a signature say so in these words.
  expect(readFileSync(source, 'utf8').split(SIGNATURE_IGNORED)).toHaveLength(3)
})

test('a genuine old installer, offered as a new one, is refused, and once more just before it would be installed', async () => {
  const { updater, nsis, state } = bench()
  const times = signatureOf(nsis, null)
  state.file = () => windowsInstaller('1.0.0')
  await updater.check()
  expect(await updater.download(() => undefined)).toEqual({ ok: false, error: 'otherVersion' })
  expect(await updater.prepare()).toEqual({ ok: false, error: 'otherVersion' })
  expect(times()).toBeGreaterThan(0)
})

test('macOS: an old archive, offered as a new one, is refused before Squirrel has it', async () => {
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

test('macOS: handed to Squirrel only to be installed, and what it says of the signature counts', async () => {
  const { updater, squirrel } = bench({ platform: 'mac', config: config('') })
  expect(updater.canInstall).toBe(true)
  expect(await updater.prepare()).toEqual({ ok: false, error: 'unsigned' })
  squirrel.checkForUpdates = () => squirrel.emit('update-downloaded')
  expect(await updater.prepare()).toEqual({ ok: true, value: undefined })
  expect(squirrel.eventNames()).toEqual([])
})

test('Linux: it looks at no signature, so nothing is installed from here', () => {
  expect(bench({ platform: 'linux' }).updater.canInstall).toBe(false)
})

test('an installer that is not there: told, and the program is not left', async () => {
  const { updater, state } = bench()
  await updater.check()
  const failed = Promise.withResolvers<void>()
  updater.install(failed.resolve)
  await failed.promise
  expect(state.quits).toBe(0)
})

test('an updater that cannot be loaded at all is a check that came to nothing', async () => {
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

test('no file, no publisher', () => {
  expect(publishersIn(path.join(dir, 'none.yml'))).toEqual([])
})
