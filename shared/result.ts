/** The outcome of an operation that may fail for reasons its caller must handle. Programmer errors throw instead. */
export type Result<Value, Failure> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function err<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error }
}

/** Closes a switch over a closed union: an unhandled member is a type error here. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unhandled ${what}: ${String(value)}`)
}
