import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createBackend, type Backend } from '../../electron/backend/backend.ts'
import { practiceProfile, type Profile } from '../../electron/gateway/profile.ts'
import type { Transport, WireOutcome, WireRequest } from '../../electron/gateway/wire.ts'
import { salesOfFile } from '../../electron/outbox/worker/recovery.ts'
import type { Clock, DeskPorts, Ports, SettingsStore, Timers } from '../../electron/ports.ts'
import { openSalesFile } from '../../electron/storage/salesFile.ts'
import { openRecordsFile } from '../../electron/storage/recordsFile.ts'
import { openTerminalsFile } from '../../electron/storage/terminalsFile.ts'
import { createDeskDouble, installationIn } from '../../electron/testing/deskDouble.ts'
import { createSeededRandom } from '../../electron/testing/virtualTime.ts'
import { createPracticeBank, type PracticeBank } from '../../sandbox/bank.ts'
import {
  PRACTICE_CLIENT_ID,
  PRACTICE_SECRET_KEY,
  PRACTICE_TERMINAL_ID,
  type BankOptions,
} from '../../sandbox/options.ts'
import type { Request } from '../../shared/contract.ts'
import type { QueueView, SaleView } from '../../shared/sale.ts'
import { BENCH_DIR, copyOfFixture, type Fixture } from './fixtures.ts'

/** A whole back end on a real file and in real time. The practice bank answers in process. */
export interface Till {
  readonly backend: Backend
  readonly dataDir: string
  readonly bank: PracticeBank
  /** Offline, nothing is sent. */
  setOnline(isOnline: boolean): void
  queue(): QueueView
  /** Calls the handler as the screen does. */
  record(amountText: string, more?: Partial<Request<'sales.record'>>): SaleView
  /** Waits, letting everything else run, until it is true. */
  until(what: string, isTrue: () => boolean): Promise<void>
  /** Waits until the whole file has been checked. */
  checked(): Promise<void>
  /** Ends the till and leaves the folder. */
  stop(): Promise<void>
  /** Ends the till and removes the folder. */
  close(): Promise<void>
}

export interface TillSetup {
  readonly fixture?: Fixture
  /** Replaces the bank in process. */
  readonly transport?: Transport
  /** Replaces the bank's answer; undefined lets the bank in process answer. */
  readonly answer?: (request: WireRequest) => WireOutcome | undefined
  readonly bankOptions?: Partial<BankOptions>
  readonly profile?: (standard: Profile) => Profile
  readonly desk?: Partial<DeskPorts>
  /** By default the system protects nothing. */
  readonly vault?: Partial<Ports['vault']>
  readonly say?: (text: string) => void
}

/** More than any exchange in process could use. */
const NO_RATE = 1_000_000
/** Only ends a wait that would never end. */
const WAIT_MS_MAX = 120_000

export const systemClock: Clock = {
  wallNowMs: () => Date.now(),
  monotonicNowMs: () => performance.now(),
}

const systemTimers: Timers = {
  after: (delayMs, run) => {
    const timer = setTimeout(run, Math.max(0, delayMs))
    return () => clearTimeout(timer)
  },
}

const NO_NETWORK: WireOutcome = {
  kind: 'dropped',
  phase: 'connect',
  reason: 'unreachable',
  bytesWritten: 0,
  elapsedMs: 0,
}

/** An empty data folder on the disk of the bench. */
export function emptyDir(): string {
  mkdirSync(BENCH_DIR, { recursive: true })
  return mkdtempSync(path.join(BENCH_DIR, 'till-'))
}

/** Opens a till on the data folder and returns as soon as `start` of the back end does. */
export async function startTill(dataDir: string, setup: TillSetup = {}): Promise<Till> {
  const values = new Map<string, unknown>()
  const settings: SettingsStore = {
    get: (key) => structuredClone(values.get(key)),
    set: (key, value) => void values.set(key, structuredClone(value)),
    delete: (key) => void values.delete(key),
  }
  const log = (): void => undefined
  let isOnline = true
  let tellNetwork: () => void = () => undefined
  const bank = createPracticeBank({
    seed: 1,
    clock: systemClock,
    timers: systemTimers,
    options: { answerDelayMs: 0, ...setup.bankOptions },
  })
  const inProcess: Transport = async (request, signal) =>
    setup.answer?.(request) ?? bank.transport(request, signal)
  const carrier = setup.transport ?? inProcess
  const ports: Ports & DeskPorts = {
    ...createDeskDouble().ports,
    ...setup.desk,
    clock: systemClock,
    timers: systemTimers,
    random: createSeededRandom(1),
    network: {
      isOnline: () => isOnline,
      onChange: (listener) => {
        tellNetwork = listener
        return () => undefined
      },
    },
    vault: {
      isProtected: async () => false,
      seal: async (text) => text,
      open: async (sealed) => sealed,
      ...setup.vault,
    },
    settings,
    transport: async (request, signal) => (isOnline ? carrier(request, signal) : NO_NETWORK),
    salesFile: openSalesFile({ dataDir, settings, sales: salesOfFile, wallNowMs: () => Date.now(), log }),
    terminalsFile: openTerminalsFile(dataDir, log),
    recordsFile: openRecordsFile(dataDir, systemClock, log),
    log,
  }
  const standard: Profile = {
    ...practiceProfile(),
    terminalId: PRACTICE_TERMINAL_ID,
    outbox: { ...practiceProfile().outbox, requestsPerSecond: NO_RATE },
  }
  const backend = createBackend(
    {
      profile: setup.profile?.(standard) ?? standard,
      version: '0.0.0-bench',
      platform: 'linux',
      signInAtStart: { clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY },
      installation: installationIn(dataDir),
    },
    ports,
    () => undefined,
  )
  await backend.start()
  const { handlers } = backend
  async function until(what: string, isTrue: () => boolean): Promise<void> {
    const fromMs = performance.now()
    while (!isTrue()) {
      if (performance.now() - fromMs > WAIT_MS_MAX) throw new Error(`never seen: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  return {
    backend,
    dataDir,
    bank,
    setOnline: (next) => {
      isOnline = next
      tellNetwork()
    },
    queue: () => answered(handlers['queue.get']({})),
    record: (amountText, more = {}) =>
      answered(
        handlers['sales.record']({
          amountText,
          transactionId: '',
          note: '',
          confirmedAmount: true,
          confirmedSecondSale: true,
          ...more,
        }),
      ),
    until,
    checked: () => until('a whole file', () => answered(handlers['storage.get']({})).status === 'sound'),
    stop: () => backend.stop(),
    close: async () => {
      await backend.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A signed-in till with its terminal, on a copy of the fixture where one is given. */
export async function openTill(setup: TillSetup = {}): Promise<Till> {
  const dataDir = setup.fixture === undefined ? emptyDir() : copyOfFixture(setup.fixture, setup.say)
  const till = await startTill(dataDir, setup)
  const { handlers } = till.backend
  await till.until('a terminal', () => answered(handlers['terminals.get']({})).chosenTerminalId !== null)
  return till
}

/** The answer of a handler that needs nothing but the file. */
export function answered<Value>(
  result: { ok: true; value: Value } | { ok: false; error: unknown } | Promise<unknown>,
): Value {
  if (result instanceof Promise) throw new Error('the answer did not come at once')
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}

/** The duration of a call, ms. */
export function timed(act: () => unknown): number {
  const fromMs = performance.now()
  act()
  return performance.now() - fromMs
}
