import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { PICTURES_PROJECT } from '../scripts/counts.ts'
import { isRest, isSample } from '../scripts/extent.ts'
import { filesInMemory } from '../scripts/filesInMemory.ts'
import { SECOND_PROFILE } from './pages/deployment.ts'

/**
 * What `npm test` leaves to `.ci/run`: the attacks, the machinery itself, and what unit tests or other specs try as well.
 */
const LEFT_OUT = [
  'attacks/*.spec.ts',
  ...specs('accessibility backup design desk gallery host host-browser layout'),
  ...specs('fast-hands nonsense profile-choice secrecy storage ux-accessibility ux-desktop'),
]
/** What `npm test` runs with fewer cases. */
const SAMPLED = specs('alike-slip gestures')
/** `npm start` runs it there. */
const DEMO = specs('demo')
/** Single tests that take as long as twenty others, left to `npm run prove`: on a busy machine one of them is not green. */
const LONG = /fifty thousand terminals|the bank’s answer: the sale is checked/u
/** They are about pixels, which a busy machine may draw late. */
const PICTURES = specs('gallery layout pictures ux-layout')
/** Once more with another prefix of the bank's own fields and GET parameters in the body (docs/service.md 4). */
const SECOND = specs('sale settlement unknown ux-find terminals-*')
/** Entries that are refused at their field are not sent. */
const NOT_SENT = /at its field/u

function specs(names: string): readonly string[] {
  return names.split(' ').map((name) => `specs/${name}.spec.ts`)
}

// Each worker, and each program that it starts, inherits it.
Object.assign(process.env, filesInMemory())

/** The attacks are specs too: actions of a person or a network that could lose or double a sale. */
const ALL = ['specs/**/*.spec.ts', 'attacks/**/*.spec.ts']
const wanted = isRest ? [...LEFT_OUT, ...SAMPLED] : ALL
const others = isSample ? [...LEFT_OUT, ...DEMO] : []
const long = isSample ? { grepInvert: LONG } : {}

// Playwright needs this default export.
export default defineConfig({
  testDir: import.meta.dirname,
  projects: [
    { name: 'specs', testMatch: [...wanted], testIgnore: [...others, ...PICTURES], ...long },
    // A second try is for these alone: a payment, an attack or a sum does not get one.
    {
      name: PICTURES_PROJECT,
      testMatch: [...(isRest ? PICTURES.filter((name) => LEFT_OUT.includes(name)) : PICTURES)],
      testIgnore: [...others],
      retries: 1,
      use: { trace: 'retain-on-first-failure' },
    },
    ...(isSample ? [] : [{ name: SECOND_PROFILE, testMatch: [...SECOND], grepInvert: NOT_SENT }]),
  ],
  outputDir: path.join(import.meta.dirname, '../test-results'),
  preserveOutput: 'failures-only',
  // A spec and its app often wait for each other; build machines have two cores.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  // No test is about speed; the limits only end one that hangs, also on a busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [['list']],
})
