import { fc } from '../electron/testing/fuzz.ts'
import { expect, test } from 'vitest'
import {
  addDecimal,
  AMOUNT_KOBO_MAX,
  amountWire,
  createDecimalSum,
  decimalFromSource,
  koboFromDecimal,
  nairaText,
  parseAmount,
  subtractDecimal,
} from './money.ts'

test.each([
  ['1500', 150_000],
  ['1,500.50', 150_050],
  ['1,500.5', 150_050],
  [' ₦1,500.50 ', 150_050],
  ['₦ 7', 700],
  ['0.01', 1],
  ['.5', 50],
  ['5.', 500],
  ['007', 700],
  ['9,999,999,999.99', AMOUNT_KOBO_MAX],
])('%j is %i kobo', (text, kobo) => {
  expect(parseAmount(text)).toEqual({ ok: true, value: kobo })
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['₦', 'empty'],
  ['0', 'zero'],
  ['0.00', 'zero'],
  ['-5', 'negative'],
  ['−5', 'negative'],
  ['₦-5', 'negative'],
  ['1e6', 'notANumber'],
  ['0x10', 'notANumber'],
  ['Infinity', 'notANumber'],
  ['NaN', 'notANumber'],
  ['.', 'notANumber'],
  [',', 'notANumber'],
  ['1.2.3', 'notANumber'],
  ['1 500', 'notANumber'],
  ['1500 naira', 'notANumber'],
  ['1.500,50', 'notANumber'],
  ['💵', 'notANumber'],
  ['1500.555', 'tooFine'],
  ['٣', 'otherDigits'],
  ['1٣', 'otherDigits'],
  ['１５００', 'otherDigits'],
  ['1500,50', 'badGrouping'],
  ['0,500', 'badGrouping'],
  ['00,500.50', 'badGrouping'],
  ['000,001', 'badGrouping'],
  ['15,00', 'badGrouping'],
  ['1,,500', 'badGrouping'],
  [',500', 'badGrouping'],
  ['1,500,', 'badGrouping'],
  ['10000000000', 'tooLarge'],
  ['9'.repeat(1_000_000), 'tooLarge'],
  ['٣'.repeat(1_000_000), 'tooLarge'],
])('%.20j is refused: %s', (text, problem) => {
  expect(parseAmount(text)).toEqual({ ok: false, error: problem })
})

const kobo = fc.integer({ min: 1, max: AMOUNT_KOBO_MAX })

test('every amount that is written is read back as itself, with and without groups', () => {
  fc.assert(
    fc.property(kobo, fc.boolean(), (amountKobo, grouped) => {
      const text = nairaText(amountKobo)
      const shown = grouped ? text.replace(/\B(?=(?:[0-9]{3})+\.)/gu, ',') : text
      expect(parseAmount(`₦${shown}`)).toEqual({ ok: true, value: amountKobo })
      expect(koboFromDecimal(text)).toBe(amountKobo)
    }),
  )
})

