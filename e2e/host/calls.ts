/** One end of a channel between two processes: `process` in the child, the child in its parent. */
export interface ChannelEnd {
  readonly connected: boolean
  send?(message: object, onSent: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
}

type Answering<Side> = {
  readonly [Name in keyof Side]: Side[Name] extends (...args: infer Args) => Promise<infer Value>
    ? (...args: Args) => Value | Promise<Value>
    : never
}

interface Question {
  readonly kind: 'question'
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

interface Answer {
  readonly kind: 'answer'
  readonly id: number
  readonly value?: unknown
  /** Why there is no value. */
  readonly error?: string
}

/**
 * Lets two processes ask each other over one channel; other messages on it are ignored.
 * @param ours what this side answers
 * @returns what the other side answers. A question is refused if the channel closes before its answer.
 */
export function connectCalls<Theirs extends object, Ours extends object>(
  end: ChannelEnd,
  ours: Answering<Ours>,
  theirNames: readonly (keyof Theirs & string)[],
): Theirs {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const tell = (message: Question | Answer): void => {
    // A killed process may still count as connected; `disconnect` follows and refuses pending questions.
    if (end.connected) end.send?.(message, () => undefined)
  }
  const answer = async ({ id, name, args }: Question): Promise<void> => {
    try {
      const act = (ours as Record<string, (...args: readonly unknown[]) => unknown>)[name]
      if (act === undefined) throw new Error(`nothing here answers ${name}`)
      tell({ kind: 'answer', id, value: await act(...args) })
    } catch (error) {
      tell({ kind: 'answer', id, error: error instanceof Error ? error.message : String(error) })
    }
  }
  end.on('message', (message) => {
    const told = message as Question | Answer | { readonly kind: 'anything else' }
    if (told.kind === 'question') void answer(told)
    else if (told.kind === 'answer') {
      const asked = waiting.get(told.id)
      waiting.delete(told.id)
      if (told.error === undefined) asked?.resolve(told.value)
      else asked?.reject(new Error(told.error))
    }
  })
  end.once('disconnect', () => {
    for (const asked of waiting.values()) asked.reject(new ChannelClosed())
    waiting.clear()
  })
  const ask = (name: string, args: readonly unknown[]): Promise<unknown> => {
    if (!end.connected) return Promise.reject(new ChannelClosed())
    lastId += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(lastId, asked)
    tell({ kind: 'question', id: lastId, name, args })
    return asked.promise
  }
  const theirs = theirNames.map((name) => [name, (...args: unknown[]) => ask(name, args)] as const)
  return Object.fromEntries(theirs) as unknown as Theirs
}

/** The other process ended, or closed the channel. */
export class ChannelClosed extends Error {
  constructor() {
    super('the other process is gone')
  }
}

/** For optional messages: a closed channel is no failure, any other error is. */
export async function unlessGone(asked: Promise<void>): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (!(error instanceof ChannelClosed)) throw error
  }
}
