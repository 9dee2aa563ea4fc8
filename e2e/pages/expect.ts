import { expect as bare } from '@playwright/test'

/** How long is waited for what the screen has to show. It only ends what never comes. */
export const EXPECT_LIMIT_MS = 60_000

/** With the patience of the specs also in the demo, which no test runner is around: by itself it gives up after five seconds. */
export const expect = bare.configure({ timeout: EXPECT_LIMIT_MS })
