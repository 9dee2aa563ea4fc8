import type { Connection } from '../storage/database.ts'

/** A failing disk: the nth writing call from now fails, once or until it is fixed. */
export interface FailingDisk {
  wrap(file: Connection): Connection
  /** `afterCommit`: the commit takes effect and is reported as failed, as if only its sync failed. */
  failAt(call: number, how: { readonly afterCommit: boolean; readonly isLasting: boolean }): void
  repair(): void
  calls(): number
}

export function createFailingDisk(words = 'database or disk is full', errcode = 13): FailingDisk {
  let calls = 0
  let failing: { readonly from: number; readonly afterCommit: boolean; readonly isLasting: boolean } | null =
    null

  const refusal = (): Error => Object.assign(new Error(words), { errcode })
  const isDue = (): boolean =>
    failing !== null && (failing.isLasting ? calls >= failing.from : calls === failing.from)

  function writing<Value>(act: () => Value): Value {
    calls += 1
    if (isDue() && failing?.afterCommit !== true) throw refusal()
    return act()
  }

  return {
    calls: () => calls,
    failAt: (call, how) => {
      failing = { from: calls + call, ...how }
    },
    repair: () => {
      failing = null
    },
    wrap: (file) => ({
      ...file,
      run: (sql, ...parameters) => writing(() => file.run(sql, ...parameters)),
      get: (sql, ...parameters) =>
        sql.startsWith('INSERT') ? writing(() => file.get(sql, ...parameters)) : file.get(sql, ...parameters),
      transaction: (work) => {
        const value = file.transaction(() => {
          const inner = work()
          // COMMIT is a call of its own: if it fails here, SQLite rolls back.
          return writing(() => inner)
        })
        if (isDue() && failing?.afterCommit === true) throw refusal()
        return value
      },
    }),
  }
}
