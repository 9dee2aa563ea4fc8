import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPracticeBank, type PracticeBank } from '../../sandbox/bank.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_SECRET_KEY, type BankOptions } from '../../sandbox/options.ts'
import type { CallName, CallResult, Request, Response } from '../../shared/contract.ts'
import type { SaleDetail, SaleView } from '../../shared/sale.ts'
import { createBackend, type Backend } from '../backend/backend.ts'
import { practiceProfile, type Profile } from '../gateway/profile.ts'
import type { WireOutcome, WireRequest } from '../gateway/wire.ts'
import type { DeskPorts, Log, Ports } from '../ports.ts'
import { salesOfFile } from '../outbox/worker/recovery.ts'
import { KEY_STORE_MS_MAX } from '../session/patience.ts'
import type { Connection, Reopening, SalesFile, SideFile } from '../storage/database.ts'
import { openSalesFile } from '../storage/salesFile.ts'
import { openRecordsFile } from '../storage/recordsFile.ts'
import { openTerminalsFile } from '../storage/terminalsFile.ts'
import { createDeskDouble, installationIn, type DeskDouble } from './deskDouble.ts'
import { createSeededRandom, createVirtualTime, type VirtualTime } from './virtualTime.ts'

/**
 * A whole counter for tests: the real back end on a real file, the practice bank in process, and time under the test's
 * control. `restart` drops the running back end as a power cut would, and opens the same file again.
 */
export interface Counter {
  readonly bank: PracticeBank
  readonly time: VirtualTime
  readonly events: { readonly name: string; readonly payload: unknown }[]
  readonly logLines: string[]
  /** Every request that reached the wire, tokens and bodies included. */
  readonly wire: WireRequest[]
  readonly settings: Map<string, unknown>
  readonly dataDir: string
  /** Everything in the file of terminals. */
  storedTerminals(): unknown
  /** The person's side of the computer: saved files, going away, closing. */
  readonly desk: DeskDouble
  backend(): Backend
  /** Asks as the screen does, and lets two seconds pass; hashing a PIN takes real time beside them. */
  ask<Name extends CallName>(name: Name, request: Request<Name>): Promise<CallResult<Name>>
  /** The same, where the answer must not be a refusal. */
  get<Name extends CallName>(name: Name, request: Request<Name>): Promise<Response<Name>>
  setOnline(isOnline: boolean): void
  /** Records a sale that must be accepted here; returns it as the screen would get it. */
  record(amountText: string, more?: Partial<Request<'sales.record'>>): Promise<SaleView>
  sale(transactionId: string): Promise<SaleDetail>
  /** Makes every write fail from now on, as on a full disk. */
  breakDisk(): void
  mendDisk(): void
  /** The window closes suddenly: sending it an event throws. */
  breakEvents(): void
  /** Types the manager's PIN, and sets it first if there is none. */
  becomeManager(): Promise<void>
  signOut(): Promise<void>
  signIn(clientId?: string): Promise<void>
  /** @param whileOff what happens to the data folder in between */
  restart(whileOff?: () => void): Promise<void>
  /** The power fails until `restart`. */
  powerOff(): void
  /** The computer sleeps: both clocks go on, but nothing runs. */
  sleep(ms: number): void
  close(): Promise<void>
}

export interface CounterSetup {
  readonly bankOptions?: Partial<BankOptions>
  /** Special amounts have special outcomes, as in the app. */
  readonly rehearses?: boolean
  /** The bank's clock is so far ahead of this computer's. */
  readonly bankAheadMs?: number
  readonly profile?: (standard: Profile) => Profile
  readonly isVaultProtected?: boolean
  /** Replaces the system's key store, as of the start of a run. */
  readonly vault?: Partial<Ports['vault']>
  readonly signInAtStart?: boolean
  /** Another computer at the same bank and time, with a data folder that starts as this copy. */
  readonly beside?: {
    readonly counter: Pick<Counter, 'bank' | 'time'>
    readonly files: string
    /** A copy of the whole disk includes the settings. */
    readonly settings?: ReadonlyMap<string, unknown>
  }
  /** The answer that the till gets instead of the bank's. */
  readonly garble?: (request: WireRequest, outcome: WireOutcome) => WireOutcome
  /** Wraps the sales file of each run, so that its calls can be made to fail. */
  readonly disk?: (connection: Connection) => Connection
  /** Runs before the sales file is opened again. */
  readonly beforeReopening?: (why: Reopening) => void
}

