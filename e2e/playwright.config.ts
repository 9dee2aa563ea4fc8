import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { isSample } from '../scripts/extent.ts'
import { SECOND_PROFILE } from './pages/deployment.ts'
import { EXPECT_LIMIT_MS } from './pages/expect.ts'

/**
 * Left to `npm run prove` and `npm run e2e`: specs of the machinery itself, and files of attacks and of layout that unit
 * tests and the other specs play as well.
 */
const LEFT_OUT =
  'specs/host* specs/gallery specs/layout attacks/computer attacks/merchant attacks/profile attacks/salesFile attacks/terminals'

/** Single tests that take as long as twenty others. */
const LONG = /fifty thousand terminals|the bank’s answer: the sale is checked/u

// Playwright needs this default export.
export default defineConfig({
  testDir: import.meta.dirname,
  // The attacks are specs too: actions of a person or a network that could lose or double a sale.
  testMatch: ['specs/**/*.spec.ts', 'attacks/**/*.spec.ts'],
  ...(isSample ? { grepInvert: LONG } : {}),
  testIgnore: isSample ? LEFT_OUT.split(' ').map((name) => `${name}.spec.ts`) : [],
  projects: [
    { name: 'specs' },
    // Once more with another prefix of the bank's own fields and GET parameters in the body (docs/service.md 4).
    // Entries that are refused at their field are not sent.
    {
      name: SECOND_PROFILE,
      testMatch: (isSample
        ? ['sale', 'settlement']
        : ['sale', 'settlement', 'unknown', 'ux-find', 'terminals-*']
      ).map((name) => `specs/${name}.spec.ts`),
      grepInvert: /at its field/u,
    },
  ],
  outputDir: path.join(import.meta.dirname, '../test-results'),
  preserveOutput: 'failures-only',
  // A spec and its app often wait for each other; build machines have two cores.
  workers: 4,
  fullyParallel: false,
  // A test that passes only at the second try is a failure worth seeing.
  retries: 0,
  forbidOnly: true,
  // No test is about speed; the limits only end one that hangs, also on a busy machine.
  timeout: 300_000,
  expect: { timeout: EXPECT_LIMIT_MS, toPass: { timeout: 120_000 } },
  reporter: [['list']],
})
