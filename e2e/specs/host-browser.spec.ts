import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { drawInChromium, type ChromiumDrawing } from '../host/chromiumDrawing.ts'
import { SETTINGS_VARIABLE, STAND_IN_ORIGIN, type StandInSettings } from '../host/hostMessages.ts'
import { hasElectron, launchApp } from '../host/launch.ts'
import { hostEnvironment } from '../host/runningHost.ts'
import { newSharedContext } from '../host/standInHost.ts'

/** What the stand-in's browser must do. */
test.skip(hasElectron(), 'Electron draws for itself')

const hostDir = path.resolve(import.meta.dirname, '../host')

test('two apps share only a browser: not a page’s storage, nor its reports, nor its end', async () => {
  const first = await launchApp()
  const second = await launchApp()
  try {
    expect(first.page.context().browser()).toBe(second.page.context().browser())
    for (const { page } of [first, second]) expect(page.context().pages()).toEqual([page])
    await first.page.evaluate(() => localStorage.setItem('kept', 'by the first'))
    expect(await second.page.evaluate(() => localStorage.getItem('kept'))).toBeNull()
    await first.page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.head.append(script)
    })
    await expect.poll(() => first.cspViolations.length).toBeGreaterThan(0)
    await first.kill()
    expect(first.page.isClosed()).toBe(true)
    await expect(second.page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
    expect([second.cspViolations, second.externalRequests]).toEqual([[], []])
  } finally {
    await first.close()
    await second.close()
  }
})

/** An app without a policy, so that its page really contacts a foreign host. */
async function drawCareless(body: string, heard: string[]): Promise<ChromiumDrawing> {
  const drawing = await drawInChromium({
    context: await newSharedContext(),
    main: {
      invoke: async () => undefined,
      fetchApp: async () => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from(body),
      }),
      refuses: async ({ url }) => {
        heard.push(`refused: ${url}`)
        return true
      },
      windowClosed: async () => undefined,
      drawingEnded: async () => undefined,
    },
    isHeaded: false,
    clockOffByMs: 0,
    hear: {
      externalRequest: (url) => heard.push(url),
      cspViolation: (text) => heard.push(text),
      pageError: (text) => heard.push(text),
    },
  })
  await drawing.open({ window: 1, width: 800, height: 600, preload: undefined, permissions: [] })
  await drawing.load({ window: 1, url: 'app://bundle/', title: '' })
  return drawing
}

test('a request to a foreign host is blocked, and reported to the app whose page made it; a pop-up is closed', async () => {
  const [careless, other]: [string[], string[]] = [[], []]
  const asking = await drawCareless('<img src="https://evil.invalid/pixel.png">', careless)
  const quiet = await drawCareless('<p>nothing</p>', other)
  try {
    expect(careless).toEqual(['https://evil.invalid/pixel.png'])
    const page = asking.pageOf(1)
    // Asks Chromium itself: Playwright does not report a page that is closed while it opens.
    const chromiumItself = await page?.context().browser()?.newBrowserCDPSession()
    const countPages = async (): Promise<number | undefined> => {
      const told = await chromiumItself?.send('Target.getTargets')
      return told?.targetInfos.filter(({ type }) => type === 'page').length
    }
    await expect.poll(countPages).toBe(2)
    await page?.evaluate(() => void window.open('https://evil.invalid/pop-up'))
    await expect.poll(() => careless.slice(1)).toEqual(['refused: https://evil.invalid/pop-up'])
    await expect.poll(countPages).toBe(2)
    expect(other).toEqual([])
  } finally {
    await asking.closeAll()
    await quiet.closeAll()
  }
})

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid)
}

/** Of a running process; a zombie has none. */
function parentOf(pid: number): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ')
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

const runs = (pid: number): boolean => parentOf(pid) !== undefined

test('no Chromium outlives the process that shares it, not even a killed one', async () => {
  test.skip(process.platform !== 'linux', 'processes are looked for in /proc')
  const script = `
    const { newSharedContext } = await import(${JSON.stringify(path.join(hostDir, 'standInHost.ts'))})
    await newSharedContext()
    console.log('open')`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(owner.stdout, 'data')
  const browsers = childrenOf(owner.pid ?? 0)
  expect(browsers).toHaveLength(1)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  await expect.poll(() => browsers.filter(runs)).toEqual([])
})

test('the stand-in of `npm start` draws in a browser of its own, which ends with it', async () => {
  test.skip(process.platform !== 'linux', 'processes are looked for in /proc')
  // Short, independent of the project's folder: a socket's path is limited to about a hundred characters.
  const runDir = await mkdtemp(path.join(tmpdir(), 'tillside-run-'))
  const settings: StandInSettings = { runDir, encryption: 'none', isOnline: true, drawnBy: 'ownHeadless' }
  const start = {
    dataDir: test.info().outputPath('data'),
    profileFile: undefined,
    encryption: 'none',
    isOnline: true,
    clockOffByMs: 0,
  } as const
  const child = fork(path.join(hostDir, 'standIn.ts'), [], {
    env: { ...hostEnvironment(start), [SETTINGS_VARIABLE]: JSON.stringify(settings) },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const portFile = path.join(runDir, 'browser', 'DevToolsActivePort')
  let port = ''
  await expect(() => {
    port = readFileSync(portFile, 'utf8').split('\n')[0] ?? ''
    expect(port).toMatch(/^\d+$/u)
  }).toPass()
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const pages = () => browser.contexts().flatMap((context) => context.pages())
  await expect.poll(() => pages().map((page) => page.url())).toEqual([`${STAND_IN_ORIGIN}/`])
  const [page] = pages()
  if (page === undefined) throw new Error('the stand-in shows no page')
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
  const answered = await page.evaluate(() => {
    const { tillside } = globalThis as unknown as {
      tillside: { call(name: string, request: unknown): Promise<unknown> }
    }
    return tillside.call('session.get', {})
  })
  expect(answered).toMatchObject({ ok: true, value: { keptAs: 'thisRunOnly' } })
  const browsers = childrenOf(child.pid ?? 0)
  expect(browsers).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => browsers.filter(runs)).toEqual([])
  await rm(runDir, { recursive: true, force: true, maxRetries: 5 })
})
