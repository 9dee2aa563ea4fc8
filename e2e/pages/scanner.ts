import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** One thing that a scanner, or a program between it and the app, sends. */
export type Stroke =
  | {
      readonly key: string
      /** Ctrl and Alt, as the browser's protocol counts them. */
      readonly modifiers?: 1 | 2
      /** `char`: the character comes without its key. */
      readonly how?: 'key' | 'char'
      /** After the one before it. */
      readonly gapMs: number
    }
  /** By an input method, or another program, at once. */
  | { readonly insert: string }

const GAP_MS = 5
/** Longer than the app waits for another key of a scan (renderer/app/scan.ts). */
const SILENCE_MS = 150

/** A plain scanner, with Enter at its end. */
export function scan(page: Page, code: string): Promise<void> {
  return strike(page, [...keys(code), enter()])
}

export const keys = (text: string, gapMs = GAP_MS): readonly Stroke[] =>
  text.split('').map((key) => ({ key, gapMs }))
export const enter = (gapMs = GAP_MS): Stroke => ({ key: 'Enter', gapMs })

const NAMED: Readonly<Record<string, { readonly windowsVirtualKeyCode: number; readonly text?: string }>> = {
  Enter: { windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { windowsVirtualKeyCode: 9 },
  Escape: { windowsVirtualKeyCode: 27 },
  Process: { windowsVirtualKeyCode: 229 },
}

/**
 * The keys carry their own timestamps and no timer of the page runs in between, so that a busy build machine does not
 * turn the scanner into a person.
 */
export async function strike(page: Page, strokes: readonly Stroke[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // What a hand wrote is not the beginning of the code.
  await pause(SILENCE_MS)
  let atMs = Date.now()
  // Not in the future, where they would be before what a person does next.
  await pause(strokes.reduce((sum, stroke) => sum + ('gapMs' in stroke ? stroke.gapMs : 0), 0))
  const release = await holdTimers(page)
  await Promise.all(
    strokes.flatMap((stroke) => {
      if ('insert' in stroke) return [session.send('Input.insertText', { text: stroke.insert })]
      const { key, modifiers = 0, how = 'key', gapMs } = stroke
      atMs += gapMs
      const timestamp = atMs / 1_000
      const isNamed = key in NAMED
      const named = isNamed ? { code: key, ...NAMED[key] } : modifiers === 0 ? { text: key } : {}
      const event = { key, timestamp, modifiers, ...named }
      if (how === 'char')
        return [session.send('Input.dispatchKeyEvent', { type: 'char', ...event, text: event.text ?? key })]
      const down = event.text === undefined ? 'rawKeyDown' : 'keyDown'
      const { text: _, ...released } = event
      return [
        session.send('Input.dispatchKeyEvent', { type: down, ...event }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released }),
      ]
    }),
  )
  await session.detach()
  await release()
  // The next key is of a person, who cannot be as fast.
  await pause(SILENCE_MS)
}

/** @returns a function that starts them again and runs those that became due */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
  const letGo = await page.evaluateHandle(() => {
    const { setTimeout: set, clearTimeout: clear } = window
    const due = new Map<unknown, () => void>()
    let isHeld = true
    const held = (run: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]): number => {
      const go = (): void => run(...args)
      const id = set(() => void (isHeld ? due.set(id, go) : go()), delayMs)
      return id
    }
    const forget = (id?: number): void => {
      due.delete(id)
      clear(id)
    }
    Object.assign(window, { setTimeout: held, clearTimeout: forget })
    return () => {
      isHeld = false
      Object.assign(window, { setTimeout: set, clearTimeout: clear })
      for (const go of due.values()) go()
    }
  })
  return () => letGo.evaluate((run) => run())
}
