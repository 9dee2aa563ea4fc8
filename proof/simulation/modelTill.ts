import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { amountWire } from '../../shared/money.ts'
import type { Computer } from './computer.ts'
import { OWN_DESTINATION } from './destinations.ts'
import type { ModelStore } from './modelStore.ts'
import type { PlannedSale } from './plan.ts'
import type { Program } from './program.ts'
import { effectOf, type Decision, type FileCopy, type Till } from './till.ts'

export interface ModelTillSetup {
  readonly nowMs: () => number
  readonly computer: Computer
  readonly store: ModelStore
  readonly program: Program
}

export function createModelTill({ nowMs, computer, store, program }: ModelTillSetup): Till {
  /** The awake time of each copy; a file brings its own along. */
  const copiedAwakeMs = new WeakMap<FileCopy, number>()

  function enter({ transactionId, terminalId, amountKobo }: PlannedSale): boolean {
    program.guarded(() => {
      const inserted = store.insert({
        transactionId,
        destination: OWN_DESTINATION,
        terminalId,
        amountKobo,
        amountWire: amountWire(amountKobo, 'twoDecimals'),
        note: '',
        recordedAtMs: computer.clock.wallNowMs(),
        recordedBoot: program.boot(),
        recordedAwakeMs: computer.awake.nowMs(),
        corrects: null,
      })
      if (inserted.ok) program.wake()
    })
    return store.byTransactionId(transactionId) !== undefined
  }

  function decide(row: SaleRow, decision: Decision): boolean {
    let isDone = false
    program.guarded(() => {
      const context = program.context()
      if (context === null) return
      const at = context.now()
      const { patch, detail } = effectOf(context, row, decision, at)
      isDone =
        decision === 'managerRestores'
          ? store.restore(row, patch, at).ok
          : store.apply(row, decision, patch, at, detail).ok
      program.wake()
    })
    return isDone
  }

  return {
    inherit: store.replace,
    start: program.start,
    isRunning: program.isRunning,
    rows: store.rows,
    byTransactionId: store.byTransactionId,
    enter,
    decide,
    observe: program.observe,
    lookUp: (row) => {
      const delivery = program.delivery()
      // What it found may end what the loop sleeps for.
      if (delivery !== null) program.drive(delivery.lookUpNow(row), program.wake)
    },
    tryNow: () => {
      program.guarded(() => {
        program.delivery()?.tryNow()
        program.wake()
      })
    },
    wayChanged: (told) => {
      told()
      program.guarded(() => {
        program.delivery()?.wayChanged()
        program.wake()
      })
    },
    powerCut: program.powerCut,
    needsRestart: program.needsRestart,
    setPattern: program.setPattern,
    copyFile: () => {
      const copy = { atMs: nowMs(), rows: [...store.rows()] }
      copiedAwakeMs.set(copy, computer.savedAwakeMs())
      return copy
    },
    putBack: (copy) => {
      computer.restoreAwake(copiedAwakeMs.get(copy) ?? computer.savedAwakeMs())
      store.replace(copy.rows)
      program.fileReplaced()
    },
    edit: store.edit,
    heldBecause: () => `${program.isHostHeld() ? 'hold' : ''}|${program.delivery()?.heldBecause() ?? ''}`,
    end: () => undefined,
  }
}