test('any text gives whole kobo within range or a named problem, never an exception', () => {
  const likely = fc.string({ unit: fc.constantFrom(...Array.from('0123456789,.-−₦ eE٣५')), maxLength: 45 })
  fc.assert(
    fc.property(fc.oneof(likely, fc.string({ unit: 'binary' })), (text) => {
      const parsed = parseAmount(text)
      if (!parsed.ok) return
      expect(Number.isSafeInteger(parsed.value)).toBe(true)
      expect(parsed.value).toBeGreaterThan(0)
      expect(parsed.value).toBeLessThanOrEqual(AMOUNT_KOBO_MAX)
      // An independent reading of the same text.
      expect(parsed.value).toBe(
        Math.round(Number(text.trim().replace(/^₦\s*/u, '').replaceAll(',', '')) * 100),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('kobo are written with two places, and a fraction of a kobo is refused', () => {
  expect([0, 1, 10, 100, -5, -150_050].map(nairaText)).toEqual([
    '0.00',
    '0.01',
    '0.10',
    '1.00',
    '-0.05',
    '-1500.50',
  ])
  for (const odd of [0.5, Number.NaN, 2 ** 53]) expect(() => nairaText(odd)).toThrow('whole kobo')
})

test('the wire text has two decimals; the plain format drops them if they are zero', () => {
  expect(amountWire(150_000, 'twoDecimals')).toBe('1500.00')
  expect(amountWire(150_000, 'plain')).toBe('1500')
  expect(amountWire(150_050, 'plain')).toBe('1500.50')
  expect(amountWire(10_000_000, 'plain')).toBe('100000')
})

/** A decimal as units of 10^-60: an independent way to calculate. */
const PLACES = 60
function units(decimal: string): bigint {
  const negative = decimal.startsWith('-')
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole) * 10n ** BigInt(PLACES) + BigInt(fraction.padEnd(PLACES, '0'))
  return negative ? -value : value
}

const source = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    fraction: fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 12 }),
    exponent: fc.option(fc.integer({ min: -20, max: 20 }), { nil: undefined }),
    plus: fc.boolean(),
  })
  .map(({ sign, whole, fraction, exponent = 0, plus }) => ({
    text:
      `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}` +
      (exponent === 0 ? '' : `e${plus && exponent > 0 ? '+' : ''}${exponent}`),
    units:
      BigInt(`${whole}${fraction}`) *
      10n ** BigInt(PLACES - fraction.length + exponent) *
      (sign === '-' ? -1n : 1n),
  }))

test('the source text of a number becomes plain decimal text of the same value', () => {
  fc.assert(
    fc.property(source, ({ text, units: expected }) => {
      const decimal = decimalFromSource(text)
      expect(decimal).toMatch(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/u)
      expect(decimal).not.toBe('-0')
      expect(units(decimal ?? '')).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['5e3', '5000'],
  ['5E-3', '0.005'],
  ['-0.10', '-0.1'],
  ['-0', '0'],
  ['-0.0e5', '0'],
  ['0e20', '0'],
  ['0.1', '0.1'],
  ['12345678901234567890.12', '12345678901234567890.12'],
])('%s is %s', (text, decimal) => {
  expect(decimalFromSource(text)).toBe(decimal)
})

test.each([
  '',
  ' 1',
  '1 ',
  '+1',
  '01',
  '1.',
  '.5',
  '1e',
  '1e21',
  '1e-21',
  '1e999999999',
  'NaN',
  'null',
  '٣',
  '1,5',
  '9'.repeat(41),
])('%j is not an amount of money', (text) => {
  expect(decimalFromSource(text)).toBeUndefined()
})

const decimal = source.map(({ text }) => decimalFromSource(text) ?? '0')

test('sums and differences are exact, and undo each other', () => {
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      expect(units(addDecimal(left, right))).toBe(units(left) + units(right))
      expect(units(subtractDecimal(left, right))).toBe(units(left) - units(right))
      expect(addDecimal(subtractDecimal(left, right), right)).toBe(left)
    }),
    { numRuns: 2_000 },
  )
})

test('zero and signs need no special case', () => {
  expect(subtractDecimal('5', '-2.5')).toBe('7.5')
  expect(subtractDecimal('-5', '2.5')).toBe('-7.5')
  expect(subtractDecimal('0', '0.01')).toBe('-0.01')
  expect(subtractDecimal('0.01', '0')).toBe('0.01')
  expect(subtractDecimal('1', '0.00')).toBe('1')
  expect(subtractDecimal('1.10', '1.1')).toBe('0')
  expect(addDecimal('-0.5', '0.5')).toBe('0')
  expect(addDecimal('0.1', '0.2')).toBe('0.3')
  expect(addDecimal('5000', '4975.00')).toBe('9975')
})

test.each([
  ['4975', 497_500],
  ['4975.00', 497_500],
  ['4975.000', 497_500],
  ['100', 10_000],
  ['0', 0],
  ['0.000', 0],
  ['-0.05', -5],
  ['0.125', undefined],
  ['0.001', undefined],
  ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ['90071992547409.92', undefined],
  ['-90071992547409.92', undefined],
])('%s naira are %s kobo', (text, amountKobo) => {
  expect(koboFromDecimal(text)).toBe(amountKobo)
})

test('a sum of many equals adding one by one, to the last place', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 6 }))
    .map(([units, places]) => decimalFromSource(`${units}e-${places}`) ?? '0')
  fc.assert(
    fc.property(fc.array(decimal), (decimals) => {
      const sum = createDecimalSum()
      for (const each of decimals) sum.add(each)
      expect(sum.total()).toBe(decimals.reduce(addDecimal, '0'))
      expect(sum.isFinerThanKobo()).toBe(decimals.some((each) => (each.split('.')[1] ?? '').length > 2))
    }),
  )
})

test('trailing zeros are not finer than a kobo', () => {
  const sum = createDecimalSum()
  sum.add('10.500')
  expect([sum.total(), sum.isFinerThanKobo()]).toEqual(['10.5', false])
})

test('a sum far beyond the safe integers is exact to the kobo', () => {
  const sum = createDecimalSum()
  for (let each = 0; each < 1_000; each += 1) {
    sum.add('9999999999999')
    sum.add('99999999999999999.99')
    sum.add('0.01')
  }
  expect(sum.total()).toBe('100009999999999999000')
})
