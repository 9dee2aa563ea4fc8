import type { Limits } from './limits.ts'
import type { Told } from './told.ts'

export type Failure =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'tookTooLong' }
  | { readonly kind: 'silent'; readonly host: string }
  | { readonly kind: 'stalled'; readonly host: string }
  /** install.js ended; its last download message, and its output. */
  | { readonly kind: 'failed'; readonly last: Told | undefined; readonly text: string }

interface Around {
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly limits: Limits
}

/** One plain line on why there is no Electron. */
export function whyNot(failure: Failure, { version, env, limits }: Around): string {
  const seconds = (ms: number): string => `${ms / 1_000} s`
  switch (failure.kind) {
    case 'stopped':
      return 'it was stopped'
    case 'tookTooLong':
      return `it was not here after ${limits.wholeMs / 60_000} minutes`
    case 'silent':
      return `${failure.host} answered nothing for ${seconds(limits.silentMs)}${proxyNote(env)}`
    case 'stalled':
      return `${failure.host} stopped sending for ${seconds(limits.stalledMs)}${proxyNote(env)}`
    case 'failed':
      return whyFailed(failure, version, env)
  }
}

function whyFailed(
  { last, text }: Extract<Failure, { kind: 'failed' }>,
  version: string,
  env: NodeJS.ProcessEnv,
): string {
  if (last?.kind === 'breaks') return `${whyBroken(last.host, last.code)}${proxyNote(env)}`
  if (last?.kind === 'answers' && last.status >= 400) {
    return `${last.host} answered ${last.status}${proxyNote(env)}`
  }
  if (/checksum/iu.test(text) && last !== undefined)
    return `what ${last.host} sent is not Electron ${version}`
  if (/ENOSPC/u.test(text)) return 'the disk is full'
  const denied = /(?:EACCES|EPERM|EROFS)[^\n]*/u.exec(text)?.[0]
  if (denied !== undefined) return `a file cannot be written (${denied})`
  return text.trim().split('\n')[0] || 'its installer ended without a word'
}

const BROKEN: readonly (readonly [codes: RegExp, words: (host: string, code: string) => string])[] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/u, (host) => `there is no address for ${host}; is this computer online?`],
  [/^ECONNREFUSED$/u, (host) => `${host} refused the connection`],
  [
    /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)$/u,
    (host) => `${host} cannot be reached; is this computer online?`,
  ],
  [/CERT|SIGNATURE|SELF_SIGNED/u, (host, code) => `the certificate of ${host} is not trusted here (${code})`],
]

function whyBroken(host: string, code: string): string {
  const words = BROKEN.find(([codes]) => codes.test(code))?.[1]
  return words?.(host, code) ?? `the connection to ${host} broke off${code === '' ? '' : ` (${code})`}`
}

/** A proxy answers in place of the host. Its address may hold a password. */
function proxyNote(env: NodeJS.ProcessEnv): string {
  const names = [
    'HTTPS_PROXY',
    'https_proxy',
    'HTTP_PROXY',
    'http_proxy',
    'npm_config_https_proxy',
    'npm_config_proxy',
  ]
  const proxy = names.map((name) => env[name]).find((value) => value !== undefined && value !== '')
  if (proxy === undefined) return ''
  return ` (a proxy is set: ${URL.canParse(proxy) ? new URL(proxy).host : 'no address'})`
}
