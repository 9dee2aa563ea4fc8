import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createAppProtocol } from './appProtocol.ts'
import { freshDir } from './testing/freshDir.ts'

function serveFolder() {
  const root = freshDir()
  const rendererDir = path.join(root, 'renderer')
  mkdirSync(path.join(rendererDir, 'assets'), { recursive: true })
  writeFileSync(path.join(root, 'secret.txt'), 'secret')
  mkdirSync(path.join(root, 'renderer-other'))
  writeFileSync(path.join(root, 'renderer-other', 'x.js'), 'secret')
  writeFileSync(path.join(rendererDir, 'index.html'), '<meta nonce="__CSP_NONCE__" content="__CSP_NONCE__">')
  writeFileSync(path.join(rendererDir, 'assets', 'a.js'), 'const a = "__CSP_NONCE__"')
  for (const name of ['.hidden', 'con', 'NUL.js', 'a.js.'])
    writeFileSync(path.join(rendererDir, name), 'secret')
  let count = 0
  return createAppProtocol({
    rendererDir,
    makeNonce: () => {
      count += 1
      return `nonce${count}`
    },
    madePages: new Map([['problem.html', (nonce) => `<style nonce="${nonce}"></style>`]]),
  })
}

const get = (url: string, method = 'GET'): Request => new Request(url, { method })

test('each response has a new nonce in the page; scripts are served unchanged', async () => {
  const serve = serveFolder()
  const first = await serve(get('app://bundle/'))
  const second = await serve(get('app://bundle/index.html'))
  expect(await first.text()).toBe('<meta nonce="nonce1" content="nonce1">')
  expect(first.headers.get('content-security-policy')).toContain("style-src 'self' 'nonce-nonce1'")
  expect(await second.text()).toContain('nonce2')
  expect(second.headers.get('content-security-policy')).toContain("'nonce-nonce2'")
  expect(await (await serve(get('app://bundle/assets/a.js'))).text()).toBe('const a = "__CSP_NONCE__"')
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/../renderer-other/x.js',
  '/%2e%2e%2frenderer-other/x.js',
  '/assets/%00',
  '/%',
  '/%zz',
  '/.hidden',
  '/assets',
  '/assets/',
  '/missing.js',
  '//evil.invalid/x',
  '/C:%5Cwindows',
  '/con',
  '/NUL.js',
  '/a.js.',
  '/index.html::$DATA',
])('security 18: %s is not found, and nothing is thrown', async (pathname) => {
  const response = await serveFolder()(get(`app://bundle${pathname}`))
  expect(response.status).toBe(404)
  expect(await response.text()).toBe('Not found')
})

test.each(['app://bundle.evil/', 'app://other/index.html', 'https://bundle/', 'file:///index.html'])(
  'security 18: %s is refused',
  async (url) => {
    expect((await serveFolder()(get(url))).status).toBe(404)
  },
)

test('only GET is answered', async () => {
  expect((await serveFolder()(get('app://bundle/', 'POST'))).status).toBe(404)
})

test('security 7: every answer has the headers, also a 404 and a page made by main, and the policy has nothing unsafe', async () => {
  const serve = serveFolder()
  for (const pathname of ['/', '/assets/a.js', '/missing', '/problem.html']) {
    const { headers } = await serve(get(`app://bundle${pathname}`))
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? ''
    // The whole list, so that an added or weakened directive has to be changed here as well.
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('*')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})
