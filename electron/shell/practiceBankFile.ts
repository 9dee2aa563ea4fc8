import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createPracticeBank } from '../../sandbox/bank.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_SECRET_KEY } from '../../sandbox/options.ts'
import type { Clock, Log, Ports, Timers } from '../ports.ts'

const FILE_NAME = 'practice-bank.json'
/** Every new practice counter starts with the same shop. */
const SEED = 1

/** The practice bank's credentials. They are public; Practice signs in with them automatically (docs/values.md 5). */
export const practiceSignIn = { clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY } as const

type PracticeBankPorts = Required<Pick<Ports, 'transport' | 'practiceCard'>>

/**
 * The practice bank of this computer. Its books are stored, so that it still knows sales of earlier runs. No real money
 * depends on the file, so unreadable books are replaced by new ones.
 */
export function openPracticeBank(dir: string, clock: Clock, timers: Timers, log: Log): PracticeBankPorts {
  const file = path.join(dir, FILE_NAME)
  const bank = createPracticeBank({
    seed: SEED,
    clock,
    timers,
    rehearses: true,
    snapshot: readBooks(file),
    onChange: () => {
      try {
        mkdirSync(dir, { recursive: true, mode: 0o700 })
        writeFileSync(`${file}.new`, JSON.stringify(bank.snapshot()), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch {
        log('warn', 'practiceBank.notSaved')
      }
    },
  })
  return { transport: bank.transport, practiceCard: () => bank.practiceCard() }
}

function readBooks(file: string): unknown {
  try {
    // Reading a pipe would block until a writer opens it, and the window would never open.
    return statSync(file).isFile() ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}
