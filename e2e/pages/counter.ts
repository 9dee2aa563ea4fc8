import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { BankOptions } from '../../sandbox/options.ts'
import {
  PRACTICE_BANK_CODE,
  PRACTICE_ENQUIRY_SERVICE_TYPE,
  PRACTICE_TERMINAL_ID,
} from '../../sandbox/options.ts'
import { startSandbox, type Sandbox } from '../../sandbox/serve.ts'
import { launchApp, signIn, type Credentials, type LaunchedApp, type LaunchOptions } from '../host/launch.ts'
import { callMain } from './bridge.ts'
import { deployment } from './deployment.ts'
import { amountField } from './sale.ts'

/** Unique words, so that a search finds only leaks. */
export const credentials: Credentials = {
  clientId: 'mama-put-7',
  secretKey: 'zQ7-never-on-a-screen-41',
}

export const TERMINAL_ID = PRACTICE_TERMINAL_ID

/** A failing click is reported long before its test times out. */
const ACTION_LIMIT_MS = 60_000

/** The Business API's own token, for a counter whose name enquiry needs one. */
export const BUSINESS_TOKEN = 'yB4-business-and-nowhere-else-93'

export interface CounterOptions {
  readonly bank?: Partial<BankOptions>
  /** Override keys of {@link profileFor}. */
  readonly profile?: Readonly<Record<string, unknown>>
  /** The token of the Business API, if the profile offers the name enquiry; by default it does not. */
  readonly enquiry?: 'ownToken' | 'settlementToken'
  /** Puts a host between the app and the bank. @returns its address, for the profile */
  readonly between?: (bankUrl: string) => Promise<string>
  readonly launch?: Omit<LaunchOptions, 'profile' | 'credentials' | 'dataDir'>
  /** Default: true. */
  readonly isSignedIn?: boolean
}

/** A bank on real HTTP, the app beside it, and the checks of both after any test. */
export interface Counter {
  readonly app: LaunchedApp
  readonly sandbox: Sandbox
  readonly page: Page
  /** Cuts the bank off and tells the app that the network is gone; once this returns, it starts no send. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** kill -9, then a new start on the same folder. */
  restart(): Promise<Page>
  changeProfile(change: Readonly<Record<string, unknown>>): Promise<void>
  /** Fails if the policy was violated, the page contacted a host, or money went out twice. */
  check(): void
  end(): Promise<void>
  /** {@link check}, and then {@link end}. */
  close(): Promise<void>
}

/** The profile of a bank on loopback: real money to the app, without waits that only spare the bank. */
export function profileFor(url: string): Readonly<Record<string, unknown>> {
  return {
    name: 'Market branch',
    environment: 'live',
    partnerUrl: url,
    terminalId: TERMINAL_ID,
    outbox: { requestsPerSecond: 50, timeoutSeconds: 60 },
  }
}

/** The practice bank's enquiry, in a profile's form. */
function enquiryAt(url: string, { enquiry }: CounterOptions): Readonly<Record<string, unknown>> {
  if (enquiry === undefined) return {}
  return {
    businessUrl: url,
    enquiry: {
      serviceType: PRACTICE_ENQUIRY_SERVICE_TYPE,
      bankCode: PRACTICE_BANK_CODE,
      useSettlementToken: enquiry === 'settlementToken',
    },
  }
}

export async function openCounter(options: CounterOptions = {}): Promise<Counter> {
  const wire = deployment()
  const sandbox = await startSandbox({
    options: {
      ...credentials,
      businessToken: BUSINESS_TOKEN,
      businessAccess: options.enquiry ?? 'either',
      settleAfterMs: 500,
      visibleAfterMs: 0,
      ...wire,
      ...options.bank,
    },
  })
  const dir = await mkdtemp(path.join(tmpdir(), 'tillside-counter-'))
  const profileFile = path.join(dir, 'market-branch.json')
  const address = (await options.between?.(sandbox.url)) ?? sandbox.url
  const profile = {
    ...profileFor(address),
    ...enquiryAt(address, options),
    ...wire,
    ...options.profile,
  }
  await writeFile(profileFile, JSON.stringify(profile))
  let started: LaunchedApp | undefined
  const end = async (): Promise<void> => {
    await started?.close()
    await sandbox.close()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
  let app: LaunchedApp
  try {
    app = await launchApp({ ...options.launch, profile: profileFile })
    started = app
    app.page.setDefaultTimeout(ACTION_LIMIT_MS)
    if (options.isSignedIn !== false) {
      // Not key by key, which takes a fifth of a spec's start.
      await signIn(app.page, credentials)
      await expect(amountField(app.page)).toBeVisible()
    }
  } catch (error) {
    await end()
    throw error
  }
  const check = (): void => {
    checkPolicies(app)
    const times = new Map<string, number>()
    for (const { transactionId } of sandbox.bank.commits())
      times.set(transactionId, (times.get(transactionId) ?? 0) + 1)
    expect(
      [...times].filter(([, count]) => count > 1),
      'settled more than once',
    ).toEqual([])
  }
  const status = async (): Promise<unknown> =>
    ((await callMain(app.page, 'connection.get', {})) as { value?: { status: string } }).value?.status
  return {
    app,
    sandbox,
    get page() {
      return app.page
    },
    goOffline: async () => {
      await sandbox.cutNetwork()
      await app.setOnline(false)
      await expect.poll(status).toBe('offline')
    },
    goOnline: async () => {
      await sandbox.restoreNetwork()
      await app.setOnline(true)
    },
    restart: async () => {
      const page = await app.restart()
      page.setDefaultTimeout(ACTION_LIMIT_MS)
      return page
    },
    changeProfile: (change) => writeFile(profileFile, JSON.stringify({ ...profile, ...change })),
    check,
    end,
    close: async () => {
      try {
        check()
      } finally {
        await end()
      }
    },
  }
}

/** Closes an app that no practice bank of the spec stands beside. */
export async function closeChecked(app: LaunchedApp): Promise<void> {
  checkPolicies(app)
  await app.close()
}

function checkPolicies(app: LaunchedApp): void {
  expect(app.cspViolations, 'broken policy').toEqual([])
  expect(app.externalRequests, 'requests of the page').toEqual([])
}
