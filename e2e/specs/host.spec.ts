import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { callNames } from '../../shared/contract.ts'
import { launchApp, type LaunchedApp, type LaunchOptions } from '../host/launch.ts'
import { textsBelow } from '../pages/files.ts'

/** The page for these specs: the bridge, without the renderer. */
interface BridgeWindow {
  readonly tillside: {
    call(name: string, request: unknown): Promise<{ ok: boolean; value?: unknown; error?: { code: string } }>
    listen(name: string, listener: (...parameters: unknown[]) => void): () => void
  }
}

let app: LaunchedApp
async function launch(options: LaunchOptions = {}): Promise<Page> {
  app = await launchApp(options)
  return app.page
}
test.afterEach(async () => app.close())

/** The terminal is known, so a sale can be recorded for it. */
const untilSellable = (page: Page): Promise<void> =>
  expect(
    page
      .getByRole('banner')
      .getByText(/^Terminal /u)
      .last(),
  ).toBeVisible()

function call(page: Page, name: string, request: unknown = {}) {
  return page.evaluate(
    ([to, what]) => (globalThis as unknown as BridgeWindow).tillside.call(to as string, what),
    [name, request] as const,
  )
}

const someSale = { amountText: '1500', note: '', confirmedAmount: true, confirmedSecondSale: true }

test('the bridge is two frozen functions, and the page has no access to Node or the host', async () => {
  const page = await launch()
  const seen = await page.evaluate(() => {
    const own = globalThis as unknown as Record<string, unknown>
    const bridge = own['tillside'] as Record<string, unknown>
    const attempt = (change: () => void): string => {
      try {
        ;('use strict')
        change()
        return 'changed'
      } catch {
        return 'refused'
      }
    }
    return {
      keys: Object.keys(bridge),
      isFrozen: Object.isFrozen(bridge),
      change: attempt(() => Object.defineProperty(bridge, 'call', { value: () => undefined })),
      replace: attempt(() => Object.defineProperty(own, 'tillside', { value: {} })),
      others: ['require', 'process', 'module', 'exports', 'Buffer', 'electron', 'ipcRenderer'].filter(
        (name) => name in own,
      ),
      host: Object.getOwnPropertyNames(own).filter((name) => name.startsWith('__standIn')),
      isSecureContext,
    }
  })
  expect(seen).toEqual({
    keys: ['call', 'listen'],
    isFrozen: true,
    change: 'refused',
    replace: 'refused',
    others: [],
    host: [],
    isSecureContext: true,
  })
})

test('every name of the contract is answered with a result, and any other name is unknown', async () => {
  const page = await launch()
  for (const name of callNames) {
    const result = await call(page, name, { surely: 'wrong' })
    expect(result, name).toMatchObject({ ok: false, error: { code: 'invalid' } })
  }
  for (const name of ['', 'sales', 'sales.Record', '__proto__', 'constructor', 'electron-store-get-data']) {
    expect(await call(page, name), name).toMatchObject({ ok: false, error: { code: 'unknownCall' } })
  }
})

test('an event delivers only its payload, until its listener is removed', async () => {
  const page = await launch()
  await page.evaluate(() => {
    const own = globalThis as unknown as BridgeWindow & {
      seen: unknown[][]
      missed: unknown[]
      stop: () => void
    }
    own.seen = []
    own.missed = []
    own.stop = own.tillside.listen('sales.changed', (...parameters) => own.missed.push(parameters))
    own.tillside.listen('sales.changed', (...parameters) => own.seen.push(parameters))
    own.stop()
  })
  await untilSellable(page)
  expect(await call(page, 'sales.record', { ...someSale, transactionId: 'EVENT-1' })).toMatchObject({
    ok: true,
  })
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { seen: unknown[][] }).seen.length))
    .toBeGreaterThan(0)
  const { seen, missed } = await page.evaluate(() => {
    const own = globalThis as unknown as { seen: unknown[][]; missed: unknown[] }
    return { seen: own.seen, missed: own.missed }
  })
  expect(missed).toEqual([])
  expect(seen.every((parameters) => parameters.length === 1)).toBe(true)
  expect(Object.keys(seen[0]?.[0] as object)).toContain('queue')
})

