import { chromium, type Page } from '@playwright/test'
import { createBridgeDouble } from '../../renderer/testing/bridgeDouble.ts'
import { FIXED_NOW_MS } from '../../renderer/testing/fixtures.ts'
import { type CallName, eventNames } from '../../shared/contract.ts'
import { npmBrowser } from '../host/browser.ts'
import { definedOnly } from '../host/chromiumDrawing.ts'
import { serveRenderer } from '../host/pageServer.ts'
import { withPauses } from '../host/personsPause.ts'
import { FAULT_FINDER } from './faults.ts'
import type { Scene, Stage } from './scene.ts'

/** The page in the state of a scene, until the next scene is opened. */
export interface OpenScene {
  readonly page: Page
  /** Errors of the page and policy violations since the last call. */
  readonly takeProblems: () => readonly string[]
  /** Whether the page's pointer is a finger. */
  readonly setTouch: (isTouch: boolean) => Promise<void>
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** One page for many scenes in turn. Its clock is stopped, so that a scene gives the same picture each time. */
export interface Studio {
  /** @param size of the window, in CSS pixels; an ordinary one by default */
  open(scene: Scene, size?: Size): Promise<OpenScene>
  close(): Promise<void>
}

const ACTION_LIMIT_MS = 60_000
const ORDINARY: Size = { width: 1280, height: 800 }

/** @param language of the browser and its system */
export async function openStudio(language = 'en-NG'): Promise<Studio> {
  const renderer = await serveRenderer()
  const { executablePath, args, env } = await npmBrowser()
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--lang=${language}`],
    env: { ...definedOnly(process.env), ...env },
  })
  const context = await browser.newContext({
    locale: language,
    // The fixtures use this process's zone.
    timezoneId: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    reducedMotion: 'reduce',
    // Each scene opens with a mouse; `setTouch` makes it a finger.
    hasTouch: true,
  })
  await context.clock.setFixedTime(FIXED_NOW_MS)
  await context.addInitScript({ content: BRIDGE })
  await context.addInitScript({ content: FAULT_FINDER })
  const page = await context.newPage()
  withPauses(page)
  page.setDefaultTimeout(ACTION_LIMIT_MS)
  const takeProblems = await followProblems(page, renderer.origin)
  const setStage = await openStage(page)
  const devTools = await context.newCDPSession(page)
  const setTouch = async (enabled: boolean): Promise<void> => {
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled })
  }
  return {
    async open(scene, size = ORDINARY) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
      // Drops the problems of the previous scene.
      takeProblems()
      const stage = setStage(scene)
      try {
        await page.goto(`${renderer.origin}/index.html`)
        await setTouch(false)
        await reach(stage, scene)
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        throw new Error([...takeProblems(), text].join('\n'), { cause: error })
      }
      return { page, takeProblems, setTouch }
    },
    async close() {
      await browser.close()
      renderer.close()
    },
  }
}

const CALL_BINDING = '__galleryCall'
const REPORT_BINDING = '__galleryReport'
const EMIT = '__galleryEmit'

/** Runs before the page's own script: `window.tillside` as from the preload, with the double behind it. */
const BRIDGE = `(() => {
  const listeners = new Map()
  window.${EMIT} = (name, payload) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(payload)
  }
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    void window.${REPORT_BINDING}(effectiveDirective + ' ' + (blockedURI || 'inline'))
  })
  window.tillside = {
    call: (name, request) => window.${CALL_BINDING}(name, request),
    listen: (name, listener) => {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => all.delete(listener)
    },
  }
})()`

async function followProblems(page: Page, origin: string): Promise<OpenScene['takeProblems']> {
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`request to another host: ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', ({ message }) => problems.push(`page error: ${message}`))
  page.on('requestfailed', (request) => problems.push(`request: ${request.url()}`))
  await page.exposeBinding(REPORT_BINDING, (_source, text: string) => problems.push(`policy: ${text}`))
  return () => problems.splice(0)
}

/** Connects the current scene's double to the page's bridge: calls come in, events go out. */
async function openStage(page: Page): Promise<(scene: Scene) => Stage> {
  let double = createBridgeDouble()
  let answers = new Map<CallName, unknown>()
  await page.exposeBinding(CALL_BINDING, (_source, name: CallName, request: unknown) => {
    const own = answers.get(name)
    if (own === undefined) return double.call(name, request)
    return typeof own === 'function' ? (own as (request: unknown) => unknown)(request) : own
  })
  const push = ({ emit, name, payload }: { emit: string; name: string; payload: unknown }): void => {
    const send = (globalThis as unknown as Record<string, unknown>)[emit]
    if (typeof send === 'function') send(name, payload)
  }
  return (scene) => {
    double = createBridgeDouble(scene.facts)
    answers = new Map(Object.entries(scene.answers ?? {}) as [CallName, unknown][])
    for (const name of eventNames) {
      double.listen(name, (payload) => {
        // A closing page gets no events.
        void page.evaluate(push, { emit: EMIT, name, payload }).catch(() => undefined)
      })
    }
    return { page, double, answer: (name, answer) => answers.set(name, answer) }
  }
}

/** From the opened page to the state of the scene. */
async function reach(stage: Stage, scene: Scene): Promise<void> {
  const { page } = stage
  await scene.reach?.(stage)
  await scene.shows(page).first().waitFor()
  // A hover effect under the pointer would appear in the picture.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
