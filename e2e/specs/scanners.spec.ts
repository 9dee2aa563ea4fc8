import { expect, test, type Locator, type Page } from '@playwright/test'
import { callMain } from '../pages/bridge.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { lookUpField, lookUpResult } from '../pages/find.ts'
import { giveManagerPin, managerMode, pinDialog } from '../pages/manager.ts'
import {
  amountField,
  lastSale,
  noteField,
  openFields,
  recordSale,
  referenceField,
  typeEntry,
} from '../pages/sale.ts'
import { enter, keys, strike, type Stroke } from '../pages/scanner.ts'
import { question, show, showByKey, showSettings } from '../pages/shell.ts'
import { signInForm } from '../pages/signIn.ts'
import { beginRegistration, field } from '../pages/terminals.ts'

/* Only a person's Enter records, confirms or answers: kinds of scanner from public reports, in each place where it would. */

const CODE = '485721'
const AT_ONCE = 'another program, at once'
const ctrl = (key: string): Stroke => ({ key, modifiers: 2, gapMs: 5 })
const withoutKeys = (text: string): readonly Stroke[] =>
  keys(text).map((stroke) => ({ ...stroke, how: 'char' }))

const kinds: Readonly<Record<string, readonly Stroke[]>> = {
  CR: [...keys(CODE), enter()],
  'CR CR': [...keys(CODE), enter(), enter()],
  'CR LF as Ctrl+J': [...keys(CODE), enter(), ctrl('j')],
  'CR Tab CR': [...keys(CODE), enter(), { key: 'Tab', gapMs: 5 }, enter()],
  'five characters': [...keys('48213', 8), enter(8)],
  'three characters': [...keys('482', 8), enter(8), enter(8)],
  'by radio, 60 ms a key': [...keys(CODE, 60), enter(60), enter(60)],
  'characters without keys': [...withoutKeys(CODE), enter(), enter()],
  'Enter without its key too': [...withoutKeys(CODE), { key: 'Enter', how: 'char', gapMs: 5 }],
  'an input method': [
    ...CODE.split('').flatMap((insert): readonly Stroke[] => [{ key: 'Process', gapMs: 5 }, { insert }]),
    enter(),
  ],
  [AT_ONCE]: [{ insert: CODE }, enter(), enter()],
  'a separator inside': [...keys('4857'), ctrl(']'), ...keys('2100'), enter(), enter()],
  'Escape inside': [...keys('4857'), { key: 'Escape', gapMs: 5 }, ...keys('2100'), enter()],
}

let counter: Counter
const commitCount = (): number => counter.sandbox.bank.commits().length
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'default' })

/** What a press would have started is under way by then. */
async function settled(page: Page): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await callMain(page, 'connection.get', {})
}

/** Nothing was recorded: the next sale of a person is the next one at the bank. */
async function expectNothingRecorded(before: number): Promise<void> {
  const { page } = counter
  await showByKey(page, 'Sell')
  await openFields(page)
  for (const each of [amountField, referenceField, noteField]) await each(page).fill('')
  await recordSale(page, { amount: `${1_000 + before}`, reference: `HAND-${before}` })
  await expect(lastSale(page, `HAND-${before}`)).toBeVisible()
  await expect.poll(commitCount).toBe(before + 1)
}

const entryFields = { Amount: amountField, 'Slip number': referenceField, Note: noteField } as const

for (const name of ['Amount', 'Slip number', 'Note'] as const) {
  test(`in ${name} no scan records, and the entry stays as it was`, async () => {
    const { page } = counter
    const before = commitCount()
    await showByKey(page, 'Sell')
    await openFields(page)
    for (const [kind, strokes] of Object.entries(kinds)) {
      await showByKey(page, 'Sell')
      await amountField(page).fill('81')
      await referenceField(page).fill('')
      await noteField(page).fill('rice')
      await entryFields[name](page).focus()
      await settled(page)
      await strike(page, strokes)
      await settled(page)
      await showByKey(page, 'Sell')
      await expect(amountField(page), kind).toHaveValue('81')
      await expect(noteField(page), kind).toHaveValue('rice')
      if (name !== 'Slip number') await expect(referenceField(page), kind).toHaveValue('')
      expect(commitCount(), kind).toBe(before)
    }
    await expectNothingRecorded(before)
  })
}

for (const answer of ['Yes, record', 'No, cancel'] as const) {
  test(`on “${answer}” no scan answers`, async () => {
    const { page } = counter
    const before = commitCount()
    await showByKey(page, 'Sell')
    await typeEntry(page, { amount: '1000000' })
    await page.keyboard.press('Enter')
    for (const [kind, strokes] of Object.entries(kinds)) {
      // Nothing of it but Enter reaches a button.
      if (kind === AT_ONCE) continue
      // A key that leaves a question, and is not from the middle of a code, would close it for a person too.
      await page.getByRole('button', { name: answer }).focus()
      await strike(page, strokes)
      await settled(page)
      await expect(question(page), kind).toContainText('Record ₦1,000,000.00?')
    }
    await page.keyboard.press('Escape')
    await expectNothingRecorded(before)
  })
}

