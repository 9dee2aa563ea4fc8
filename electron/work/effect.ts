/**
 * A value that may come later. The delivery rules are generators that yield such values and get the result back, so
 * that the same rules run on promises here and on a model's own clock in the simulation, many histories a millisecond.
 */
export type Eventual<Value> = PromiseLike<Value> | Later<Value>

/** A value that the simulation delivers after so many of its own ms. */
export interface Later<Value> {
  readonly afterMs: number
  readonly later: () => Value
}

/** An effect: a piece of the delivery rules that waits by yielding, and gets the value back. */
export type Effect<Value> = Generator<Eventual<unknown>, Value, unknown>

/** Waits for one value inside an effect: `const answer = yield* wait(service.status(id))`. */
export function* wait<Value>(eventual: Eventual<Value>): Effect<Value> {
  // The driver returns what this eventual resolved to; TypeScript cannot express that.
  return (yield eventual) as Value
}

export async function runEffect<Value>(effect: Effect<Value>): Promise<Value> {
  let next = effect.next()
  while (!next.done) {
    let value: unknown
    try {
      value = await (next.value as PromiseLike<unknown>)
    } catch (error) {
      next = effect.throw(error)
      continue
    }
    next = effect.next(value)
  }
  return next.value
}
