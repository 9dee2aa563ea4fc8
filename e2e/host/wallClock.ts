/**
 * Sets the wall clock of the realm that runs it, so many milliseconds off the true time, as a person does who sets the
 * clock of the computer. It needs nothing from outside, so that it can be handed to a page or to another process too.
 * Monotonic time goes on as it was.
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