async function expectUntouched(at: Locator, value: string, open: Locator): Promise<void> {
  const { page } = counter
  for (const [kind, strokes] of Object.entries(kinds)) {
    // What an input method writes has the browser's own times: a busy machine can make a person's of a scanner's.
    for (let left = strokes.some((stroke) => ('insert' in stroke)) ? SLOW_MAX : 0; left >= 0; left -= 1) {
      await at.focus()
      await settled(page)
      await strike(page, strokes)
      await settled(page)
      await expect(open, kind).toBeVisible()
      if (left === 0 || (await at.inputValue()) === value) break
      await at.fill(value)
    }
    await expect(at, kind).toHaveValue(value)
  }
}
/** So often a machine is too slow in a row. */
const SLOW_MAX = 3

test('in Settings, in a cashier’s name and in a PIN no scan saves or enters', async () => {
  const { page } = counter
  const before = commitCount()
  await showSettings(page, 'Cashiers')
  await page.getByRole('button', { name: 'Add a cashier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a cashier' })
  await dialog.getByLabel('Name').fill('Ada')
  await expectUntouched(dialog.getByLabel('Name'), 'Ada', dialog)
  await expectUntouched(dialog.getByLabel('PIN', { exact: true }), '', dialog)
  await page.keyboard.press('Escape')
  await showSettings(page, 'Counter')
  const prefix = page.getByLabel('Prefix')
  await prefix.focus()
  await page.getByRole('button', { name: 'Save scanner' }).click()
  const pin = pinDialog(page, 'Choose a manager PIN')
  await expect(pin).toBeVisible()
  await expectUntouched(pin.getByLabel('New PIN', { exact: true }), '', pin)
  await page.keyboard.press('Escape')
  await expectNothingRecorded(before)
})

test('in the forms of a terminal no scan sends one, and a number that it typed stays', async () => {
  const { page } = counter
  const before = commitCount()
  await beginRegistration(page)
  const name = page.getByRole('heading', { name: 'Register a terminal' })
  const alerts = await page.getByRole('alert').count()
  for (const [kind, strokes] of Object.entries(kinds)) {
    await field(page, 'Serial number').focus()
    await settled(page)
    await strike(page, strokes)
    await settled(page)
    await expect(name, kind).toBeVisible()
    await expect(page.getByRole('alert'), kind).toHaveCount(alerts)
  }
  await show(page, 'Sell')
  await expectNothingRecorded(before)
})

test('the test box measures a scanner, and its prefix is removed wherever a code may land', async () => {
  const { page } = counter
  await showSettings(page, 'Counter')
  await page.getByLabel('Test scan').focus()
  await strike(page, [...keys('P1TEST-0042', 90), enter(90)])
  await expect(page.getByText('Its keys came at most 90 ms apart.')).toBeVisible()
  await page.getByRole('button', { name: 'Set the form by this scan' }).click()
  // Half as slow again; timestamps are fractions.
  await expect(page.getByLabel('Longest gap (ms)')).toHaveValue(/^13[5-7]$/u)
  await page.getByLabel('Longest gap (ms)').fill('50')
  await page.getByLabel('Prefix').fill('P1')
  await page.getByRole('button', { name: 'Save scanner' }).click()
  await giveManagerPin(page, managerMode(page))
  await page.getByLabel('Test scan').focus()
  await strike(page, [...keys('P1TEST-0042'), enter()])
  await expect(page.getByText('Arrived: TEST-0042 (9 characters)')).toBeVisible()
  // Caps Lock inverts it.
  await strike(page, [...keys(`p1${CODE}`), enter()])
  await expect(page.getByText(`Arrived: ${CODE} (6 characters)`)).toBeVisible()

  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By reference' }).click()
  await lookUpField(page).fill('')
  await strike(page, [...keys('P1FIND-0042'), enter()])
  await expect(lookUpField(page)).toHaveValue('FIND-0042')
  await expect(lookUpResult(page, 'On this computer')).toContainText('FIND-0042')
  await page.keyboard.press('F3')
  await strike(page, [...keys('p1BAR-0042'), enter()])
  await expect(lookUpField(page)).toHaveValue('BAR-0042')

  await showByKey(page, 'Sell')
  await openFields(page)
  await referenceField(page).fill('OLD-')
  await referenceField(page).press('End')
  await strike(page, [...keys('P1SLIP-42'), enter(), enter()])
  await expect(referenceField(page)).toHaveValue('OLD-SLIP-42')
  await amountField(page).focus()
  await strike(page, [...keys('P1SELL-0042'), enter()])
  await expect(lookUpField(page)).toHaveValue('SELL-0042')
  await beginRegistration(page)
  await field(page, 'Serial number').focus()
  await strike(page, [...keys('p1SN-0042'), enter()])
  await expect(field(page, 'Serial number')).toHaveValue('SN-0042')
})

test('at the sign-in no scan signs in', async () => {
  const away = await openCounter({ isSignedIn: false })
  const { page } = away
  const form = signInForm(page)
  for (const label of ['Client ID', 'Secret key'] as const) {
    const at = form.getByLabel(label)
    for (const [kind, strokes] of Object.entries(kinds)) {
      await at.focus()
      await settled(page)
      await strike(page, strokes)
      await settled(page)
      await expect(at, kind).toHaveValue('')
      await expect(page.getByRole('alert'), kind).toHaveCount(0)
    }
  }
  await away.close()
})
