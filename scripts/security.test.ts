import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { FUSES } from '../build/fuses.ts'
import { parseProfile } from '../electron/gateway/profile.ts'
import { openLog } from '../electron/shell/logFile.ts'
import { menuTemplate } from '../electron/shell/menuTemplate.ts'
import { root } from './run.ts'
import { readFacts, type SourceFacts } from './walls/facts.ts'
import { isShipped } from './walls/rooms.ts'
import { readTree } from './walls/tree.ts'

/* Checks the part of docs/security.md that the sources and the build show, and compares its table with test titles. */

const shipped = [...readTree(root).files.values()].filter(({ path: file }) => isShipped(file))
const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** The shipped files that contain a name, a text or an element of that kind. */
function filesWith(pattern: RegExp, of: readonly SourceFacts[] = shipped): readonly string[] {
  return of
    .filter(({ names, texts }) => [...names, ...texts].some(({ text }) => pattern.test(text)))
    .map(({ path: file }) => file)
    .toSorted()
}

test('the scan reads sources, and finds a name in them', () => {
  expect(shipped.length).toBeGreaterThan(150)
  expect(filesWith(/^registerCalls$/u)).toEqual(['electron/main.ts', 'electron/shell/ipc.ts'])
})

test('security 1: nothing is loaded without TLS: no such address in the sources, the page or its styles, and none from a profile', () => {
  // Two files use the word to refuse it, one to cancel it; the names of XML in a workbook are no addresses. Three tell a
  // shop's program where it finds Tillside on this computer, and load nothing.
  expect(filesWith(/^(?:http|ws|ftp):$|\b(?:http|ws|ftp):\/\//iu)).toEqual([
    'electron/gateway/profileSchema.ts',
    'electron/gateway/transport.ts',
    'electron/reports/workbook.ts',
    'electron/shell/security.ts',
    'electron/tills/openApi.ts',
    'renderer/features/tills/Tills.tsx',
    'renderer/strings/tillStrings.ts',
  ])
  for (const file of globSync('renderer/**/*.{html,css}', { cwd: root })) {
    expect(sourceOf(file), file).not.toMatch(/[a-z]:\/\/|url\(\s*['"]?\/\//iu)
  }
  expect(filesWith(/^loadURL$/u)).toEqual(['electron/shell/window.ts'])
  const [, ...opened] = sourceOf('electron/main.ts').split('openWindow({')
  expect(opened).toHaveLength(1)
  expect(opened[0]).toMatch(/^[^}]*\burl: `\$\{APP_ORIGIN\}\//u)
  expect(filesWith(/^loadPage$/u)).toEqual(['electron/main.ts', 'electron/shell/window.ts'])
  const loads = sourceOf('electron/main.ts').match(/loadPage\([^;\n]*/gu) ?? []
  expect(loads).toHaveLength(1)
  expect(loads[0]).toMatch(/^loadPage\(opened, `\$\{APP_ORIGIN\}\//u)
  const profileWith = (address: string) =>
    parseProfile(
      JSON.stringify({
        name: 'Shop',
        environment: 'live',
        partnerUrl: address,
        businessUrl: 'https://b.invalid',
      }),
      'profile.json',
    )
  for (const address of [
    'http://bank.invalid',
    'ws://bank.invalid',
    'file:///bank',
    'app://bundle',
    '//bank',
  ]) {
    const parsed = profileWith(address)
    const keys = parsed.ok ? [] : parsed.error.map(({ key }) => key)
    expect(keys, address).toContain('partnerUrl')
  }
})

/** Builds an entry in memory. */
async function built(config: string): Promise<readonly SourceFacts[]> {
  const output = (await build({
    root,
    configFile: path.join(root, config),
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  return output.output.flatMap((part) => (part.type === 'chunk' ? [readFacts(part.fileName, part.code)] : []))
}

test('security 3 and 4: the built preload is one file, loads electron alone, and puts nothing on the page itself', async () => {
  const [preload, ...others] = await built('vite.preload.config.ts')
  expect(others).toEqual([])
  expect(preload?.imports.map(({ specifier }) => specifier)).toEqual(['electron'])
  const seen = new Set(preload?.references.map(({ text }) => text.split('.')[0]))
  for (const name of [
    'window',
    'globalThis',
    'self',
    'document',
    'top',
    'parent',
    'process',
    'Function',
    'eval',
  ]) {
    expect(seen.has(name), name).toBe(false)
  }
  const exposes = preload?.names.filter(({ text }) => text === 'exposeInMainWorld')
  expect(exposes).toHaveLength(1)
})

test('security 4 and 28: sandbox, scheme and lock come before ready, and no switch is set by us', () => {
  const main = sourceOf('electron/main.ts')
  const order = ['\nprepareSecurity()', 'app.requestSingleInstanceLock()', 'app.whenReady()'].map((text) =>
    main.indexOf(text),
  )
  expect(order.every((at) => at > 0)).toBe(true)
  expect(order).toEqual(order.toSorted((left, right) => left - right))
  expect(filesWith(/no-?sandbox|^appendSwitch$|^appendArgument$/iu)).toEqual([])
})

test('security 31 and 32: main refuses a start for a debugger first, and closes the network before a window', () => {
  const main = sourceOf('electron/main.ts')
  const inOrder = (first: string, second: string): boolean =>
    main.includes(first) && main.indexOf(first) < main.lastIndexOf(second)
  expect(
    inOrder(
      'if (app.isPackaged && asksForDebugging(process.argv)) app.exit(1)',
      'requestSingleInstanceLock()',
    ),
  ).toBe(true)
  expect(inOrder('shutPageNetwork(app, session.defaultSession)', 'openWindow({')).toBe(true)
})

test('security 6, 8, 9 and 10: options that weaken the browser are not even named', () => {
  const softeners =
    /disable-web-security|^allowRunningInsecureContent$|^experimentalFeatures$|blink-?features|^bypassCSP$|^corsEnabled$|^nodeIntegrationIn|^setCertificateVerifyProc$|^certificate-error$|ignore-certificate/iu
  expect(filesWith(softeners)).toEqual([])
})

test('security 7: the served page has no script or style of its own, and no policy that could contradict', () => {
  const page = sourceOf('renderer/index.html')
  expect([...page.matchAll(/<script\b[^>]*>/gu)].map(([tag]) => tag)).toEqual([
    '<script type="module" src="./main.tsx">',
  ])
  expect(page).not.toMatch(/<style|style=|\son[a-z]+=|http-equiv|<base|<iframe|<object|<embed/iu)
  expect(filesWith(/^(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$/iu)).toEqual(
    [],
  )
  expect(filesWith(/^(?:executeJavaScript|insertCSS|executeInMainWorld)$/u)).toEqual([])
})

test('security 11: there is no web view anywhere, except where it is disabled and refused', () => {
  expect(filesWith(/webview|allowpopups/iu)).toEqual([
    'electron/shell/security.ts',
    'electron/shell/window.ts',
  ])
})

test('security 15: no address is ever passed to the system to open', () => {
  expect(filesWith(/^(?:openExternal|openExternalSync)$/u)).toEqual([])
})

test('security 16: Electron is one exact version of a maintained line', () => {
  const { devDependencies } = JSON.parse(sourceOf('package.json')) as {
    devDependencies: Record<string, string>
  }
  const version = devDependencies['electron'] ?? ''
  expect(version).toMatch(/^\d+\.\d+\.\d+$/u)
  expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(45)
  const installed = JSON.parse(sourceOf('node_modules/electron/package.json')) as { version: string }
  expect(installed.version).toBe(version)
})

test('security 17: main has one IPC entry, and one file that opens it', () => {
  expect(filesWith(/^ipcMain$/u)).toEqual(['electron/main.ts'])
  expect(filesWith(/^(?:ipcRenderer|contextBridge)$/u)).toEqual(['electron/preload.ts'])
  expect(filesWith(/^(?:MessageChannelMain|postMessage|sendSync|sendToHost)$/u)).toEqual([])
  const handles = shipped.filter(({ references }) => references.some(({ text }) => text === 'ipc.handle'))
  expect(handles.map(({ path: file }) => file)).toEqual(['electron/shell/ipc.ts'])
})

test('security 18: no page comes from a file address', () => {
  expect(filesWith(/^(?:loadFile|interceptFileProtocol|registerFileProtocol)$/u)).toEqual([])
  expect(filesWith(/\bfile:\/\//iu)).toEqual(['electron/shell/security.ts'])
})

test('security 19: the fuses of a package make it Tillside and nothing else', () => {
  expect(FUSES).toMatchObject({
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  })
  // The fuse for cookies is off because there are none (decision 0025).
  expect(filesWith(/cookie/iu)).toEqual([])
})

test('security 21: nothing needs a second Node: no child process, worker or utility process', () => {
  const starters = new Set(['child_process', 'worker_threads', 'cluster', 'vm', 'inspector', 'repl'])
  const importers = shipped.filter(({ imports }) =>
    imports.some(({ specifier }) => starters.has((specifier ?? '').replace(/^node:/u, ''))),
  )
  // An AppImage can only be started again from outside its mount: by the system's shell, with a script of our own.
  expect(importers.map(({ path: file }) => file)).toEqual(['electron/shell/restart.ts'])
  const restart = sourceOf('electron/shell/restart.ts')
  expect(restart).toContain("import { spawn } from 'node:child_process'")
  expect(restart.match(/\bspawn\(/gu)).toEqual(['spawn('])
  expect(restart).toContain("spawn('/bin/sh', script, ")
  expect(filesWith(/^utilityProcess$/u)).toEqual([])
})

test('security 24: the menus are ours, without developer tools, reload or zoom, and no key opens them', () => {
  for (const isMac of [true, false]) {
    const entries = menuTemplate(isMac, () => undefined).flatMap((menu) => [
      menu,
      ...(Array.isArray(menu.submenu) ? menu.submenu : []),
    ])
    const roles = entries.map(({ role }) => String(role ?? '').toLowerCase())
    expect(
      roles.filter((role) => /devtools|reload|zoomin|zoomout|resetzoom|viewmenu|windowmenu/u.test(role)),
    ).toEqual([])
    expect(entries.map(({ accelerator = '' }) => accelerator)).not.toContain('F12')
  }
  expect(filesWith(/^(?:openDevTools|toggleDevTools|globalShortcut)$/iu)).toEqual([])
  expect(sourceOf('electron/main.ts')).toContain('\n  setMenu(')
})

test('security 26: sealing uses the stable calls, and no code of our own', () => {
  expect(
    filesWith(/^(?:encryptString|decryptString|isEncryptionAvailable|setUsePlainTextEncryption)$/u),
  ).toEqual([])
  expect(filesWith(/^safeStorage$/u)).toEqual(['electron/main.ts', 'electron/shell/vault.ts'])
  const ciphers = shipped.filter(({ imports }) =>
    imports.some(({ names }) =>
      names.some((name) => /^(?:createCipher|createDecipher|publicEncrypt)/u.test(name)),
    ),
  )
  expect(ciphers.map(({ path: file }) => file)).toEqual([])
})

test('security 27: a log line that contains an address, a header or an account does not keep it', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-log-'))
  try {
    const log = openLog(dir, () => 0)
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0'
    log('warn', 'test.event', { header: `Bearer ${token}`, account: '0123456789', path: `?t=${token}` })
    const written = readFileSync(path.join(dir, 'tillside.log'), 'utf8')
    expect(written).toContain('test.event')
    for (const secret of [token, '0123456789']) expect(written).not.toContain(secret)
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('security 29: Chromium’s network is unused, except to ask whether there is one', () => {
  const users = shipped.filter(({ references }) =>
    references.some(({ text }) => /^(?:net|electron\.net|session)\.(?:fetch|request)$|\.fetch$/u.test(text)),
  )
  expect(users.map(({ path: file }) => file)).toEqual([])
  const importers = shipped.filter(({ imports }) =>
    imports.some(({ specifier, names }) => specifier === 'electron' && names.includes('net')),
  )
  expect(importers.map(({ path: file }) => file)).toEqual(['electron/main.ts'])
  expect(sourceOf('electron/main.ts').match(/\bnet\b/gu)).toHaveLength(2)
  expect(sourceOf('electron/main.ts')).toContain('createNetwork(net, powerMonitor)')
})

// --- The table ------------------------------------------------------------------------------------------------------

const ROW = /^\| (\d+)\s+\| .+? \| (tested|waits)\s*\| (.+?)\s*\|$/u
const TITLE = /['"`]security (\d+(?:, \d+)*(?: and \d+)?): /gu

interface Row {
  readonly item: number
  readonly state: string
  readonly files: readonly string[]
}
const rows: readonly Row[] = sourceOf('docs/security.md')
  .split('\n')
  .map((line) => ROW.exec(line))
  .filter((match) => match !== null)
  .map(([, item, state = '', tests = '']) => ({
    item: Number(item),
    state,
    files: [...tests.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/gu)].map(([, file = '']) => file).toSorted(),
  }))

/** The names of the files whose titles carry an item, by item. */
function filesByItem(): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, Set<string>>()
  for (const file of globSync('{electron,scripts,e2e,renderer,shared}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
  })) {
    for (const [, items = ''] of sourceOf(file).matchAll(TITLE)) {
      for (const item of items.split(/, | and /u).map(Number)) {
        found.set(item, (found.get(item) ?? new Set()).add(path.basename(file)))
      }
    }
  }
  return new Map([...found].map(([item, files]) => [item, [...files].toSorted()]))
}

test('every item is in the table of docs/security.md, once and in order, the twenty of the list first', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ item }) => item)).toEqual(rows.map((_row, index) => index + 1))
})

test('the items marked tested are those in test titles, and each names its files', () => {
  const tested = rows.filter(({ state }) => state === 'tested')
  const titles = filesByItem()
  expect(tested.map(({ item }) => item)).toEqual([...titles.keys()].toSorted((left, right) => left - right))
  for (const { item, files } of tested) expect(files, `item ${item}`).toEqual(titles.get(item))
})
