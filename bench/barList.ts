import type { Bar } from './bar.ts'
import { callBars } from './bars/calls.ts'
import { drainBars } from './bars/drain.ts'
import { idleBars } from './bars/idle.ts'
import { mainThreadBars } from './bars/mainThread.ts'
import { memoryBar } from './bars/memory.ts'
import { openingBars } from './bars/opening.ts'
import { paintBars } from './bars/paint.ts'
import { readBars } from './bars/reads.ts'
import { recordBars } from './bars/record.ts'
import { simulationBar } from './bars/simulation.ts'
import { soakBar } from './bars/soak.ts'
import { startSizeBar } from './bars/startSize.ts'

/** Every bar, in the order in which they run. */
export const bars: readonly Bar[] = [
  ...recordBars,
  ...readBars,
  ...drainBars,
  ...mainThreadBars,
  ...openingBars,
  memoryBar,
  startSizeBar,
  ...callBars,
  ...idleBars,
  ...paintBars,
  simulationBar,
  soakBar,
]
