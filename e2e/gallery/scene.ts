import path from 'node:path'
import type { Locator, Page, TestInfo } from '@playwright/test'
import type { CallName } from '../../shared/contract.ts'
import type { BridgeDouble, DoubleFacts } from '../../renderer/testing/bridgeDouble.ts'
import { screens } from '../pages/shell.ts'

/** The second is an old counter PC of 1366×768 at 125 %; the last is a small one minus its task bar. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 1093, height: 614 },
  { width: 1024, height: 640 },
  { width: 1024, height: 560 },
] as const

/** The situation of one screen's pictures. */
export type Situation = 'data' | 'empty' | 'loading' | 'error' | 'offline' | 'hard' | 'question'

/** The situations in which every screen must be shown. */
export const STANDARD_SITUATIONS: readonly Situation[] = ['data', 'empty', 'error', 'offline']

/** The screens of the rail, the one before them, and the frame around them all. */
export const PLACES = ['Sign in', ...screens, 'Shell'] as const
export type Place = (typeof PLACES)[number]

/** Main's answer to a call, or a function of the request. A promise that never resolves: in progress. */
export type Answers = Partial<Record<CallName, unknown>>

/** A page with the built screens on a main process in memory. */
export interface Stage {
  readonly page: Page
  readonly double: BridgeDouble
  readonly answer: (name: CallName, answer: unknown) => void
}

/** One state of one screen: how to reach it, and what shows that it is reached. */
export interface Scene {
  /** Names its pictures, such as `sale-offline`. */
  readonly name: string
  readonly place: Place
  readonly situation: Situation
  /** What main knows when the page opens. */
  readonly facts?: Partial<DoubleFacts>
  readonly answers?: Answers
  readonly reach?: (stage: Stage) => Promise<void>
  /** Visible once the state is reached, and in no other. */
  readonly shows: (page: Page) => Locator
  /** The most important control or text: completely visible at every size. */
  readonly primary?: (page: Page) => Locator
  readonly hasForcedColors?: true
}

/** Takes a picture under its own name, which the report shows as well. */
export async function keepPicture(info: TestInfo, shown: Page | Locator, name: string): Promise<void> {
  const file = path.join(info.project.outputDir, `${name}.png`)
  await shown.screenshot({ path: file, animations: 'disabled' })
  info.attachments.push({ name, path: file, contentType: 'image/png' })
}

/** A call that never ends. */
export function never(): Promise<never> {
  return new Promise(() => undefined)
}
