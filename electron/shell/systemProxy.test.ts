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

test('each exchange asks the system anew and follows its answer', async () => {
  const { proxyFor, asked } = fakeSystem(['PROXY p.example:8080', 'DIRECT', 'SOCKS s.example:1080'])
  expect(await proxyFor(BANK)).toEqual({ kind: 'proxy', isSecure: false, host: 'p.example', port: 8080 })
  expect(await proxyFor(BANK)).toEqual({ kind: 'direct' })
  expect(await proxyFor(BANK)).toEqual({ kind: 'unsupported' })
  expect(asked).toEqual([BANK, BANK, BANK])
})

test.each([[new Error('no resolver')], ['']])(
  'a system that gives no answer (%j): direct, and said in the log',
  async (answer) => {
    const { proxyFor, lines } = fakeSystem([answer])
    expect(await proxyFor(BANK)).toEqual({ kind: 'direct' })
    expect(lines).toEqual([['warn', 'proxy.way', { way: 'notAnswered' }]])
  },
)

test('the log hears of a change, once, and not where the proxy stands', async () => {
  const { proxyFor, lines } = fakeSystem(['DIRECT', 'DIRECT', 'PROXY p.example:1', 'SOCKS s.example:1'])
  for (let index = 0; index < 4; index += 1) await proxyFor(BANK)
  expect(lines).toEqual([
    ['info', 'proxy.way', { way: 'direct' }],
    ['info', 'proxy.way', { way: 'proxy' }],
    ['warn', 'proxy.way', { way: 'unsupported' }],
  ])
})
