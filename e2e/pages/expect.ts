import { expect as bare } from '@playwright/test'

/** The time limit for what the screen must show. It only ends a wait that would never end. */
export const EXPECT_LIMIT_MS = 60_000

/** The specs' time limit; the ledger (`proof/ledger/window.ts`) needs it here: it has no test runner, and the default is five seconds. */
export const expect = bare.configure({ timeout: EXPECT_LIMIT_MS })
