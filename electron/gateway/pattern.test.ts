import { expect, test } from 'vitest'
import { parseTransactionId } from '../../shared/transactionId.ts'
import { parseProfile } from './profile.ts'

const read = (transactionIdPattern: unknown) => parseProfile(JSON.stringify({ transactionIdPattern }), 'x')

function patternOf(text: string): string {
  const profile = read(text)
  if (!profile.ok) throw new Error(`refused: ${text}`)
  return profile.value.transactionIdPattern
}

test.each([
  '^[A-Za-z0-9][A-Za-z0-9._/-]*$',
  '^[A-Z]{3}-[0-9]{6}$',
  '^POS-[0-9]{4,12}|PAY-[0-9]{4,12}|PUR-[0-9]{4,12}$',
  '^\\d{2}\\/\\d{4}\\/[A-Z]+$',
  '^[A-Z0-9]{3,10}-?[0-9]+$',
  '^[^\\s\\]*]{1,64}$',
  '^.+$',
  '^T-\\x41\\u0042$',
  '^$',
])('the pattern %j is accepted as written', (text) => {
  expect(patternOf(text)).toBe(text)
})

test.each([
  '^(a+)+$',
  '^(?:a|a)*$',
  '^(?:[a-z]+)*-$',
  '^(a?){30}a{30}$',
  '^(?=A).*$',
  '^(?<name>a)\\k<name>$',
  '^a*a*a*a*$',
  '^[a]*\\w+.?a{2,}$',
  `^${'a?'.repeat(40)}$`,
  '^a+?$',
  '^a{2}{3}$',
  '^a{2}*$',
  '^\\u{61}*$',
  '^[\\]]*[\\\\]*[*]*[^*]*$',
  '^a{100}$',
  `^${'a'.repeat(199)}$`,
  '^[a$',
  '^[b-a]$',
  '^|*$',
  '^\\1$',
  '^a$|^b$',
  'abc',
  '^abc',
  'abc$',
  '^a\\$',
  '^a)(b$',
  7,
])('the pattern %j is refused', (text) => {
  expect(read(text)).toMatchObject({
    ok: false,
    error: [
      { key: 'transactionIdPattern', problem: expect.stringMatching(/^must be a regular expression/u) },
    ],
  })
})

test('a pattern with alternatives must match the whole reference', () => {
  const pattern = patternOf('^A[0-9]+|B[0-9]+$')
  for (const text of ['A1', 'B1']) expect(parseTransactionId(text, pattern).ok).toBe(true)
  for (const text of ['A1x', 'xB1']) expect(parseTransactionId(text, pattern).ok).toBe(false)
})

test('the slowest accepted patterns are quick for the longest reference that does not match', () => {
  // With a pattern such as ^(a+)+$ this test would reach its time limit.
  for (const text of [
    '^[a-c]*[a-c]*[a-c]*$',
    '^a*\\w*.*|a{60}$',
    `^a*a*a*${'a{9}'.repeat(5)}|${'a{9}'.repeat(20)}$`,
  ]) {
    expect(parseTransactionId(`${'a'.repeat(63)}!`, patternOf(text)).ok).toBe(text.includes('.*'))
  }
})
