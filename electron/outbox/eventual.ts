/**
 * Something that comes in its own time. The delivery rules are written as generators that yield these and get the value
 * back, so that the same rules run on promises here and on a model's own clock in the simulation, many histories a
 * millisecond.
 */
export type Eventual<Value> = PromiseLike<Value> | Later<Value>

/** A value that the simulation will have, so many of its own milliseconds from now. */
export interface Later<Value> {
  readonly afterMs: number
  readonly later: () => Value
}

/** A piece of the delivery rules: it waits by yielding, and what it is given back is the value. */
export type Course<Value> = Generator<Eventual<unknown>, Value, unknown>

/** Waits for one thing inside a course: `const answer = yield* wait(service.status(id))`. */
export function* wait<Value>(eventual: Eventual<Value>): Course<Value> {
  // The driver gives back exactly what this eventual became; no type of the language can say so.
  return (yield eventual) as Value
}

/** Runs a course to its end on promises. */
export async function runCourse<Value>(course: Course<Value>): Promise<Value> {
  let next = course.next()
  while (!next.done) {
    let value: unknown
    try {
      value = await (next.value as PromiseLike<unknown>)
    } catch (error) {
      next = course.throw(error)
      continue
    }
    next = course.next(value)
  }
  return next.value
}
