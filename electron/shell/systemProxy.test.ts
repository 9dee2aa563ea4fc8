import { expect, test } from 'vitest'
import type { Log } from '../ports.ts'
import { createProxyFor } from './systemProxy.ts'

function fakeSystem(answers: readonly (string | Error)[]) {
  const asked: string[] = []
  const lines: unknown[] = []
  const left = [...answers]
  const log: Log = (level, event, facts) => lines.push([level, event, facts])
  const session = {
    resolveProxy: (url: string): Promise<string> => {
      asked.push(url)
      const answer = left.shift() ?? 'DIRECT'
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
  return { proxyFor: createProxyFor(session, log), asked, lines }
}

const BANK = 'https://bank.example/'

test('each exchange looks up the proxy again and uses the answer', async () => {
  const { proxyFor, asked } = fakeSystem(['PROXY p.example:8080', 'DIRECT', 'SOCKS s.example:1080'])
  expect(await proxyFor(BANK)).toEqual({ kind: 'proxy', isSecure: false, host: 'p.example', port: 8080 })
  expect(await proxyFor(BANK)).toEqual({ kind: 'direct' })
  expect(await proxyFor(BANK)).toEqual({ kind: 'unsupported' })
  expect(asked).toEqual([BANK, BANK, BANK])
})

test.each([[new Error('no resolver')], ['']])(
  'a system without an answer (%j): direct, and logged',
  async (answer) => {
    const { proxyFor, lines } = fakeSystem([answer])
    expect(await proxyFor(BANK)).toEqual({ kind: 'direct' })
    expect(lines).toEqual([['warn', 'proxy.way', { way: 'notAnswered' }]])
  },
)

test('a change is logged once, without the proxy’s address', async () => {
  const { proxyFor, lines } = fakeSystem(['DIRECT', 'DIRECT', 'PROXY p.example:1', 'SOCKS s.example:1'])
  for (let index = 0; index < 4; index += 1) await proxyFor(BANK)
  expect(lines).toEqual([
    ['info', 'proxy.way', { way: 'direct' }],
    ['info', 'proxy.way', { way: 'proxy' }],
    ['warn', 'proxy.way', { way: 'unsupported' }],
  ])
})
