import type { CDPSession, Page } from '@playwright/test'

/** What hands do to a page, with times of their own: no test waits, and a busy machine makes no hand slower. */
export interface Hands {
  /** Moves the hands' clock, and lets the page go on. @returns how many calls main has not answered */
  readonly pass: (ms: number) => Promise<number>
  readonly key: (key: string) => Promise<void>
  readonly keyDown: (key: string, isRepeat?: boolean) => Promise<void>
  readonly keyUp: (key: string) => Promise<void>
  /** A key while Ctrl is down. */
  readonly ctrl: (key: string) => Promise<void>
  readonly type: (text: string, gapMs?: number) => Promise<void>
  readonly click: (x: number, y: number) => Promise<void>
  readonly tap: (x: number, y: number) => Promise<void>
}

const KEY_CODES: Readonly<Record<string, number>> = {
  Enter: 13,
  Escape: 27,
  Tab: 9,
  ' ': 32,
  Backspace: 8,
  F2: 113,
}
/** Slower than any scanner. */
const GAP_MS = 130
const CTRL = 2
const CLOCK = '__handsMs'

export async function openHands(page: Page): Promise<Hands> {
  const session = await page.context().newCDPSession(page)
  await prepare(page)
  let nowMs = 0
  let toldMs = -1
  const pass = async (ms: number): Promise<number> => {
    nowMs += ms
    toldMs = nowMs
    return await settle(page, nowMs)
  }
  const tell = async (): Promise<void> => {
    if (toldMs !== nowMs)
      await session.send('Runtime.evaluate', { expression: `globalThis.${CLOCK} = ${nowMs}` })
    toldMs = nowMs
  }
  const send = async (method: Parameters<CDPSession['send']>[0], more: object): Promise<void> => {
    await session.send(method, more as never)
  }
  /** Down and up, one after the other, without a wait for the page in between. */
  const both = async (down: () => Promise<void>, up: () => Promise<void>): Promise<void> => {
    await tell()
    await Promise.all([down(), up()])
  }
  const keyEvent = async (
    type: string,
    key: string,
    modifiers: number,
    autoRepeat = false,
  ): Promise<void> => {
    const code = KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0)
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
    const hasText = type === 'keyDown' && modifiers === 0 && text !== undefined
    await send('Input.dispatchKeyEvent', {
      type: type === 'keyDown' && !hasText ? 'rawKeyDown' : type,
      key,
      code: codeOf(key),
      windowsVirtualKeyCode: code,
      modifiers,
      autoRepeat,
      ...(hasText ? { text } : {}),
    })
  }
  const press = async (key: string, modifiers = 0): Promise<void> => {
    await both(
      () => keyEvent('keyDown', key, modifiers),
      () => keyEvent('keyUp', key, modifiers),
    )
  }
  const mouse = async (type: string, x: number, y: number, clickCount: number): Promise<void> =>
    await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount })
  return {
    pass,
    key: press,
    keyDown: async (key, isRepeat) => {
      await tell()
      await keyEvent('keyDown', key, 0, isRepeat)
    },
    keyUp: async (key) => {
      await tell()
      await keyEvent('keyUp', key, 0)
    },
    ctrl: async (key) => await press(key, CTRL),
    type: async (text, gapMs = GAP_MS) => {
      for (const key of text) {
        await press(key)
        nowMs += gapMs
      }
      await pass(0)
    },
    click: async (x, y) => {
      await both(
        () => mouse('mousePressed', x, y, 1),
        () => mouse('mouseReleased', x, y, 1),
      )
    },
    tap: async (x, y) => {
      const touch = async (type: string, touchPoints: readonly object[]): Promise<void> =>
        await send('Input.dispatchTouchEvent', { type, touchPoints })
      await both(
        () => touch('touchStart', [{ x, y }]),
        () => touch('touchEnd', []),
      )
    },
  }
}

function codeOf(key: string): string {
  if (/^\d$/u.test(key)) return `Digit${key}`
  if (/^[a-z]$/iu.test(key)) return `Key${key.toUpperCase()}`
  return key === ' ' ? 'Space' : key
}

/** Answers on their way to the page, and what it makes of them: two turns of its loop. */
async function settle(page: Page, nowMs: number): Promise<number> {
  return await page.evaluate(
    ([clock, ms]) =>
      new Promise<number>((done) => {
        Object.assign(globalThis, { [clock]: ms })
        setTimeout(() => setTimeout(() => done((globalThis as unknown as { handsWait: number }).handsWait)))
      }),
    [CLOCK, nowMs] as const,
  )
}

/** The browser gives an event the time of its arrival, so the page is told the hands' time. It counts its open calls. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate((clock) => {
    const world = globalThis as unknown as Record<string, number>
    Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get: () => world[clock] })
    const { tillside } = globalThis as unknown as {
      tillside: { call: (...of: unknown[]) => Promise<unknown> }
    }
    const { call } = tillside
    world['handsWait'] = 0
    tillside.call = async (...of) => {
      world['handsWait'] = (world['handsWait'] ?? 0) + 1
      try {
        return await call(...of)
      } finally {
        world['handsWait'] -= 1
      }
    }
  }, CLOCK)
}
