import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'

export interface Step {
  readonly number: number
  readonly name: string
  /** Short name of the picture taken at its end. */
  readonly picture: string
  readonly needs: readonly number[]
  /** @param snap takes another picture during the step, of a state that its end no longer shows */
  readonly run: (snap: (name: string) => Promise<void>) => Promise<void>
}

export interface Outcome {
  readonly passed: number
  readonly failed: number
}

const STEP_LIMIT_MS = 135_000
const REASON_LINES_MAX = 12

/** Runs the steps in order: a line and a picture each. A step whose dependency failed counts as failed. */
export async function walk(
  steps: readonly Step[],
  page: () => Page | undefined,
  pictureDir: string,
): Promise<Outcome> {
  await rm(pictureDir, { recursive: true, force: true })
  await mkdir(pictureDir, { recursive: true })
  const failed = new Set<number>()
  for (const step of steps) {
    const missing = step.needs.find((number) => failed.has(number))
    const startedAtMs = performance.now()
    const snap = (name: string): Promise<void> => picture(step.number, name, page(), pictureDir)
    const problem =
      missing === undefined ? await attempt(step, snap) : `step ${missing}, which it needs, did not pass`
    const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1)
    if (problem !== null) failed.add(step.number)
    if (missing === undefined) await snap(step.picture)
    const line = `${String(step.number).padStart(2)} ${step.name}`
    console.log(problem === null ? `ok      ${line} (${seconds} s)` : `FAILED  ${line}\n${problem}`)
  }
  return { passed: steps.length - failed.size, failed: failed.size }
}

/** @returns why it failed; null if it passed */
async function attempt(step: Step, snap: (name: string) => Promise<void>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${STEP_LIMIT_MS} ms`)), STEP_LIMIT_MS)
  })
  try {
    await Promise.race([step.run(snap), limit])
    return null
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const lines = stripVTControlCharacters(text).split('\n').slice(0, REASON_LINES_MAX)
    return lines.map((line) => `        ${line}`).join('\n')
  } finally {
    clearTimeout(timer)
  }
}

async function picture(number: number, name: string, page: Page | undefined, dir: string): Promise<void> {
  const file = `${String(number).padStart(2, '0')}-${name}.png`
  try {
    await page?.screenshot({ path: path.join(dir, file), animations: 'disabled' })
  } catch {
    console.log(`        no picture ${file}: the page is gone`)
  }
}
