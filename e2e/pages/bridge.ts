import type { Page } from '@playwright/test'

interface Bridge {
  readonly tillside: { call(name: string, request: unknown): Promise<unknown> }
}

/** Makes a call of the contract without the screen. */
export function callMain(page: Page, name: string, request: unknown): Promise<unknown> {
  return page.evaluate(
    ([calledName, calledRequest]) =>
      (globalThis as unknown as Bridge).tillside.call(calledName, calledRequest),
    [name, request] as const,
  )
}
