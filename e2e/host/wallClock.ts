/**
 * Sets the wall clock of the current realm to an offset from the true time, ms, as if a person set the computer's
 * clock. Self-contained, so that it can be passed to a page or another process. Monotonic time is unchanged.
 */
export function setWallClock(offByMs: number): void {
  const kept = globalThis as unknown as { trueDate?: DateConstructor }
  kept.trueDate ??= Date
  const TrueDate = kept.trueDate
  globalThis.Date = new Proxy(TrueDate, {
    apply: () => new TrueDate(TrueDate.now() + offByMs).toString(),
    construct: (target, parts: unknown[]) =>
      Reflect.construct(target, parts.length === 0 ? [TrueDate.now() + offByMs] : parts) as object,
    get: (target, key, receiver) =>
      key === 'now' ? () => TrueDate.now() + offByMs : (Reflect.get(target, key, receiver) as unknown),
  })
}
