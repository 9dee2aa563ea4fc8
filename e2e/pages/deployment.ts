import { test } from '@playwright/test'
import type { BankOptions } from '../../sandbox/options.ts'

/** The project of playwright.config.ts in which specs run against a bank that answers otherwise. */
export const SECOND_PROFILE = 'second profile'

/** What a deployment decides of the wire: the bank is set up so, and the profile says the same under the same keys. */
export type Deployment = Partial<Pick<BankOptions, 'fieldPrefix' | 'getParameters'>>

const second: Deployment = { fieldPrefix: 'zenlake', getParameters: 'body' }

/** Of the project that runs. */
export function deployment(): Deployment {
  // The demo opens a counter, too, with no test around it.
  const isTest = process.env['TEST_WORKER_INDEX'] !== undefined
  return isTest && test.info().project.name === SECOND_PROFILE ? second : {}
}
