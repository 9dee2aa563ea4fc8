/**
 * Connects rooms that are built one after another. An event reaches its listeners at once, in the order of their
 * registration; events before the first listener are dropped.
 */
export interface EventBus<Events extends Record<keyof Events, readonly unknown[]>> {
  tell<Name extends keyof Events>(name: Name, ...facts: Events[Name]): void
  on<Name extends keyof Events>(name: Name, listener: (...facts: Events[Name]) => void): void
}

export function createEventBus<Events extends Record<keyof Events, readonly unknown[]>>(): EventBus<Events> {
  const listeners: { [Name in keyof Events]?: ((...facts: Events[Name]) => void)[] } = {}
  return {
    tell: (name, ...facts) => {
      for (const listener of listeners[name] ?? []) listener(...facts)
    },
    on: (name, listener) => {
      listeners[name] = [...(listeners[name] ?? []), listener]
    },
  }
}
