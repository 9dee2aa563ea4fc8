import { test } from '@playwright/test'
import type { BankOptions } from '../../sandbox/options.ts'

/** The project of playwright.config.ts that runs specs against a bank with other wire choices. */
export const SECOND_PROFILE = 'second profile'

/** A deployment's choices on the wire: for the bank, and under the same keys for the profile. */
export type Deployment = Partial<Pick<BankOptions, 'fieldPrefix' | 'getParameters'>>

const second: Deployment = { fieldPrefix: 'zenlake', getParameters: 'body' }

/** Of the current project. */
export function deployment(): Deployment {
  // The demo opens a counter too, without a test around it.
  const isTest = process.env['TEST_WORKER_INDEX'] !== undefined
  return isTest && test.info().project.name === SECOND_PROFILE ? second : {}
}
