import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, expect, test, type Browser } from '@playwright/test'
import { specBrowser } from '../host/browser.ts'
import { callMain } from '../pages/bridge.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { connectTill, type ConnectedTill } from '../pages/tills.ts'

/** Points here, as a name whose DNS answer changes does. */
const EVIL = 'evil.example'

let counter: Counter
let till: ConnectedTill
let browser: Browser
/** The attacker's own web server. */
let site: Server
let port = 0
test.beforeAll(async () => {
  counter = await openCounter({ profile: { environment: 'practice' } })
  till = await connectTill(counter.page)
  const { executablePath, args, env } = await specBrowser()
  browser = await chromium.launch({
    executablePath,
    args: [
      ...args,
      `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`,
      // What a newer browser forbids by itself is not the door's merit.
      '--disable-features=LocalNetworkAccessChecks',
    ],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<body>'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  port = (site.address() as AddressInfo).port
})
test.afterAll(async () => {
  await browser.close()
  site.close()
  await counter.close()
})
test.afterEach(async () => {
  const { page } = counter
  const sales = await callMain(page, 'sales.page', { filter: 'all', search: '', offset: 0, limit: 1 })
  expect(sales).toMatchObject({ value: { totalCount: 0 } })
  expect(await callMain(page, 'handed.get', {})).toEqual({ ok: true, value: { sales: [], count: 0 } })
})

const sale = () => ({ terminalId: '2TLS0001', amount: '9800.00', soldAt: new Date().toISOString() })

/** Tries from a page all that a page can send, with the key itself, which an attacker does not have. */
async function attack(from: string, target: string): Promise<readonly string[]> {
  const page = await browser.newPage()
  // The first answer under the name is the attacker's; then the name points here.
  if (from.startsWith(`http://${EVIL}:${till.port}`))
    await page.route(from, (route) => route.fulfill({ contentType: 'text/html', body: '<body>' }))
  try {
    await page.goto(from)
    return await page.evaluate(
      async ({ url, key, body }) => {
        const headers = {
          authorization: `Bearer ${key}`,
          'idempotency-key': 'evil',
          'content-type': 'application/json',
        }
        const plain = { 'content-type': 'text/plain' }
        const tries: readonly RequestInit[] = [
          { method: 'POST', headers, body },
          { method: 'POST', headers, body, credentials: 'include' },
          { method: 'POST', headers: plain, body },
          { method: 'POST', mode: 'no-cors', headers: plain, body },
          { headers },
          {},
        ]
        const seen = await Promise.all(
          tries.map(async (init) => {
            try {
              const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })
              return `${answer.status} ${answer.type}`
            } catch {
              return 'blocked'
            }
          }),
        )
        navigator.sendBeacon(url, new Blob([body], { type: 'application/json' }))
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: url, enctype: 'text/plain', target: 'frame' })
        const input = document.createElement('input')
        Object.assign(input, { name: body.slice(0, -1), value: '}' })
        form.append(input)
        const frame = document.createElement('iframe')
        frame.name = 'frame'
        document.body.append(frame, form)
        const loaded = new Promise((resolve) => {
          frame.addEventListener('load', resolve, { once: true })
        })
        form.submit()
        await loaded
        return seen
      },
      { url: target, key: till.key, body: JSON.stringify(sale()) },
    )
  } finally {
    await page.close()
  }
}

test('a web page reads nothing and hands nothing over, even with the key', async () => {
  const seen = await attack(`http://127.0.0.1:${port}/`, `http://127.0.0.1:${till.port}/v1/sales`)
  // An opaque answer says nothing to the page.
  expect(seen.filter((each) => each !== 'blocked' && each !== '0 opaque')).toEqual([])
})

test('a page whose name was pointed to this computer is of the door’s own origin, and is refused all the same', async () => {
  const door = `http://${EVIL}:${till.port}`
  const seen = await attack(`${door}/page`, `${door}/v1/sales`)
  expect(new Set(seen)).toEqual(new Set(['403 basic']))
})

test('a page at another name of this computer, and a link that a person follows', async () => {
  const seen = await attack(`http://${EVIL}:${port}/`, `http://localhost:${till.port}/v1/sales`)
  expect(seen.filter((each) => each !== 'blocked' && each !== '0 opaque')).toEqual([])
  const page = await browser.newPage()
  const answer = await page.goto(`http://127.0.0.1:${till.port}/v1/openapi.json`)
  // A browser says that it is one, also where a person types the address.
  expect(answer?.status()).toBe(403)
  await page.close()
})
