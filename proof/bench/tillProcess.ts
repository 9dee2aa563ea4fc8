import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'

/** A till in its own process, like the product's main process, with its bank in another. */
export interface TillProcess {
  /** Listens to the till's reports of its memory, in bytes. */
  readonly onMemory: (listener: (bytes: number) => void) => void
  /** Listens to whatever else its script reports. */
  readonly onTold: (listener: (message: unknown) => void) => void
  /** Settles when the till has ended by itself. */
  readonly ended: Promise<string>
  readonly kill: () => Promise<void>
}

/** @param script in this folder; its first argument is the bank's address */
export async function startTillProcess(script: string, ...values: readonly string[]): Promise<TillProcess> {
  const bank = forked('bankProcess.ts', [])
  const url = await new Promise<string>((resolve, reject) => {
    bank.once('message', (told) => resolve(String(told)))
    bank.once('exit', () => reject(new Error('the bank ended')))
  })
  const till = forked(script, [url, ...values])
  const ended = new Promise<string>((resolve) => {
    till.on('exit', (code) => {
      bank.disconnect()
      resolve(`the till ended with ${code ?? 'a signal'}`)
    })
  })
  return {
    onMemory: (listener) => void till.on('message', (bytes) => listener(Number(bytes))),
    onTold: (listener) => void till.on('message', listener),
    ended,
    kill: async () => {
      till.kill()
      await ended
    },
  }
}

function forked(script: string, values: readonly string[]): ChildProcess {
  return fork(path.join(import.meta.dirname, script), values, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
