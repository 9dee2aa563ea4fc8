import { statSync } from 'node:fs'
import path from 'node:path'
import type { OnStep } from './steps.ts'

let hear: OnStep = () => undefined

/** From here on every step of the storage is reported to this; it may never return. */
export function hearStorageSteps(onStep: OnStep): void {
  hear = onStep
}

/** Runs one durable step of the storage, named by verb and file: `before rename sales.db.migrating`. */
export function aroundStep<Value>(verb: string, file: string, run: () => Value): Value {
  const name = `${verb} ${shortName(file)}`
  hear(`before ${name}`)
  const value = run()
  hear(`after ${name}`)
  return value
}

export function stepOf(step: string, file: string): void {
  hear(`${step} of ${shortName(file)}`)
}

/** The same in every try: the data folder, whose name changes, is only called a folder. */
function shortName(file: string): string {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true ? 'folder' : path.basename(file)
}
