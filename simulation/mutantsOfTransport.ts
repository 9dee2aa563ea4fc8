import type { MutantElsewhere } from './mutant.ts'

const TRANSPORT = 'electron/gateway/transport.ts'
const CLIENT = 'electron/gateway/client.ts'
const TRANSPORT_TESTS = 'electron/gateway/transport.test.ts'
const CLIENT_TESTS = 'electron/gateway/client.test.ts'
const SOCKET_TESTS = 'electron/outbox/worker/realSockets.test.ts'

/** Wrong designs of the wire: only real sockets show them. */
export const mutantsOfTransport: readonly MutantElsewhere[] = [
  {
    name: 'a cached GET as proof',
    thought: 'the same question within a minute has the same answer',
    level: 'transport',
    tests: [CLIENT_TESTS, SOCKET_TESTS],
    edits: [
      {
        file: CLIENT,
        find: `    if (request.method !== 'GET') return attempt(request, signal)
`,
        replace: `    if (request.method !== 'GET') return attempt(request, signal)
    const known = kept.get(request.url)
    if (known !== undefined) return known
`,
      },
      {
        file: CLIENT,
        find: `  return async (request, signal) => {
`,
        replace: `  const kept = new Map<string, WireOutcome>()
  return async (request, signal) => {
`,
      },
      {
        file: CLIENT,
        find: `    return latest
  }
`,
        replace: `    kept.set(request.url, latest)
    return latest
  }
`,
      },
    ],
  },
  {
    name: 'follow a redirect',
    thought: 'the service has moved, and says where to',
    level: 'transport',
    tests: [TRANSPORT_TESTS, SOCKET_TESTS],
    edits: [
      {
        file: TRANSPORT,
        find: `      new Exchange(request, options, resolve).start(signal)
`,
        replace: `      const settle = (outcome: WireOutcome): void => {
        const to = outcome.kind === 'response' && outcome.status >= 301 ? outcome.headers['location'] : undefined
        if (to === undefined) return resolve(outcome)
        new Exchange({ ...request, url: new URL(to, request.url).href }, options, resolve).start(signal)
      }
      new Exchange(request, options, settle).start(signal)
`,
      },
    ],
  },
  {
    name: 'retry a POST on a reset',
    thought: 'the connection broke, so once more, like a browser does',
    level: 'transport',
    tests: [CLIENT_TESTS, SOCKET_TESTS],
    edits: [
      {
        file: CLIENT,
        find: `    if (request.method !== 'GET') return attempt(request, signal)
`,
        replace: `    if (request.method !== 'GET') {
      const first = await attempt(request, signal)
      return first.kind === 'dropped' && first.reason === 'reset' ? attempt(request, signal) : first
    }
`,
      },
    ],
  },
  {
    name: 'a keep-alive agent',
    thought: 'a connection for each sale is slow',
    level: 'transport',
    tests: [TRANSPORT_TESTS, SOCKET_TESTS],
    edits: [
      {
        file: TRANSPORT,
        find: `import { request as httpRequest, type`,
        replace: `import { Agent, request as httpRequest, type`,
      },
      {
        file: TRANSPORT,
        find: `class Exchange {
`,
        replace: `const KEPT = new Agent({ keepAlive: true })

class Exchange {
`,
      },
      {
        file: TRANSPORT,
        find: `      createConnection: () => socket,
`,
        replace: `      ...(url.protocol === 'http:'
        ? { agent: KEPT, host: hostOf(url), port: portOf(url) }
        : { createConnection: () => socket }),
`,
      },
    ],
  },
  {
    name: 'a time-out is called unsent',
    thought: 'nothing came back, so nothing arrived',
    level: 'transport',
    tests: [TRANSPORT_TESTS, SOCKET_TESTS],
    edits: [
      {
        file: TRANSPORT,
        find: `    const bytesWritten = this.#isHanded ?`,
        replace: `    const bytesWritten = this.#isHanded && reason !== 'timeout' ?`,
      },
    ],
  },
  {
    name: 'a dropped connection is called unsent',
    thought: 'without a status line the server has not taken it',
    level: 'transport',
    tests: [TRANSPORT_TESTS],
    edits: [
      {
        file: TRANSPORT,
        find: `    const bytesWritten = this.#isHanded ?`,
        replace: `    const bytesWritten = this.#isHanded && reason !== 'reset' ?`,
      },
    ],
  },
  {
    name: 'any certificate will do',
    thought: 'a counter behind a proxy that looks inside must work as well',
    level: 'transport',
    tests: [TRANSPORT_TESTS],
    edits: [{ file: TRANSPORT, find: `rejectUnauthorized: true`, replace: `rejectUnauthorized: false` }],
  },
  {
    name: 'a cut answer is an answer',
    thought: 'the status line says all that matters',
    level: 'transport',
    tests: [TRANSPORT_TESTS],
    edits: [
      {
        file: TRANSPORT,
        find: `      this.#settle({ kind: 'truncated', status: this.#status, reason, elapsedMs })
`,
        replace: `      this.#settle({ kind: 'response', status: this.#status, headers: {}, body: '', elapsedMs })
`,
      },
    ],
  },
]
