import { setTimeout as pause } from 'node:timers/promises'
import type { Keyboard, Locator, Page } from '@playwright/test'

/** Longer than the silence after which characters are no longer a scan (renderer/app/scan.ts). */
const PAUSE_MS = 150
/** Fewer characters than a scan has. */
const HAND_KEYS = 5
/** They decide something, and what follows one of them comes later. */
const DECIDES: ReadonlySet<string> = new Set(['Enter', 'Space', ' '])

const patched = new WeakSet<object>()
let wroteAtMs = 0

async function afterWriting(key: string): Promise<void> {
  // A character may follow another at once.
  if (key.length > 1 || DECIDES.has(key)) await pause(Math.max(0, wroteAtMs + PAUSE_MS - Date.now()))
}

/**
 * A person types slower than a scanner, and stops before Enter. Playwright writes at once and presses Enter right after
 * it, which the app takes for a scanner's. Keys that a scanner sends go through the browser's own protocol.
 */
export function withPauses(page: Page): void {
  patchKeyboard(page.keyboard)
  patchLocators(Object.getPrototypeOf(page.locator('html')) as Locator)
}

function patchKeyboard(keyboard: Keyboard): void {
  if (patched.has(keyboard)) return
  patched.add(keyboard)
  const { press, down, up, type, insertText } = keyboard
  const held = new Set<string>()
  keyboard.press = async (key, options) => {
    await afterWriting(key)
    await press.call(keyboard, key, options)
    if (key.length === 1 || DECIDES.has(key)) wroteAtMs = Date.now()
  }
  keyboard.down = async (key) => {
    if (!held.has(key)) await afterWriting(key)
    held.add(key)
    await down.call(keyboard, key)
  }
  keyboard.up = async (key) => {
    held.delete(key)
    await up.call(keyboard, key)
  }
  keyboard.type = async (text, options) => {
    const characters = Array.from(text)
    const step = options?.delay === undefined ? HAND_KEYS : characters.length
    for (let from = 0; from < characters.length; from += step) {
      await pause(Math.max(0, wroteAtMs + PAUSE_MS - Date.now()))
      await type.call(keyboard, characters.slice(from, from + step).join(''), options)
      wroteAtMs = Date.now()
    }
  }
  keyboard.insertText = async (text) => {
    await insertText.call(keyboard, text)
    wroteAtMs = Date.now()
  }
}

function patchLocators(locators: Locator): void {
  if (patched.has(locators)) return
  patched.add(locators)
  const { press, fill, pressSequentially } = locators
  locators.press = async function (this: Locator, key, options) {
    await afterWriting(key)
    await press.call(this, key, options)
    if (key.length === 1 || DECIDES.has(key)) wroteAtMs = Date.now()
  }
  locators.fill = async function (this: Locator, text, options) {
    await fill.call(this, text, options)
    wroteAtMs = Date.now()
  }
  locators.pressSequentially = async function (this: Locator, text, options) {
    await pressSequentially.call(this, text, options)
    wroteAtMs = Date.now()
  }
}