test('ux 38 and 40: the policy is enforced: no eval, no inline script, no style without the nonce, no request to other hosts', async () => {
  const page = await launch()
  const tried = await page.evaluate(async () => {
    // In a timer, because the policy does not apply to what the driver itself evaluates.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const own = globalThis as unknown as Record<string, unknown>
    const later = <Value>(run: () => Value): Promise<Value> =>
      new Promise((resolve) => setTimeout(() => resolve(run()), 0))
    const runs = (run: () => unknown): string => {
      try {
        run()
        return 'ran'
      } catch {
        return 'blocked'
      }
    }
    const reaches = (url: string): Promise<string> =>
      fetch(url).then(
        () => 'reached',
        () => 'blocked',
      )
    const probe = document.createElement('i')
    document.body.append(probe)
    const colour = (): string => getComputedStyle(probe).color
    const addStyle = (text: string, nonce: string): void => {
      const style = document.createElement('style')
      style.nonce = nonce
      style.textContent = text
      document.head.append(style)
    }
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
    const evaluated = await later(() => runs(() => (0, eval)('1')))
    const made = await later(() => runs(() => new Function('return 1')()))
    const script = document.createElement('script')
    script.textContent = 'window.inlineRan = true'
    document.head.append(script)
    addStyle('i { color: rgb(1, 1, 1) }', '')
    addStyle('i { color: rgb(2, 2, 2) }', 'not-the-nonce')
    probe.setAttribute('style', 'color: rgb(3, 3, 3)')
    const without = colour()
    addStyle('i { color: rgb(4, 4, 4) }', nonce)
    const withNonce = colour()
    const frame = document.createElement('iframe')
    frame.src = location.href
    const isFrameBlocked = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        if (event.effectiveDirective === 'frame-src' || event.effectiveDirective === 'child-src')
          resolve('blocked')
      })
      frame.addEventListener('load', () => resolve('loaded'))
    })
    document.body.append(frame)
    await isFrameBlocked
    return {
      evaluated,
      made,
      inline: own['inlineRan'] ?? 'blocked',
      foreign: await reaches('https://evil.invalid/x'),
      own: await reaches(location.href),
      beacon: navigator.sendBeacon('https://evil.invalid/b', 'x') ? 'queued' : 'refused',
      isStyledWithout: ['rgb(1, 1, 1)', 'rgb(2, 2, 2)', 'rgb(3, 3, 3)'].includes(without),
      isStyledWith: withNonce === 'rgb(4, 4, 4)',
      hasNonce: nonce.length >= 16,
      frameBridge: runs(() => {
        if (typeof (frame.contentWindow as unknown as Record<string, unknown>)['tillside'] === 'undefined')
          throw new Error()
      }),
    }
  })
  expect(tried).toMatchObject({
    evaluated: 'blocked',
    made: 'blocked',
    inline: 'blocked',
    foreign: 'blocked',
    own: 'blocked',
    isStyledWithout: false,
    isStyledWith: true,
    hasNonce: true,
    frameBridge: 'blocked',
  })
  // Other specs rely on this listener for "no violation", so it must report these.
  await expect.poll(() => app.cspViolations.join('\n')).toContain('script-src')
  await expect.poll(() => app.cspViolations.join('\n')).toContain('style-src')
  expect(app.externalRequests).toEqual([])
})

test('each answer has a nonce of its own', async () => {
  const page = await launch()
  const nonce = (): Promise<string | undefined> =>
    page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce)
  const first = await nonce()
  await page.reload()
  const second = await nonce()
  expect(first).toMatch(/^[A-Za-z0-9+/]{22}==$/u)
  expect(second).toMatch(/^[A-Za-z0-9+/]{22}==$/u)
  expect(second).not.toBe(first)
})

test('the page cannot leave, open another, or be navigated away', async () => {
  const page = await launch()
  const before = page.url()
  await page.evaluate(() => {
    window.open('https://evil.invalid/popup')
    const link = document.createElement('a')
    link.href = 'https://evil.invalid/link'
    link.target = '_blank'
    document.body.append(link)
    link.click()
    location.href = 'https://evil.invalid/away'
  })
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  await page.evaluate(() => {
    location.href = '/problem.html'
  })
  expect(await call(page, 'session.get')).toMatchObject({ ok: true })
  expect(page.url()).toBe(before)
  // The stand-in's browser opens a tab before the host can close it; Electron opens none.
  await expect.poll(() => page.context().pages().length).toBe(1)
  expect(app.externalRequests).toEqual([])
})

test('of all the permissions a page may request, only writing to the clipboard is allowed', async () => {
  const page = await launch()
  const states = await page.evaluate(async () => {
    const names = [
      'clipboard-write',
      'clipboard-read',
      'geolocation',
      'notifications',
      'camera',
      'microphone',
    ]
    const asked = names.map(async (name) => {
      const { state } = await navigator.permissions.query({ name: name as PermissionName })
      return [name, state === 'granted'] as const
    })
    return Object.fromEntries(await Promise.all(asked))
  })
  expect(states).toEqual({
    'clipboard-write': true,
    'clipboard-read': false,
    geolocation: false,
    notifications: false,
    camera: false,
    microphone: false,
  })
})

test('a sub-frame, a foreign page and a closed frame are refused at the IPC', async () => {
  await launch()
  test.skip(app.door === undefined, 'real Electron offers no way to call as another frame')
  const main = { url: 'app://bundle/', parent: null }
  const strangers = [
    null,
    { url: 'app://bundle/', parent: { url: 'app://bundle/' } },
    { url: 'https://evil.invalid/', parent: null },
    { url: 'app://bundle.evil/', parent: null },
  ]
  for (const stranger of strangers) {
    for (const name of callNames) {
      expect(await app.door?.invokeAs(name, {}, stranger)).toMatchObject({
        error: { code: 'untrustedSender' },
      })
    }
  }
  expect(await app.door?.invokeAs('session.get', {}, main)).toMatchObject({ ok: true })
})

