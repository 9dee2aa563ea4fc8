import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payoutFields } from '../../../shared/payout.ts'
import { createClientPayouts, type ClientPayoutsOptions } from './clientPayouts.ts'
import { createMarks, UNKNOWN, type Explanation, type PayoutState, type Values } from './payoutState.ts'
import type { PayoutEntry } from './payoutStore.ts'
import { payoutView, versionOf } from './payoutView.ts'

const keyOf = (byte: number) => ({
  get: () => new Uint8Array(32).fill(byte),
  id: () => String(byte),
  isKept: () => true,
})
const marks = createMarks(keyOf(7))
const TERMINAL = 'T1'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Two with the same last digits, so that only a fingerprint tells them apart. */
const ACCOUNTS = ['0123456789', '9876506789', '5550001111', '4440002222'] as const

interface Row {
  readonly account: string
  readonly merchant: number
  readonly isActive: boolean
}
const valuesOf = ({ account, merchant, isActive }: Row): Values => ({
  account: marks.account(account),
  merchant: { recordId: String(merchant), id: `M${merchant}` },
  isActive,
  isReceivingPayment: true,
})

/** The watch over one client, on a disk that can be put back to an older state. */
function watch() {
  const disk: { kept: PayoutState | null; entries: PayoutEntry[] } = { kept: null, entries: [] }
  const world = { questions: 0, nowMs: 1_000 * DAY_MS }
  const options: ClientPayoutsOptions = {
    store: {
      read: () => structuredClone(disk.kept),
      write: (state, entries) => {
        disk.kept = structuredClone(state)
        disk.entries.push(...entries)
        return true
      },
      terminalsWithSales: () => [TERMINAL],
    },
    isReadOnly: () => false,
    isKeyKept: () => true,
    questions: () => world.questions,
    now: () => ({ nowMs: world.nowMs, bankNowMs: world.nowMs }),
  }
  let payouts = createClientPayouts(options)
  const alarm = () => payouts.state().terminals[0]?.alarm ?? null
  return {
    world,
    disk,
    alarm,
    payouts: () => payouts,
    ask: () => (world.questions += 1),
    row: (row: Row, question: number) => payouts.row(TERMINAL, question, () => valuesOf(row)),
    read(row: Row) {
      world.questions += 1
      payouts.row(TERMINAL, world.questions, () => valuesOf(row))
    },
    record: (account: string, receivedMs: number | undefined) =>
      payouts.record({ terminalId: TERMINAL, account: marks.account(account), receivedMs }),
    restart() {
      payouts = createClientPayouts(options)
    },
    acknowledge(version: string) {
      return payouts.acknowledge(TERMINAL, version, { by: 'Ngozi', note: 'asked the bank' }, ADA)
    },
  }
}

const ADA = { id: 'c1', name: 'Ada' }
const first: Row = { account: ACCOUNTS[0], merchant: 1, isActive: true }

function editOf(changeId: string, from: Row, to: Row): Explanation {
  const before = { ...valuesOf(from), merchant: { recordId: String(from.merchant), id: null } }
  const after = { ...valuesOf(to), merchant: { recordId: String(to.merchant), id: null } }
  const fields: Explanation['fields'] = []
  if (from.account !== to.account) fields.push('account')
  if (from.merchant !== to.merchant) fields.push('merchant')
  if (from.isActive !== to.isActive) fields.push('isActive')
  return { changeId, terminalId: TERMINAL, recordId: '1', fields, from: before, to: after }
}

