/** Replaces `files.ts` of the storage in the salvaging process (killTest.ts), which halts where its parent kills it. */
import path from 'node:path'
import * as files from '../../electron/storage/files.ts'

export * from '../../electron/storage/files.ts'

let hear: (step: string) => void = () => undefined

/** From here on each copy and each new name is told, before and after; the listener may never return. */
export function hearFileSteps(onStep: (step: string) => void): void {
  hear = onStep
}

function around(name: string, run: () => void): void {
  hear(`before ${name}`)
  run()
  hear(`after ${name}`)
}

export function copyDurably(from: string, to: string): void {
  around(`copy to ${path.basename(to)}`, () => files.copyDurably(from, to))
}

export function renameDurably(from: string, to: string): void {
  around(`rename to ${path.basename(to)}`, () => files.renameDurably(from, to))
}
