import { setWallClock } from './wallClock.ts'

/** Playwright's `ElectronApplication`, as far as needed. A text is evaluated as it stands; a function in it is not called. */
export interface MainProcess {
  evaluate(expression: string): Promise<unknown>
}

/** Sets the wall clock of real Electron's main process, so many milliseconds off the true time. */
export async function setClockInMain(app: MainProcess, offByMs: number): Promise<void> {
  await app.evaluate(`(${setWallClock.toString()})(${offByMs})`)
}
