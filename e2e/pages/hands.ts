import type { CDPSession, Page } from '@playwright/test'

/** What hands do to a page, with times of their own: no test waits, and a busy machine makes no hand slower. */
export interface Hands {
  /** Moves the hands' clock, and lets the page finish what it has begun. */
  readonly pass: (ms: number) => Promise<void>
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
/** How long a key or a button is down. */
const DOWN_MS = 15
/** Slower than any scanner. */
const GAP_MS = 130
const CTRL = 2
const CLOCK = '__handsMs'

export async function openHands(page: Page): Promise<Hands> {
  const session = await page.context().newCDPSession(page)
  // The browser gives an event the time of its arrival, so the page is told the hands' time.
  await page.evaluate((clock) => {
    Object.defineProperty(Event.prototype, 'timeStamp', {
      configurable: true,
      get: () => (globalThis as unknown as Record<string, number>)[clock],
    })
  }, CLOCK)
  let nowMs = 0
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms
    await settle(page)
  }
  const send = async (method: Parameters<CDPSession['send']>[0], more: object): Promise<void> => {
    await session.send('Runtime.evaluate', { expression: `globalThis.${CLOCK} = ${nowMs}` })
    await session.send(method, more as never)
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
    await keyEvent('keyDown', key, modifiers)
    nowMs += DOWN_MS
    await keyEvent('keyUp', key, modifiers)
  }
  const mouse = async (type: string, x: number, y: number, clickCount: number): Promise<void> =>
    await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount })
  return {
    pass,
    key: press,
    keyDown: async (key, isRepeat) => await keyEvent('keyDown', key, 0, isRepeat),
    keyUp: async (key) => await keyEvent('keyUp', key, 0),
    ctrl: async (key) => await press(key, CTRL),
    type: async (text, gapMs = GAP_MS) => {
      for (const key of text) {
        await press(key)
        nowMs += gapMs
      }
      await settle(page)
    },
    click: async (x, y) => {
      await mouse('mousePressed', x, y, 1)
      nowMs += DOWN_MS
      await mouse('mouseReleased', x, y, 1)
    },
    tap: async (x, y) => {
      await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      nowMs += DOWN_MS
      await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
  }
}

function codeOf(key: string): string {
  if (/^\d$/u.test(key)) return `Digit${key}`
  if (/^[a-z]$/iu.test(key)) return `Key${key.toUpperCase()}`
  return key === ' ' ? 'Space' : key
}

/** Answers on their way to the page, and what it draws for them: two frames after two turns. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))
      }),
  )
}