const row = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  merchant: fc.constantFrom(1, 2),
  isActive: fc.boolean(),
})
/** What can happen, without anything that others do. */
const ownStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), to: row }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('takesEffect' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      as: fc.constantFrom('done', 'refused', 'unknown', 'unsent'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ask' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('serve' as const), at: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('answer' as const), at: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('giveUp' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sale' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('record' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)
type OwnStep = typeof ownStep extends fc.Arbitrary<infer Step> ? Step : never

/**
 * A bank with one terminal, which only this computer changes. A question is asked, served at some later time from the
 * row of that moment, and answered later still, in any order: pages that are stale, shift, cross, or never come.
 */
function ownWorld() {
  const shop = watch()
  let bank = first
  let edits = 0
  /** The open one: the next waits for it, as `earlierOpen` in changeRun.ts. */
  let edit: { id: string; from: Row; to: Row; isEffective: boolean; isEnded: boolean } | null = null
  let questions: { readonly number: number; row: Row | null }[] = []
  const sales: { readonly account: string; readonly receivedMs: number }[] = []
  shop.read(bank)

  /** The next edit waits until a list has shown this one. */
  function shown(row: Row): void {
    if (edit?.isEnded === true && edit.isEffective && JSON.stringify(row) === JSON.stringify(edit.to))
      edit = null
  }

  return {
    shop,
    change: (to: Row) => {
      bank = to
    },
    step(step: OwnStep): void {
      shop.world.nowMs += HOUR_MS / 2
      switch (step.do) {
        case 'edit':
          // It is planned on a fresh row, and sent once.
          if (edit !== null || JSON.stringify(step.to) === JSON.stringify(bank)) return
          edits += 1
          shop.read(bank)
          edit = { id: `E${edits}`, from: bank, to: step.to, isEffective: false, isEnded: false }
          shop.payouts().ask(editOf(edit.id, bank, step.to))
          return
        case 'takesEffect':
          if (edit === null || edit.isEffective) return
          edit.isEffective = true
          bank = edit.to
          return
        case 'end': {
          if (edit === null || edit.isEnded) return
          const isNo = step.as === 'refused' || step.as === 'unsent'
          // What took effect is not refused, and a yes has taken effect.
          if (isNo === edit.isEffective && (isNo || step.as === 'done')) return
          shop.payouts().end(edit.id, !isNo)
          edit.isEnded = true
          if (isNo) edit = null
          return
        }
        case 'ask':
          questions.push({ number: shop.ask(), row: null })
          return
        case 'serve': {
          const open = questions.filter((each) => each.row === null)
          const question = open[step.at % Math.max(1, open.length)]
          if (question !== undefined) question.row = bank
          return
        }
        case 'answer': {
          const served = questions.filter((each) => each.row !== null)
          const question = served[step.at % Math.max(1, served.length)]
          if (question === undefined || question.row === null) return
          shop.row(question.row, question.number)
          questions = questions.filter((each) => each !== question)
          shown(question.row)
          return
        }
        case 'read':
          shop.read(bank)
          shown(bank)
          return
        case 'giveUp':
          if (edit?.isEnded === true && !edit.isEffective) edit = null
          return
        case 'sale':
          sales.push({ account: bank.account, receivedMs: shop.world.nowMs })
          return
        case 'record': {
          const sale = sales[step.at % Math.max(1, sales.length)]
          if (sale !== undefined) shop.record(sale.account, sale.receivedMs)
          return
        }
        case 'restart':
          questions = []
          if (edit !== null) edit.isEnded = true
          shop.restart()
      }
    },
  }
}

test('edits from here, however they end, and reads in any order give no alarm', () => {
  let adopted = 0
  fc.assert(
    fc.property(fc.array(ownStep, { minLength: 40, maxLength: 120 }), (steps) => {
      const world = ownWorld()
      for (const step of steps) {
        world.step(step)
        if (world.shop.alarm() !== null) throw new Error(JSON.stringify(world.shop.alarm()))
      }
      const { expected } = world.shop.payouts().state().terminals[0] ?? { expected: UNKNOWN }
      adopted += expected.account?.mark === marks.account(first.account).mark ? 0 : 1
    }),
    { numRuns: 300, seed: 1 },
  )
  // The steps do lead to other accounts.
  expect(adopted).toBeGreaterThan(50)
})

test('any change by others is told by the first list that shows it', () => {
  fc.assert(
    fc.property(fc.array(ownStep, { maxLength: 40 }), row, (steps, to) => {
      const world = ownWorld()
      for (const step of steps) world.step(step)
      const { asked, terminals } = world.shop.payouts().state()
      const expected = terminals[0]?.expected ?? UNKNOWN
      const explained = (account: string, merchant: number, isActive: boolean): boolean => {
        const values = valuesOf({ account, merchant, isActive })
        return (['account', 'merchant', 'isActive'] as const).every((field) => {
          const known = [
            expected,
            ...asked.filter(({ fields }) => fields.includes(field)).map((each) => each.to),
          ]
          return known.some((each) =>
            field === 'merchant'
              ? each.merchant?.recordId === String(merchant)
              : JSON.stringify(each[field]) === JSON.stringify(values[field]),
          )
        })
      }
      fc.pre(!explained(to.account, to.merchant, to.isActive))
      world.change(to)
      world.shop.read(to)
      expect(world.shop.alarm()).not.toBeNull()
    }),
    { numRuns: 200, seed: 2 },
  )
})

test('another account of the same last digits is told, by a list and by a record', () => {
  const byList = watch()
  byList.read(first)
  byList.read({ ...first, account: ACCOUNTS[1] })
  expect(byList.alarm()).toMatchObject({ fields: ['account'], shownBy: 'list' })
  const byRecord = watch()
  byRecord.read(first)
  byRecord.record(ACCOUNTS[1], byRecord.world.nowMs + HOUR_MS)
  expect(byRecord.alarm()).toMatchObject({ fields: ['account'], shownBy: 'record' })
  expect([byList.disk.entries.length, byRecord.disk.entries.length]).toEqual([1, 1])
})

test('a record of the time before the watch says nothing, and one without a readable time neither', () => {
  const shop = watch()
  shop.read(first)
  shop.record(ACCOUNTS[2], shop.world.nowMs - 1)
  shop.record(ACCOUNTS[2], undefined)
  expect(shop.alarm()).toBeNull()
})

test('records of sales before an edit show the older account; a day after it that is a change back', () => {
  const shop = watch()
  shop.read(first)
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.payouts().ask(editOf('E1', first, moved))
  shop.payouts().end('E1', true)
  shop.record(ACCOUNTS[2], shop.world.nowMs)
  expect(shop.alarm()).toBeNull()
  shop.read(moved)
  shop.record(ACCOUNTS[0], shop.world.nowMs)
  expect(shop.alarm()).toBeNull()
  shop.record(ACCOUNTS[0], shop.world.nowMs + DAY_MS)
  expect(shop.alarm()).toMatchObject({ shownBy: 'record', fields: ['account'] })
})

test('an unknown edit explains its exact values alone, and once', () => {
  const shop = watch()
  shop.read(first)
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.payouts().ask(editOf('E1', first, moved))
  shop.payouts().end('E1', true)
  shop.read({ ...first, account: ACCOUNTS[3] })
  expect(shop.alarm()).not.toBeNull()
  const again = watch()
  again.read(first)
  again.payouts().ask(editOf('E1', first, moved))
  again.restart()
  again.read(moved)
  expect(again.alarm()).toBeNull()
  // Put back by others, and changed by others to what was asked for once.
  again.read(first)
  expect(again.alarm()).not.toBeNull()
  expect(again.acknowledge(versionNow(again))).toBe('done')
  again.read(moved)
  expect(again.alarm()).not.toBeNull()
})

test('an edit of a flag explains no account, though it sends one', () => {
  const shop = watch()
  shop.read(first)
  shop.payouts().ask(editOf('E1', first, { ...first, isActive: false }))
  shop.payouts().end('E1', true)
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.read(moved)
  expect(shop.acknowledge(versionNow(shop))).toBe('done')
  shop.read(first)
  expect(shop.alarm()).toMatchObject({ fields: ['account'] })
})

test('a registration from here explains the first values of a terminal that this counter knew before', () => {
  const shop = watch()
  shop.read(first)
  const { account } = valuesOf({ ...first, account: ACCOUNTS[2] })
  const to = { account, merchant: { recordId: null, id: 'M9' }, isActive: true, isReceivingPayment: false }
  const fields = [...payoutFields]
  shop.payouts().ask({ changeId: 'R1', terminalId: TERMINAL, recordId: null, fields, from: UNKNOWN, to })
  shop.payouts().end('R1', true)
  const listed = { ...to, merchant: { recordId: '9', id: 'M9' } }
  shop.payouts().row(TERMINAL, shop.ask(), () => listed)
  expect(shop.alarm()).toBeNull()
  shop.payouts().row(TERMINAL, shop.ask(), () => ({ ...listed, merchant: { recordId: '8', id: 'M8' } }))
  expect(shop.alarm()).toMatchObject({ fields: ['merchant'] })
})

test('a question asked before a terminal was first seen may show it as it was before an edit', () => {
  const shop = watch()
  const older = shop.ask()
  const newer = shop.ask()
  shop.row({ ...first, account: ACCOUNTS[2] }, newer)
  shop.row(first, older)
  expect(shop.alarm()).toBeNull()
})

test('a refused edit explains nothing, also what was seen while it was under way', () => {
  const shop = watch()
  shop.read(first)
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.payouts().ask(editOf('E1', first, moved))
  shop.read(moved)
  expect(shop.alarm()).toBeNull()
  shop.payouts().end('E1', false)
  expect(shop.alarm()).toMatchObject({ fields: ['account'], shownBy: 'list' })
})

test('what a manager saw is what they accept; then it is expected, and the one before it is news again', () => {
  const shop = watch()
  shop.read(first)
  const moved = { ...first, account: ACCOUNTS[2], isActive: false }
  shop.read(moved)
  expect(shop.acknowledge('another')).toBe('changed')
  expect(shop.acknowledge(versionNow(shop))).toBe('done')
  shop.read(moved)
  shop.record(ACCOUNTS[0], shop.world.nowMs - 1)
  expect(shop.alarm()).toBeNull()
  expect(shop.disk.entries).toMatchObject([
    { kind: 'payoutChanged', detail: { account: { from: '6789', to: '1111' } } },
    { kind: 'payoutAcknowledged', detail: { by: 'Ngozi', note: 'asked the bank' }, by: ADA },
  ])
  shop.read(first)
  expect(shop.alarm()).toMatchObject({ fields: ['account', 'isActive'] })
})

test('accepted from a record, the account is expected when the list follows', () => {
  const shop = watch()
  shop.read(first)
  shop.record(ACCOUNTS[2], shop.world.nowMs)
  expect(shop.acknowledge(versionNow(shop))).toBe('done')
  shop.record(ACCOUNTS[2], shop.world.nowMs + 3 * DAY_MS)
  shop.read(first)
  shop.read({ ...first, account: ACCOUNTS[2] })
  expect(shop.alarm()).toBeNull()
})

test('it stays told when the bank shows it as before, and is told once however often it is read', () => {
  const shop = watch()
  shop.read(first)
  shop.read({ ...first, isActive: false })
  shop.read({ ...first, isActive: false })
  shop.read(first)
  shop.read({ ...first, isActive: false })
  shop.restart()
  expect(shop.alarm()).toMatchObject({ fields: ['isActive'] })
  expect(shop.disk.entries.length).toBe(1)
})

test('without its key, or with a masked number, an account is compared by its last digits', () => {
  const shop = watch()
  shop.read(first)
  const other = createMarks(keyOf(8))
  const read = (account: string) => {
    const question = shop.ask()
    shop.payouts().row(TERMINAL, question, () => ({ ...valuesOf(first), account: other.account(account) }))
  }
  read(ACCOUNTS[1])
  expect(shop.alarm()).toBeNull()
  shop.record('******6789', shop.world.nowMs)
  expect(shop.alarm()).toBeNull()
  shop.record('******1111', shop.world.nowMs)
  expect(shop.alarm()).not.toBeNull()
})

function versionNow(shop: ReturnType<typeof watch>): string {
  const [watched] = shop.payouts().state().terminals
  if (watched === undefined) throw new Error('nothing is watched')
  return versionOf(watched)
}

test('an account accepted from a record is expected once the list has shown it, and no longer accepted after an edit', () => {
  const shop = watch()
  shop.read(first)
  shop.record(ACCOUNTS[2], shop.world.nowMs)
  expect(shop.acknowledge(versionNow(shop))).toBe('done')
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.read(moved)
  shop.payouts().ask(editOf('E1', moved, first))
  shop.payouts().end('E1', true)
  shop.read(first)
  expect(shop.alarm()).toBeNull()
  shop.record(ACCOUNTS[2], shop.world.nowMs + 3 * DAY_MS)
  expect(shop.alarm()).toMatchObject({ shownBy: 'record' })
  expect(shop.acknowledge(versionNow(shop))).toBe('done')
  shop.restart()
  shop.read(first)
  expect(shop.alarm()).toBeNull()
})

test('others change it back to what was accepted from a record once: that is told', () => {
  const shop = watch()
  shop.read(first)
  shop.record(ACCOUNTS[2], shop.world.nowMs)
  expect(shop.acknowledge(versionNow(shop))).toBe('done')
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.read(moved)
  shop.payouts().ask(editOf('E1', moved, first))
  shop.payouts().end('E1', true)
  shop.read(first)
  shop.read(moved)
  expect(shop.alarm()).toMatchObject({ shownBy: 'list', fields: ['account'] })
})

test('a record that shows another account after the list was back is not called back, and is accepted as shown', () => {
  const shop = watch()
  shop.read(first)
  shop.read({ ...first, isActive: false })
  shop.read(first)
  const isBack = () => payoutView(shop.payouts().state(), true).terminals[0]?.change?.isBack
  expect(isBack()).toBe(true)
  shop.record(ACCOUNTS[2], shop.world.nowMs)
  expect(isBack()).toBe(false)
  expect(shop.acknowledge(versionNow(shop))).toBe('done')
  shop.record(ACCOUNTS[2], shop.world.nowMs + 3 * DAY_MS)
  shop.read({ ...first, account: ACCOUNTS[2] })
  expect(shop.alarm()).toBeNull()
})

test('reads that show nothing new write nothing, also with changes of several terminals under way', () => {
  const shop = watch()
  shop.read(first)
  const other = (changeId: string) => ({ ...editOf(changeId, first, moved), terminalId: 'T2' })
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.payouts().ask(editOf('E1', first, moved))
  shop.payouts().end('E1', true)
  shop.payouts().ask(other('E2'))
  shop.payouts().end('E2', true)
  const { revision } = shop.payouts().state()
  shop.read(first)
  shop.read(first)
  expect(shop.payouts().state().revision).toBe(revision)
})

test('an ID in other letters is the same terminal, and so is a merchant’s', () => {
  const shop = watch()
  shop.read(first)
  const small = (row: Row): Values => ({
    ...valuesOf(row),
    merchant: { recordId: String(row.merchant), id: ` m${row.merchant}` },
  })
  const moved = { ...first, account: ACCOUNTS[2] }
  shop.payouts().ask({ ...editOf('E1', first, moved), terminalId: 't1' })
  shop.payouts().end('E1', true)
  shop.payouts().row('t1 ', shop.ask(), () => small(moved))
  expect(shop.alarm()).toBeNull()
  shop.payouts().record({
    terminalId: 't1',
    account: marks.account(ACCOUNTS[3]),
    receivedMs: shop.world.nowMs + 3 * DAY_MS,
  })
  expect(shop.alarm()).toMatchObject({ fields: ['account'], shownBy: 'record' })
  expect(
    shop
      .payouts()
      .state()
      .terminals.map(({ terminalId }) => terminalId),
  ).toEqual([TERMINAL])
})
