import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fc, SEED } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, createAppProtocol } from './appProtocol.ts'
import { freshDir } from './testing/freshDir.ts'

/*
 * Hostile addresses of our scheme (docs/security.md, item 18). TILLSIDE_FUZZ_PAYLOADS makes a longer run,
 * TILLSIDE_FUZZ_SEED repeats one.
 */
const ADDRESSES = Number(process.env['TILLSIDE_FUZZ_PAYLOADS'] ?? 20_000)
const TEST_LIMIT_MS = 60_000 + ADDRESSES * 20

const INSIDE = ['index.html', 'assets/a.js', 'assets/deep/b.css', 'top.woff2'] as const
const OUTSIDE = ['secret.txt', 'main/main.js', 'renderer-other/x.js', 'renderer.js', 'index.html']

/** A renderer folder and others that must never be read. Every file holds its own path. */
function folders(): { readonly rendererDir: string; readonly root: string } {
  const root = freshDir()
  const rendererDir = path.join(root, 'renderer')
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const file of OUTSIDE) write(path.join(root, file), 'OUTSIDE')
  for (const file of INSIDE) write(path.join(rendererDir, file), `INSIDE ${file}`)
  // Files that a build could leave there by mistake.
  for (const file of ['.env', '.git/config', 'con', 'nul.js', 'a b.js']) {
    write(path.join(rendererDir, file), 'OUTSIDE')
  }
  // On Windows every user may create a junction, unlike other links.
  symlinkSync(rendererDir, path.join(root, 'link'), 'junction')
  return { rendererDir, root }
}

const escapes = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '..%00',
  '%c0%ae%c0%ae',
  '%u002e%u002e',
  '．．',
  '...',
  '.',
  '~',
]
const separators = ['/', '//', '%2f', '%2F', '%5c', '\\', '%252f', '/./', ';/', '%00/', '?/', '#/', '∕', ':']
const leaves = [
  ...OUTSIDE,
  ...INSIDE,
  '',
  '.env',
  'con',
  'NUL.js',
  'a b.js',
  'a%20b.js',
  'index.html::$DATA',
  'index.html.',
  'INDEX~1.HTM',
  'etc/passwd',
  'C:/Windows/win.ini',
  '%',
  '%zz',
  '\0',
  '\ud800',
  'x'.repeat(10_000),
]
const origins = [
  'app://bundle',
  'app://bundle',
  'app://bundle',
  'APP://BUNDLE',
  'app://bundle.evil',
  'app://bundle:80',
  'app://user:pw@bundle',
  'app://evil@bundle',
  'app://bundle@evil',
  'app:///bundle',
  'app:bundle',
  'app://',
  'app://..',
  'file://bundle',
  'file://',
  'https://bundle',
  'data:text/html,',
  'javascript:',
  'blob:app://bundle',
  'filesystem:app://bundle',
  '',
]

const pathText = fc
  .array(
    fc.tuple(fc.constantFrom(...separators), fc.oneof(fc.constantFrom(...escapes, 'assets'), fc.string())),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.flat().join(''))
const address = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...origins),
        pathText,
        fc.constantFrom(...separators),
        fc.constantFrom(...leaves),
      )
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom(...leaves).map((leaf) => `app://bundle/${leaf}`) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...origins), fc.string({ unit: 'binary' })).map(String) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom('get', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', '', '\0') },
)

test(
  'security 18: hostile addresses: never a file from outside, always the policy, no exception',
  async () => {
    const { rendererDir, root } = folders()
    let nonces = 0
    const options = {
      makeNonce: () => {
        nonces += 1
        return `nonce${nonces}`
      },
      madePages: new Map([['problem.html', () => 'INSIDE made']]),
    }
    // The same folder by its path and by a link: neither gives access to other folders.
    const serves = [rendererDir, path.join(root, 'link')].map((dir) =>
      createAppProtocol({ ...options, rendererDir: dir }),
    )
    const counts: Record<string, number> = {}
    const isKept = fc.asyncProperty(address, method, fc.nat(1), async (url, verb, which) => {
      // `Request` would normalise or refuse most of these addresses, so the handler gets them directly.
      const response = await serves[which]?.({ url, method: verb } as Request)
      const body = (await response?.text()) ?? ''
      const status = response?.status ?? 0
      expect([200, 404]).toContain(status)
      if (status === 200) {
        expect(verb).toBe('GET')
        expect(body).toMatch(/^INSIDE /u)
      } else {
        expect(body).toBe('Not found')
      }
      expect(Object.fromEntries(response?.headers ?? [])).toEqual({
        'content-type': expect.any(String),
        'content-security-policy': contentSecurityPolicy(`nonce${nonces}`),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      counts[status] = (counts[status] ?? 0) + 1
    })
    await fc.assert(isKept, { numRuns: ADDRESSES, seed: SEED })
    console.log(
      `app protocol fuzz: seed ${SEED}, ${ADDRESSES} addresses: ${counts[404] ?? 0} not found, ${counts[200] ?? 0} of the package`,
    )
    // A fuzz without hits would prove nothing.
    expect(counts[200]).toBeGreaterThan(ADDRESSES / 100)
  },
  TEST_LIMIT_MS,
)
