import { setWallClock } from './wallClock.ts'

/** The needed part of Playwright's `ElectronApplication`. A text is evaluated as it is; a function in it is not called. */
export interface MainProcess {
  evaluate(expression: string): Promise<unknown>
}

/** Sets the wall clock of real Electron's main process to this offset from the true time, ms. */
export async function setClockInMain(app: MainProcess, offByMs: number): Promise<void> {
  await app.evaluate(`(${setWallClock.toString()})(${offByMs})`)
}
