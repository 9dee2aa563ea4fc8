import type { Transport } from '../../electron/gateway/wire.ts'
import { transitions } from '../../electron/outbox/rules/machine.ts'
import type { Database } from '../../electron/storage/database.ts'

/** Called before and after everything that reaches the disk or the wire; it may never return. */
export type OnStep = (step: string) => void

const STATES: ReadonlySet<string> = new Set(transitions.flatMap(({ from, to }) => [from, to]))

/**
 * Names every durable step: each statement that writes, before and after, and each commit by the state of the sale that
 * it makes durable, such as `before COMMIT sale sending`. Reads are no steps.
 */
export function watchDatabase(database: Database, onStep: OnStep): Database {
  /** The first write to a sale in the current transaction; null outside of one. */
  let meaning: string | null = null

  function around<Value>(sql: string, parameters: readonly unknown[], run: () => Value): Value {
    const name = nameOf(sql, parameters)
    if (name === null) return run()
    if (meaning === '') meaning = name
    onStep(`before ${name}`)
    const value = run()
    onStep(`after ${name}`)
    return value
  }

  return {
    run: (sql, ...parameters) => around(sql, parameters, () => database.run(sql, ...parameters)),
    get: (sql, ...parameters) => around(sql, parameters, () => database.get(sql, ...parameters)),
    all: (sql, ...parameters) => around(sql, parameters, () => database.all(sql, ...parameters)),
    exec: (sql) => around(sql, [], () => database.exec(sql)),
    transaction: (work) => {
      let committed = 'COMMIT'
      onStep('before BEGIN')
      meaning = ''
      try {
        const value = database.transaction(() => {
          onStep('after BEGIN')
          const inner = work()
          committed = `COMMIT ${meaning ?? ''}`.trim()
          onStep(`before ${committed}`)
          return inner
        })
        onStep(`after ${committed}`)
        return value
      } finally {
        meaning = null
      }
    },
    close: () => database.close(),
  }
}

/** `INSERT audit`, `UPDATE sale sending`, `CREATE`, `PRAGMA`; null for a statement that writes nothing. */
export function nameOf(sql: string, parameters: readonly unknown[]): string | null {
  const [verb = ''] = sql.trim().split(/\s+/u, 1)
  if (/^(?:SELECT|WITH|BEGIN|COMMIT|ROLLBACK)$/iu.test(verb) || /^\s*PRAGMA\s+\w+\s*(?:$|\()/iu.test(sql))
    return null
  const table = /^\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE)\s+(\w+)/iu.exec(sql)?.[1]
  if (table === undefined) return verb.toUpperCase()
  const state = parameters.find((each) => typeof each === 'string' && STATES.has(each))
  return [verb.toUpperCase(), table, ...(table === 'sale' && typeof state === 'string' ? [state] : [])].join(
    ' ',
  )
}

/** Names both sides of every exchange: `before logtransaction`, and `after` before the answer is passed on. */
export function watchTransport(transport: Transport, onStep: OnStep): Transport {
  return async (request, signal) => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
    onStep(`before ${name}`)
    const outcome = await transport(request, signal)
    onStep(`after ${name}`)
    return outcome
  }
}