/** The PIN of every counter that has one. */
export const TEST_PIN = '918273'
/** More than the practice bank takes for an answer. */
const ANSWER_MS = 2_000
const OTHER_COMPUTER_SEEDS = 1_000_000

export async function openCounter(setup: CounterSetup = {}): Promise<Counter> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tillside-'))
  const { beside } = setup
  if (beside !== undefined) cpSync(beside.files, dataDir, { recursive: true })
  const time = beside?.counter.time ?? createVirtualTime()
  const bank =
    beside?.counter.bank ??
    createPracticeBank({
      seed: 1,
      clock: { wallNowMs: () => time.clock.wallNowMs() + (setup.bankAheadMs ?? 0) },
      timers: time.timers,
      ...(setup.bankOptions === undefined ? {} : { options: setup.bankOptions }),
      rehearses: setup.rehearses ?? false,
    })
  const events: Counter['events'] = []
  const logLines: string[] = []
  const wire: WireRequest[] = []
  const settings = new Map<string, unknown>(beside?.settings)
  const credentials = { clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY }
  const desk = createDeskDouble()
  let isOnline = true
  let isDiskBroken = false
  let areEventsBroken = false
  let networkListeners: (() => void)[] = []
  const log: Log = (level, event, facts) => logLines.push(JSON.stringify([level, event, facts ?? {}]))

  /** Each run of the program has its own ports, so that a dropped run has no further effect. */
  function open(seed: number): { backend: Backend; unplug: () => void; terminalsFile: SideFile } {
    let isAlive = true
    const never = new Promise<never>(() => undefined)
    const store: Ports['settings'] = {
      get: (key) => structuredClone(settings.get(key)),
      set: (key, value) => void settings.set(key, structuredClone(value)),
      delete: (key) => void settings.delete(key),
    }
    const { wallNowMs } = time.clock
    const terminalsFile = openTerminalsFile(dataDir, log)
    const recordsFile = openRecordsFile(dataDir, time.clock, log)
    const opened = openSalesFile(
      { dataDir, settings: store, sales: salesOfFile, wallNowMs, log },
      (connection) => {
        const onDisk = setup.disk?.(connection) ?? connection
        return {
          ...onDisk,
          run: (sql, ...parameters) => {
            if (isDiskBroken) throw new Error('database or disk is full')
            return onDisk.run(sql, ...parameters)
          },
        }
      },
    )
    const file: SalesFile = {
      ...opened,
      reopen: (why) => {
        setup.beforeReopening?.(why)
        opened.reopen(why)
      },
    }
    const ports: Ports & DeskPorts = {
      ...desk.ports,
      clock: time.clock,
      // Two computers never draw the same numbers, since a run is identified by its own.
      random: createSeededRandom(beside === undefined ? seed : seed + OTHER_COMPUTER_SEEDS),
      timers: { after: (delayMs, run) => time.timers.after(delayMs, () => (isAlive ? run() : undefined)) },
      network: {
        isOnline: () => isOnline,
        onChange: (listener) => {
          networkListeners = [...networkListeners, listener]
          return () => {
            networkListeners = networkListeners.filter((other) => other !== listener)
          }
        },
      },
      vault: {
        isProtected: async () => setup.isVaultProtected ?? true,
        seal: async (text) => Buffer.from(text).toString('base64url').split('').toReversed().join(''),
        open: async (sealed) =>
          Buffer.from(sealed.split('').toReversed().join(''), 'base64url').toString('utf8'),
        ...setup.vault,
      },
      settings: store,
      transport: async (request, signal) => {
        wire.push(request)
        const outcome = await bank.transport(request, signal)
        return isAlive ? (setup.garble?.(request, outcome) ?? outcome) : never
      },
      salesFile: file,
      terminalsFile,
      recordsFile,
      log,
    }
    const backend = createBackend(
      {
        profile: (setup.profile ?? ((standard) => standard))(practiceProfile()),
        version: '0.0.0-test',
        platform: 'linux',
        signInAtStart: (setup.signInAtStart ?? true) ? credentials : null,
        installation: installationIn(dataDir),
      },
      ports,
      (name, payload) => {
        if (areEventsBroken) throw new Error('the window is gone')
        events.push({ name, payload })
      },
    )
    return {
      backend,
      terminalsFile,
      unplug: () => {
        isAlive = false
        networkListeners = []
        desk.forget()
        // Closing writes nothing: only commits reach the disk.
        file.close()
        terminalsFile.close()
        recordsFile.close()
      },
    }
  }

  let run = open(1)
  let runs = 1
  let isRunning = true
  async function start(): Promise<void> {
    let isStarted = false
    const started = run.backend.start().finally(() => {
      isStarted = true
    })
    await time.pass(2_000)
    if (!isStarted) await time.pass(KEY_STORE_MS_MAX)
    await started
  }
  await start()

  function powerOff(): void {
    if (isRunning) run.unplug()
    isRunning = false
  }

  const ask: Counter['ask'] = async (name, request) => {
    const call = run.backend.handlers[name] as (request: unknown) => Promise<CallResult<typeof name>>
    const answering = Promise.resolve(call(request))
    await time.pass(ANSWER_MS)
    return answering
  }

  const counter: Counter = {
    bank,
    time,
    events,
    logLines,
    wire,
    settings,
    dataDir,
    storedTerminals: () =>
      run.terminalsFile.use((file) => [file.all('SELECT * FROM list'), file.all('SELECT * FROM terminal')]),
    desk,
    backend: () => run.backend,
    ask,
    get: async (name, request) => {
      const answer = await ask(name, request)
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
      return answer.value as Response<typeof name>
    },
    setOnline: (next) => {
      isOnline = next
      for (const listener of networkListeners) listener()
    },
    record: async (amountText, more = {}) => {
      const recorded = await run.backend.handlers['sales.record']({
        amountText,
        transactionId: '',
        note: '',
        confirmedAmount: false,
        confirmedSecondSale: true,
        ...more,
      })
      if (!recorded.ok) throw new Error(`not recorded: ${JSON.stringify(recorded.error)}`)
      return recorded.value
    },
    sale: async (transactionId) => {
      const found = await run.backend.handlers['sales.get']({ transactionId })
      if (!found.ok) throw new Error(`not found: ${JSON.stringify(found.error)}`)
      return found.value
    },
    breakDisk: () => {
      isDiskBroken = true
    },
    mendDisk: () => {
      isDiskBroken = false
    },
    breakEvents: () => {
      areEventsBroken = true
    },
    becomeManager: async () => {
      const { handlers } = run.backend
      const { ok: isSet } = await handlers['access.setPin']({ currentPin: '', pin: TEST_PIN })
      if (isSet) return
      const entered = await handlers['access.enter']({ pin: TEST_PIN })
      if (!entered.ok) throw new Error(`no manager: ${JSON.stringify(entered.error)}`)
    },
    signOut: async () => void (await run.backend.handlers['session.signOut']({})),
    signIn: async (clientId = PRACTICE_CLIENT_ID) => {
      const signingIn = run.backend.handlers['session.signIn']({
        clientId,
        secretKey: PRACTICE_SECRET_KEY,
        loginToken: '',
      })
      await time.pass(2_000)
      const signedIn = await signingIn
      if (!signedIn.ok) throw new Error(`not signed in: ${JSON.stringify(signedIn.error)}`)
    },
    sleep: (ms) => time.skip(ms),
    powerOff,
    restart: async (whileOff) => {
      powerOff()
      whileOff?.()
      runs += 1
      run = open(runs)
      isRunning = true
      await start()
    },
    close: async () => {
      if (isRunning) {
        let isStopped = false
        const stopped = run.backend.stop().finally(() => {
          isStopped = true
        })
        // In steps, since the retry of a GET also needs a real moment in between.
        while (!isStopped) await time.pass(120_000)
        await stopped
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return counter
}
