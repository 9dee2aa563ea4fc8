import { execFileSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { formatKobo, formatNaira } from './money.ts'
import { ageText, bankTimeText, dayWords } from './time.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['en_US.UTF-8', 'de_DE.UTF-8', 'ar_EG.UTF-8'])(
  'ux 8: money reads the same where the computer speaks %s',
  (locale) => {
    // A separate process, because the default locale is fixed when a process starts.
    const program = `
    import { formatNaira } from '${new URL('./money.ts', import.meta.url).href}'
    const own = new Intl.NumberFormat().resolvedOptions().locale
    console.log(JSON.stringify([own, ['1234567.89', '-5', '0'].map(formatNaira)]))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, LC_ALL: locale, LANG: locale },
      encoding: 'utf8',
    })
    const [own, texts] = JSON.parse(output) as [string, string[]]
    expect(own.slice(0, 2)).toBe(locale.slice(0, 2))
    expect(texts).toEqual(['₦1,234,567.89', '-₦5.00', '₦0.00'])
  },
)

test('amounts are exact: above 2^53 kobo and finer than a kobo', () => {
  expect(formatNaira('99999999999999999.99')).toBe('₦99,999,999,999,999,999.99')
  expect(formatNaira('0.125')).toBe('₦0.125')
  expect(formatNaira('0.1250000001')).toBe('₦0.1250000001')
  expect(formatKobo(5)).toBe('₦0.05')
  expect(formatKobo(150_050)).toBe('₦1,500.50')
  expect(() => formatKobo(0.5)).toThrow('whole kobo')
})

test.each(['America/New_York', 'Asia/Tokyo', 'Africa/Lagos'])(
  'ux 7: bank time is shown as given in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(bankTimeText('2026-11-20T14:05:00')).toBe('20 Nov 2026, 14:05')
  },
)

test('ux 6: the minimum timestamp is Not paid yet in every spelling, and a broken one is shown raw', () => {
  for (const text of ['0001-01-01T00:00:00', '0001-01-01T00:00:00.0000000', '0001-01-01T00:00:00Z']) {
    expect(bankTimeText(text)).toBe('Not paid yet')
  }
  expect(bankTimeText('20/11/2026')).toBe('20/11/2026 (date looks wrong)')
})

test('ages have one unit', () => {
  const minute = 60_000
  expect(ageText(0, 59_000)).toBe('less than 1 min')
  expect(ageText(0, 14 * minute)).toBe('14 min')
  expect(ageText(0, 61 * minute)).toBe('1 h')
  expect(ageText(0, 25 * 60 * minute)).toBe('1 day')
})

test('a date is written with the month in letters, so that 5 November cannot be read as 11 May', () => {
  expect(dayWords('2026-11-05')).toBe('5 Nov 2026')
  expect(dayWords('2026-05-11')).toBe('11 May 2026')
  expect(dayWords('')).toBe('')
})
