import { createClient } from '../core/client.ts'
import { createAppStore } from '../app/store.ts'
import type { AppStore } from '../core/types.ts'
import { terminalChangeSlice } from '../features/terminals/terminalChangeSlice.ts'
import type { EditState, FormEntry, FormState, RegisterState } from '../core/terminalChangeTypes.ts'
import type { RegisterForm, TerminalChangeView } from '../../shared/terminalChange.ts'
import { formKey, resultOf } from '../features/terminals/terminalForm.ts'
import type { TerminalTask } from '../core/terminalTypes.ts'
import { type BridgeDouble, createBridgeDouble, type DoubleFacts } from './bridgeDouble.ts'
import { cashier, FIXED_NOW_MS } from './fixtures.ts'
import { settled } from './openApp.ts'

/** The screens' state on a main process in memory, with an agent's form open and timers that the test controls. */
export interface OpenForms {
  readonly double: BridgeDouble
  readonly store: AppStore
  /** Runs every timer due within this many ms, and waits for its effects. */
  readonly pass: (ms: number) => Promise<void>
  readonly asked: (name: string) => readonly { readonly request: unknown }[]
  readonly form: () => FormState
  readonly register: () => RegisterState
  readonly edit: () => EditState
  /** What came of the change that was asked for from the form. */
  readonly result: () => TerminalChangeView | null
  readonly enter: (entry: FormEntry) => void
  readonly fill: (part: Partial<RegisterForm>) => void
  /** Whether the bank's name is the merchant's. */
  readonly answer: (isMerchant: boolean) => void
  /** As the merchant's field does, with the merchants that are in view. */
  readonly typeMerchant: (text: string) => void
}

export async function openForms(task: TerminalTask, facts: Partial<DoubleFacts> = {}): Promise<OpenForms> {
  const double = createBridgeDouble({
    access: { ...cashier, role: 'manager', locksInMs: 300_000 },
    ...facts,
  })
  const timers = new Map<() => void, number>()
  const later = (delayMs: number, run: () => void): (() => void) => {
    timers.set(run, delayMs)
    return () => timers.delete(run)
  }
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS, later)
  store.getState().joinLater(terminalChangeSlice)
  await store.getState().start()
  store.getState().show('terminal')
  await store.getState().openTerminalTask(task)
  await store.getState().beginTerminalTask(task)
  await settled()
  const form = (): FormState => {
    const { terminalTask, terminalWork } = store.getState()
    const found = terminalWork.forms[formKey(terminalTask) ?? '']
    if (found === undefined) throw new Error('no entry is open')
    return found
  }
  const enter = (entry: FormEntry): void => store.getState().enterTerminalForm(entry)
  return {
    double,
    store,
    form,
    result: () => resultOf(form()),
    enter,
    fill: (part) => enter({ type: 'fill', part }),
    answer: (isMerchant) => enter({ type: 'answerNameCheck', isMerchant }),
    typeMerchant: (text) =>
      enter({ type: 'typeMerchant', text, rows: store.getState().terminalWork.merchants.rows }),
    asked: (name) => double.asked.filter((call) => call.name === name),
    async pass(ms) {
      const due = [...timers].filter(([, delayMs]) => delayMs <= ms)
      for (const [run] of due) timers.delete(run)
      for (const [run] of due) run()
      await settled()
    },
    register() {
      const found = form()
      if (found.kind !== 'register') throw new Error('this is no registration')
      return found
    },
    edit() {
      const found = form()
      if (found.kind !== 'edit') throw new Error('this is no edit')
      return found
    },
  }
}
