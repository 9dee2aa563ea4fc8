import { expect, test } from 'vitest'
import { isLoopback, readProxyAnswer, type ProxyChoice } from './proxy.ts'

const proxy = (host: string, port: number, isSecure = false): ProxyChoice => ({
  kind: 'proxy',
  isSecure,
  host,
  port,
})

test.each<[string, ProxyChoice]>([
  ['DIRECT', { kind: 'direct' }],
  ['PROXY proxy.shop.example:8080', proxy('proxy.shop.example', 8080)],
  ['HTTPS proxy.shop.example:8443', proxy('proxy.shop.example', 8443, true)],
  ['PROXY proxy.shop.example', proxy('proxy.shop.example', 80)],
  ['HTTPS proxy.shop.example', proxy('proxy.shop.example', 443, true)],
  ['PROXY 10.0.0.1:3128', proxy('10.0.0.1', 3128)],
  ['PROXY [fd00::1]:3128', proxy('fd00::1', 3128)],
  [' proxy\ta.example:1 ;', proxy('a.example', 1)],
  ['PROXY a.example:1; PROXY b.example:2; DIRECT', proxy('a.example', 1)],
  ['DIRECT; PROXY a.example:1', { kind: 'direct' }],
])('%j: the first entry is used', (answer, choice) => {
  expect(readProxyAnswer(answer)).toEqual(choice)
})

test.each<[string, ProxyChoice]>([
  ['SOCKS5 s.example:1080; PROXY a.example:1', proxy('a.example', 1)],
  ['SOCKS s.example:1080;DIRECT', { kind: 'direct' }],
  ['PROXY a.example:99999; HTTPS b.example:2', proxy('b.example', 2, true)],
])('%j: an unsupported entry is skipped', (answer, choice) => {
  expect(readProxyAnswer(answer)).toEqual(choice)
})

test.each([
  'SOCKS s.example:1080',
  'SOCKS5 s.example:1080; QUIC q.example:443',
  'PROXY',
  'PROXY :8080',
  'PROXY a.example:0',
  'PROXY a.example:65536',
  'PROXY user:word@a.example:1',
  'PROXY http://a.example:1',
  'PROXY a.example:1 b.example:2',
  '[HTTPS a.example:1, HTTPS b.example:2]',
  'DIRECTLY',
])('%j has only unsupported entries, and is not read as DIRECT', (answer) => {
  expect(readProxyAnswer(answer)).toEqual({ kind: 'unsupported' })
})

test.each(['', ' ', ' ; ;'])('%j has no entries', (answer) => {
  expect(readProxyAnswer(answer)).toBeNull()
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['127.0.0.1.bank.example', false],
  ['localhost.bank.example', false],
  ['10.0.0.1', false],
])('%s is this computer: %s', (host, isSelf) => {
  expect(isLoopback(host)).toBe(isSelf)
})
