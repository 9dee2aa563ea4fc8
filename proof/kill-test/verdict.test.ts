import { expect, test } from 'vitest'
import { nameOf } from './steps.ts'
import { isAtRest, judgeFile } from './verdict.ts'

const row = (transactionId: string, state: string, sendCount = 1) => ({
  transactionId,
  state,
  amountKobo: 100,
  sendCount,
})
const commit = (transactionId: string, amountKobo = 100) => ({
  transactionId,
  terminalId: 'T',
  amountKobo,
  receivedAtMs: 0,
})
const whole = { integrity: 'ok', brokenAuditEntry: null, notAsRecorded: [] }
const acknowledged = (transactionId: string) => ({ transactionId, amountKobo: 100 })

test('accepted and settled once, or unknown and never settled: nothing is broken', () => {
  const file = { ...whole, sales: [row('A', 'accepted'), row('B', 'unknown'), row('C', 'queued', 0)] }
  const judged = judgeFile(file, { acknowledged: ['A', 'B', 'C'].map(acknowledged), commits: [commit('A')] })
  expect(Object.values(judged).flat()).toEqual([])
})

test('an acknowledged sale that is missing in the file, or has another amount, is missing', () => {
  const file = { ...whole, sales: [{ ...row('A', 'queued', 0), amountKobo: 99 }] }
  const judged = judgeFile(file, { acknowledged: [acknowledged('A'), acknowledged('B')], commits: [] })
  expect(judged.missing).toEqual(['A', 'B'])
})

test('settled twice is duplicated, and accepted is then false too', () => {
  const file = { ...whole, sales: [row('A', 'accepted')] }
  const judged = judgeFile(file, { acknowledged: [], commits: [commit('A'), commit('A')] })
  expect(judged).toMatchObject({ duplicated: ['A'], falselyAccepted: ['A'] })
})

test('accepted without a settlement, or with one of another amount, is false', () => {
  const file = { ...whole, sales: [row('A', 'accepted'), row('B', 'accepted')] }
  const judged = judgeFile(file, { acknowledged: [], commits: [commit('B', 101)] })
  expect(judged.falselyAccepted).toEqual(['A', 'B'])
})

test('settled without a row, or with one that was never claimed, is unclaimed', () => {
  const file = { ...whole, sales: [row('A', 'queued', 0)] }
  const judged = judgeFile(file, { acknowledged: [], commits: [commit('A'), commit('B')] })
  expect(judged).toMatchObject({ unclaimed: ['A', 'B'], stuck: ['A queued'] })
})

test('a damaged file is broken, regardless of its rows', () => {
  const judged = judgeFile(
    { sales: [], integrity: 'row 3 missing from index', brokenAuditEntry: 4, notAsRecorded: [] },
    { acknowledged: [], commits: [] },
  )
  expect(judged).toMatchObject({
    integrity: ['row 3 missing from index'],
    auditBroken: ['audit entry 4'],
  })
})

test('only sales that nothing can settle within minutes are at rest', () => {
  const open = (state: string, waitingReason: string | null = null) => ({
    transactionId: 'A',
    state,
    waitingReason,
  })
  expect(isAtRest(open('unknown'), () => false)).toBe(true)
  expect(isAtRest(open('unknown'), () => true)).toBe(false)
  expect(isAtRest(open('queued', 'tooManyUnknown'), () => false)).toBe(true)
  expect(isAtRest(open('queued', 'backOff'), () => false)).toBe(false)
  expect(isAtRest(open('sending'), () => false)).toBe(false)
})

test('steps are named by what they write; reads are no steps', () => {
  expect(nameOf('UPDATE sale SET state = ?, version = ?', ['sending', 2])).toBe('UPDATE sale sending')
  expect(nameOf('  INSERT INTO audit (kind) VALUES (?)', ['sending'])).toBe('INSERT audit')
  expect(nameOf('CREATE TABLE x (y)', [])).toBe('CREATE')
  expect(nameOf('PRAGMA user_version = 2', [])).toBe('PRAGMA')
  expect(nameOf('PRAGMA user_version', [])).toBeNull()
  expect(nameOf('SELECT * FROM sale', [])).toBeNull()
})
