import { test } from '@playwright/test'
import type { BankOptions } from '../../sandbox/options.ts'

/** The project of playwright.config.ts that runs specs against a bank with other wire choices. */
export const SECOND_PROFILE = 'second profile'

/** A deployment's choices on the wire: for the bank, and under the same keys for the profile. */
export type Deployment = Partial<Pick<BankOptions, 'fieldPrefix' | 'getParameters'>>

const second: Deployment = { fieldPrefix: 'zenlake', getParameters: 'body' }

/** Of the current project. */
export function deployment(): Deployment {
  return test.info().project.name === SECOND_PROFILE ? second : {}
}
