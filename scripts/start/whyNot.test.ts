import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { whyNot, type Failure } from './whyNot.ts'

const around = { version: '45.3.4', env: {}, limits: LIMITS }
const host = 'github.com'
const broken = (code: string): Failure => ({ kind: 'failed', last: { kind: 'breaks', host, code }, text: '' })
const printed = (text: string): Failure => ({ kind: 'failed', last: undefined, text })

test.each<readonly [Failure, string]>([
  [{ kind: 'silent', host }, 'github.com answered nothing for 15 s'],
  [{ kind: 'stalled', host }, 'github.com stopped sending for 60 s'],
  [{ kind: 'tookTooLong' }, 'it was not here after 10 minutes'],
  [broken('ENOTFOUND'), 'there is no address for github.com; is this computer online?'],
  [broken('EAI_AGAIN'), 'there is no address for github.com; is this computer online?'],
  [broken('ECONNREFUSED'), 'github.com refused the connection'],
  [broken('UND_ERR_CONNECT_TIMEOUT'), 'github.com cannot be reached; is this computer online?'],
  [broken('ECONNRESET'), 'the connection to github.com broke off (ECONNRESET)'],
  [broken(''), 'the connection to github.com broke off'],
  [
    broken('SELF_SIGNED_CERT_IN_CHAIN'),
    'the certificate of github.com is not trusted here (SELF_SIGNED_CERT_IN_CHAIN)',
  ],
  [
    broken('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'the certificate of github.com is not trusted here (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  ],
  [printed('Error: ENOSPC: no space left on device, write\n at x'), 'the disk is full'],
  [
    printed("Error: EACCES: permission denied, mkdir '/x'\n at x"),
    "a file cannot be written (EACCES: permission denied, mkdir '/x')",
  ],
  [printed('Error: something else\n at x'), 'Error: something else'],
  [printed(''), 'its installer ended without a word'],
])('%o', (failure, words) => {
  expect(whyNot(failure, around)).toBe(words)
})

test('a proxy is named without its password, since it may be what answered', () => {
  const env = { HTTPS_PROXY: 'http://somebody:secret@proxy.example.invalid:3128' }
  expect(whyNot(broken('ECONNREFUSED'), { ...around, env })).toBe(
    'github.com refused the connection (a proxy is set: proxy.example.invalid:3128)',
  )
})
