import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { PRACTICE_PARTNER_URL } from '../../sandbox/options.ts'
import type { Profile } from '../gateway/profile.ts'
import type { CounterSetup } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'
import { openAgent, type Agent } from './changes/testing/agent.ts'

let agent: Agent | undefined
afterEach(async () => {
  await agent?.shop.close()
  agent = undefined
})

async function open(setup: CounterSetup = {}): Promise<Agent> {
  agent = await openAgent(setup)
  await agent.get('terminals.refresh', {})
  return agent
}

const everything = { search: '', offset: 0, limit: 200 } as const

test('what was read online is there after a restart without a network: rows, merchants and the counter’s own', async () => {
  const { shop, get } = await open()
  const before = await get('terminals.get', {})
  const rows = await get('terminals.page', everything)
  const merchants = await get('terminals.merchants', everything)
  expect(rows.total).toBe(shop.bank.terminals().length)
  expect(before).toMatchObject({ isComplete: true, knownCount: rows.total, reading: null })
  cutNetwork(shop)
  await shop.restart()
  expect({ ...(await get('terminals.get', {})), revision: 0 }).toEqual({ ...before, revision: 0 })
  expect((await get('terminals.page', everything)).rows).toEqual(rows.rows)
  expect(await get('terminals.merchants', everything)).toEqual(merchants)
  await shop.becomeManager()
  const other = rows.rows.find(({ terminalId }) => terminalId !== before.chosenTerminalId)
  expect(await get('terminals.choose', { terminalId: other?.terminalId ?? '' })).toMatchObject({
    chosen: other,
  })
})

test('without its stored list the counter still records sales, and reads the list when it can', async () => {
  const { shop, get } = await open()
  const { chosenTerminalId, knownCount } = await get('terminals.get', {})
  cutNetwork(shop)
  await shop.restart(() => {
    writeFileSync(path.join(shop.dataDir, 'terminals.db'), 'half of it'.repeat(5_000))
  })
  expect(await get('terminals.get', {})).toMatchObject({ chosenTerminalId, isComplete: false, knownCount: 0 })
  expect((await shop.record('1500')).terminalId).toBe(chosenTerminalId)
  restoreNetwork(shop)
  expect(await get('terminals.refresh', {})).toMatchObject({ isComplete: true, knownCount })
})

test.each<readonly [string, (place: string) => void]>([
  ['is a folder, so that it cannot be opened', (place) => mkdirSync(place)],
  ['is another file', (place) => writeFileSync(place, 'private-value'.repeat(5_000))],
])(
  'if the file of terminals %s, sales are recorded and paid, and the list is there for this run',
  async (_name, spoil) => {
    const { shop, get } = await open()
    const { chosenTerminalId, knownCount } = await get('terminals.get', {})
    await shop.restart(() => {
      const place = path.join(shop.dataDir, 'terminals.db')
      rmSync(place)
      spoil(place)
    })
    const { transactionId, terminalId } = await shop.record('1500')
    expect(terminalId).toBe(chosenTerminalId)
    await shop.time.pass(60_000)
    expect(shop.bank.settlementCount(transactionId)).toBe(1)
    expect(await get('terminals.refresh', {})).toMatchObject({ isComplete: true, knownCount })
    expect((await get('terminals.page', everything)).total).toBe(knownCount)
    expect(await get('storage.get', {})).toMatchObject({ status: 'sound', news: null })
  },
)

const named = (standard: Profile): Profile => ({
  ...standard,
  environment: 'live',
  partnerUrl: PRACTICE_PARTNER_URL,
  terminalId: '2TLS0001',
})

test('first sign-in, the bank’s list never read: a sale on the profile’s terminal is recorded at once', async () => {
  const silence = { kind: 'silence', committed: false } as const
  agent = await openAgent({ profile: named, signInAtStart: false })
  const { shop, get } = agent
  shop.bank.faults.add({ on: 'retrieveTerminals', times: 'always', fault: silence })
  await shop.signIn()
  expect(await get('terminals.get', {})).toMatchObject({
    chosenTerminalId: '2TLS0001',
    chosen: null,
    readAtMs: null,
  })
  const { transactionId, terminalId } = await shop.record('1500')
  expect(terminalId).toBe('2TLS0001')
  await shop.time.pass(60_000)
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
  // Offline, at the next start too.
  shop.bank.faults.clear()
  cutNetwork(shop)
  await shop.restart()
  expect((await shop.record('1700')).terminalId).toBe('2TLS0001')
  restoreNetwork(shop)
  expect(await get('terminals.refresh', {})).toMatchObject({
    isComplete: true,
    chosenTerminalId: '2TLS0001',
    chosen: { terminalId: '2TLS0001' },
  })
})

test('a terminal that the profile names and a complete list lacks is not used: a person has to choose', async () => {
  agent = await openAgent({ profile: (standard) => ({ ...named(standard), terminalId: '9NOT0001' }) })
  const { get } = agent
  expect(await get('terminals.refresh', {})).toMatchObject({ isComplete: true, chosenTerminalId: null })
  await agent.shop.restart()
  expect(await get('terminals.get', {})).toMatchObject({ chosenTerminalId: null })
})

test('a reading is reported page by page, and ends when it is cancelled', async () => {
  const { shop, get } = await open({
    profile: (standard) => ({ ...standard, limits: { ...standard.limits, pageSize: 1 } }),
  })
  const told = shop.events.length
  const slow = { kind: 'slow', delayMs: 1_000, commit: 'onArrival' } as const
  shop.bank.faults.add({ on: 'retrieveTerminals', times: 'always', fault: slow })
  const reading = get('terminals.refresh', {})
  await shop.time.pass(3_500)
  await get('terminals.cancelRefresh', {})
  expect(await reading).toMatchObject({ incompleteReason: 'cancelled', reading: null })
  const progress = shop.events
    .slice(told)
    .filter(({ name }) => name === 'terminals.changed')
    .map(({ payload }) => JSON.stringify(payload))
  expect(progress.some((text) => text.includes('"rowsRead":2'))).toBe(true)
})