test('nothing outside the package is served, and every answer carries the policy', async () => {
  await launch()
  test.skip(app.door === undefined, 'Chromium tidies a path before a real handler sees it')
  for (const pathname of [
    '/../main/main.js',
    '/%2e%2e%2fmain/main.js',
    '/..%5cmain%5cmain.js',
    '/%',
    '/%00',
    '/missing',
  ]) {
    const answer = await app.door?.fetchApp(`app://bundle${pathname}`)
    expect(answer?.status, pathname).toBe(404)
    expect(answer?.headers['content-security-policy'], pathname).toContain("default-src 'none'")
    expect(answer?.headers['x-content-type-options'], pathname).toBe('nosniff')
  }
  expect((await app.door?.fetchApp('app://bundle/'))?.status).toBe(200)
})

test('a sale survives kill -9, and the next start shows it', async () => {
  const page = await launch()
  await untilSellable(page)
  const recorded = await call(page, 'sales.record', { ...someSale, transactionId: 'KILL-1' })
  expect(recorded).toMatchObject({ ok: true })
  await app.kill()
  const again = await app.restart()
  expect(await call(again, 'sales.get', { transactionId: 'KILL-1' })).toMatchObject({ ok: true })
})

test('ux 34: a second start ends at once, notifies the first, and does not touch its sales', async () => {
  const page = await launch()
  expect(await app.startSecond()).toBe(0)
  await expect.poll(() => app.secondInstances()).toBe(1)
  expect(await call(page, 'session.get')).toMatchObject({ ok: true })
  expect(app.windowTitle).toBe('PRACTICE – Tillside')
})

test('offline and back online reach the screen without a request', async () => {
  const page = await launch()
  const status = async (): Promise<unknown> =>
    ((await call(page, 'connection.get')) as { value?: { status: string } }).value?.status
  await expect.poll(status).toBe('online')
  await app.setOnline(false)
  await expect.poll(status).toBe('offline')
  await app.setOnline(true)
  await expect.poll(status).not.toBe('offline')
})

test('an invalid profile is shown with its file and its key, and nothing else starts', async () => {
  const page = await launch({
    profile: { name: 'Shop', environment: 'live', partnerURL: 'https://x.invalid' },
  })
  await expect(page.getByRole('heading')).toHaveText('The profile cannot be used.')
  await expect(page.getByText('profile.json')).toBeVisible()
  await expect(page.getByText('partnerURL')).toBeVisible()
  expect(await call(page, 'sales.record', { ...someSale, transactionId: 'NO-1' })).toMatchObject({
    ok: false,
  })
  expect(app.windowTitle).toBe('Tillside')
  expect(app.cspViolations).toEqual([])
})

test('a named but missing profile never leads to Practice', async () => {
  const page = await launch({ profile: path.join(tmpdir(), 'no-such-profile.json') })
  await expect(page.getByRole('heading')).toHaveText('The profile cannot be used.')
  await expect(page.getByText('no-such-profile.json')).toBeVisible()
})

test('an invalid sales file is reported, and not changed', async () => {
  const dataDir = test.info().outputPath('data')
  await mkdir(path.join(dataDir, 'practice'), { recursive: true })
  await writeFile(
    path.join(dataDir, 'practice/sales.db'),
    'no database at all, but long enough to look like one',
  )
  const page = await launch({ dataDir })
  await expect(page.getByRole('heading')).toHaveText('The sales on this computer cannot be opened.')
  expect(await readFile(path.join(dataDir, 'practice/sales.db'), 'utf8')).toMatch(/^no database/u)
})

test('without a keyring no secret is stored, and Tillside says so', async () => {
  const page = await launch({ encryption: 'none' })
  expect(await call(page, 'session.get')).toMatchObject({ value: { keptAs: 'thisRunOnly' } })
})

test('if the keyring’s dialog was dismissed no secret is stored, and Tillside says so', async () => {
  const page = await launch({ encryption: 'dismissed' })
  test.skip(app.host === 'electron', 'the keyring of this machine decides')
  expect(await call(page, 'session.get')).toMatchObject({ value: { keptAs: 'thisRunOnly' } })
  const settings = await readFile(path.join(app.dataDir, 'practice/settings.json'), 'utf8')
  expect(settings).not.toContain('"sealed"')
})

test('a keyring that asks and gets no answer does not delay the window, and Tillside says what it stored', async () => {
  const page = await launch({ encryption: 'silent' })
  test.skip(app.host === 'electron', 'the keyring of this machine decides')
  expect(await call(page, 'session.get')).toMatchObject({
    value: { status: 'signedIn', keptAs: 'thisRunSoFar' },
  })
  await page.getByRole('button', { name: /^Client /u }).click()
  await expect(page.getByText('the key store of this computer has not answered')).toBeVisible()
})

test('with a keyring the secret is encrypted, and in no file in plain text', async () => {
  const page = await launch()
  expect(await call(page, 'session.get')).toMatchObject({ value: { keptAs: 'sealed' } })
  const files = await textsBelow(app.dataDir)
  expect(files.size).toBeGreaterThan(2)
  for (const [name, text] of files) expect(text, name).not.toContain('practice-secret-key')
  expect(app.mainLog).not.toContain('practice-secret-key')
})
