import { expect, test } from 'vitest'
import { deviations } from '../../sandbox/deviations/deviations.ts'
import type { BankOptions } from '../../sandbox/options.ts'
import { createPracticeBank } from '../../sandbox/bank.ts'
import { LOG_PATH, testClock } from '../../sandbox/testing/bankClient.ts'
import {
  settingsOf,
  type CheckFinding,
  type ConnectionReport,
  type ProfileSetting,
} from '../../shared/connectionCheck.ts'
import { err } from '../../shared/result.ts'
import { practiceProfile } from '../gateway/profile.ts'
import { createSettlementApi } from '../gateway/settlementApi.ts'
import type { Transport } from '../gateway/wire.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'
import { checkConnection } from './checkConnection.ts'

/** Checks a practice bank; `settings` are in the profile. */
async function check(
  bankOptions: Partial<BankOptions>,
  { settings = [], sale, aheadMs = 0, terminalId = null, isEnded = false }: Situation = {},
) {
  const clock = testClock()
  const bank = createPracticeBank({ seed: 1, clock, options: { visibleAfterMs: 0, ...bankOptions } })
  const asked: string[] = []
  const recorded: Transport = (request, signal) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return bank.transport(request, signal)
  }
  const standard = practiceProfile()
  const valueOf = (key: ProfileSetting['key']) => settings.find((each) => each.key === key)?.value
  const profile = {
    ...standard,
    fieldPrefix: String(valueOf('fieldPrefix') ?? standard.fieldPrefix),
    getParameters: (valueOf('getParameters') ?? 'query') as 'query' | 'body',
    limits: {
      ...standard.limits,
      firstPage: Number(valueOf('limits.firstPage') ?? 1),
      pageSize: Number(valueOf('limits.pageSize') ?? standard.limits.pageSize),
    },
  }
  const api = createSettlementApi({
    ...profile,
    transport: recorded,
    clock: { wallNowMs: () => clock.wallNowMs() + aheadMs, monotonicNowMs: () => 0 },
    baseUrl: 'https://practice.tillside.invalid',
    timeoutMs: 5_000,
  })
  const { clientId, secretKey, loginToken } = bank.options()
  const login = await api.login({ clientId, secretKey, loginToken: loginToken ?? '' })
  const token = login.result.ok ? login.result.value.authToken : 'none'
  if (sale !== undefined) {
    await api.logTransaction(token, { amountWire: '1500.50', transactionId: sale, terminalId: '2TLS0001' })
  }
  asked.length = 0
  const report = await checkConnection({
    api,
    reading: {
      token: () => (isEnded ? null : token),
      renew: () => Promise.resolve(err({ kind: 'believed' })),
    },
    profile,
    terminalId,
    clock: { wallNowMs: () => clock.wallNowMs() + aheadMs, monotonicNowMs: () => 0 },
    random: createSeededRandom(1),
  })
  return { report, asked }
}

interface Situation {
  readonly settings?: readonly ProfileSetting[]
  readonly sale?: string
  readonly aheadMs?: number
  readonly terminalId?: string | null
  readonly isEnded?: boolean
}

function finding({ findings }: ConnectionReport, question: CheckFinding['question']): CheckFinding {
  const found = findings.find((each) => each.question === question)
  if (found === undefined) throw new Error(`no finding about ${question}`)
  return found
}

test('at a bank as documented all is good, and nothing is to be set', async () => {
  const { report } = await check({}, { sale: 'A-1' })
  expect(report.findings.map(({ question, verdict }) => `${question} ${verdict}`)).toEqual([
    'terminals good',
    'pages good',
    'search good',
    'days good',
    'unknown good',
    'clock good',
  ])
  expect(settingsOf(report)).toEqual([])
  expect(finding(report, 'terminals').came).toBe('HTTP 200, a yes, 12 of 12 rows')
  expect(finding(report, 'pages').meaning).toBe('The bank counts its pages from 1, and takes this size.')
  expect(finding(report, 'days').meaning).toContain('days that have not come, and a month at a time')
})

const differing: readonly (readonly [
  name: string,
  bank: Partial<BankOptions>,
  settings: readonly ProfileSetting[],
])[] = [
  ['parameters in the body', { getParameters: 'body' }, [{ key: 'getParameters', value: 'body' }]],
  ['another prefix', { fieldPrefix: 'acme' }, [{ key: 'fieldPrefix', value: 'acme' }]],
  ['pages from 0', { deviation: 'pagesFromZero' }, [{ key: 'limits.firstPage', value: 0 }]],
  ['small pages', { deviation: 'largePagesRefused' }, [{ key: 'limits.pageSize', value: 20 }]],
  [
    'all of it',
    { getParameters: 'body', fieldPrefix: 'acme', pageSizeMax: 20, deviation: 'pagesFromZero' },
    [
      { key: 'getParameters', value: 'body' },
      { key: 'fieldPrefix', value: 'acme' },
      { key: 'limits.firstPage', value: 0 },
      { key: 'limits.pageSize', value: 20 },
    ],
  ],
]
test.each(differing)(
  '%s: the check names the keys, and with them nothing more',
  async (_name, bank, settings) => {
    const { report } = await check(bank, { sale: 'A-1' })
    expect(settingsOf(report)).toEqual(settings)
    const again = await check(bank, { settings, sale: 'A-1' })
    expect(settingsOf(again.report)).toEqual([])
    expect(again.report.findings.filter(({ verdict }) => verdict !== 'good')).toEqual([])
    expect(finding(again.report, 'search').meaning).toBe('The newest transactions can be read.')
  },
)

test.each([
  ['futureRefused', 'days', 'no day that has not come'],
  ['weekAtMost', 'days', 'at most 7 days at a time'],
  ['threeDaysAtMost', 'days', 'at most 3 days at a time'],
  ['miss500', 'unknown', 'cannot be told from trouble'],
  ['missEmpty404', 'unknown', 'cannot be told from trouble'],
  ['missTraced', 'unknown', 'can be told from trouble'],
  ['twoLists', 'terminals', 'nothing can be recorded'],
] as const)('%s is told', async (deviation, question, words) => {
  const { report } = await check({ deviation }, { sale: 'A-1' })
  expect(finding(report, question).meaning).toContain(words)
})

test('a terminal that the bank does not list, and a wrong clock, are told', async () => {
  const { report } = await check({}, { terminalId: 'TLS404', aheadMs: 20 * 60_000 })
  expect(finding(report, 'terminals')).toMatchObject({ verdict: 'stopped' })
  expect(finding(report, 'terminals').meaning).toContain('TLS404')
  expect(finding(report, 'clock')).toMatchObject({ verdict: 'care', came: '1200 s ahead of the bank' })
})

test.each(Object.keys(deviations))('%s: only reads, and no key but those of reading', async (deviation) => {
  const { report, asked } = await check({ deviation }, { sale: 'A-1' })
  expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([])
  expect(asked.filter((each) => each.endsWith(LOG_PATH))).toEqual([])
  expect(report.findings.length).toBeGreaterThan(0)
  // A few dozen reads: a rate limit of two a second makes them a quarter of a minute.
  expect(asked.length).toBeLessThan(40)
  const settings = settingsOf(report)
  const again = await check({ deviation }, { settings, sale: 'A-1' })
  expect(settingsOf(again.report)).toEqual([])
})

test('a sign-in that has ended is told', async () => {
  const { report, asked } = await check({}, { isEnded: true })
  expect(report.findings).toMatchObject([{ question: 'signIn', verdict: 'stopped' }])
  expect(asked).toEqual([])
})
