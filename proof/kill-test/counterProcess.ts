/**
 * A counter as a separate process, to be killed: the real back end without Electron, on a real file, over real sockets,
 * by the real clock. It follows its {@link Orders} and reports in lines of JSON.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createBackend, type Backend } from '../../electron/backend/backend.ts'
import { practiceProfile, type Profile } from '../../electron/gateway/profile.ts'
import { createTransport } from '../../electron/gateway/transport.ts'
import type { Clock, Log, Ports, SettingsStore } from '../../electron/ports.ts'
import { salesOfFile } from '../../electron/outbox/worker/recovery.ts'
import { guardAgainstCrashes, type CrashGuard } from '../../electron/shell/mainCrash.ts'
import { systemClock, systemRandom, systemTimers } from '../../electron/shell/systemPorts.ts'
import { openSalesFile } from '../../electron/storage/salesFile.ts'
import { openRecordsFile } from '../../electron/storage/recordsFile.ts'
import { openTerminalsFile } from '../../electron/storage/terminalsFile.ts'
import { installationIn, type DeskDouble } from '../../electron/testing/deskDouble.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_SECRET_KEY } from '../../sandbox/options.ts'
import type { SaleView } from '../../shared/sale.ts'
import { deskWithDoor, handOver, openTill } from './intakeClient.ts'
import { CRASHED_EXIT_CODE, type Orders, type SaleToRecord } from './orders.ts'
import { createStepper, tell } from './stepper.ts'
import { watchDatabase, watchTransport, type OnStep } from './steps.ts'

/** The highest value in a profile, so that a life is not spent waiting. */
const REQUESTS_PER_SECOND = 100
/** The lowest value in a profile; the bank's slow answers are slower. */
const TIMEOUT_SECONDS = 1
const SETTLE_ROUND_MS = 30
const NO_TERMINAL_YET_MS = 5
const OPEN_SALES_MAX = 500

/** The clock of this life, which a person may have set. */
function clockOf({ clockAheadMs = 0 }: Orders): Clock {
  return { ...systemClock, wallNowMs: () => systemClock.wallNowMs() + clockAheadMs }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void systemTimers.after(ms, resolve))

/** Settings in a file of their own, replaced as a whole, so that a life starts signed in from what the last one sealed. */
function openSettings(dataDir: string): SettingsStore {
  const file = path.join(dataDir, 'settings.json')
  let values: Record<string, unknown> = {}
  try {
    values = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch {
    // A first start.
  }
  const save = (next: Record<string, unknown>): void => {
    values = next
    writeFileSync(`${file}.new`, JSON.stringify(values))
    renameSync(`${file}.new`, file)
  }
  return {
    get: (key) => values[key],
    set: (key, value) => save({ ...values, [key]: value }),
    delete: (key) => save(Object.fromEntries(Object.entries(values).filter(([other]) => other !== key))),
  }
}

function profileFor(partnerUrl: string): Profile {
  const standard = practiceProfile()
  return {
    ...standard,
    partnerUrl,
    outbox: {
      ...standard.outbox,
      requestsPerSecond: REQUESTS_PER_SECOND,
      timeoutSeconds: TIMEOUT_SECONDS,
    },
  }
}

function portsFor(orders: Orders, onStep: OnStep): Ports {
  const log: Log = (level, event, facts) => {
    if (level === 'error') tell({ kind: 'trouble', event: [event, ...Object.values(facts ?? {})].join(' ') })
  }
  const settings = openSettings(orders.dataDir)
  const clock = clockOf(orders)
  const { wallNowMs } = clock
  return {
    clock,
    random: systemRandom,
    timers: systemTimers,
    network: { isOnline: () => true, onChange: () => () => undefined },
    vault: { isProtected: async () => true, seal: async (text) => text, open: async (sealed) => sealed },
    settings,
    transport: watchTransport(
      createTransport({ clock, proxyFor: () => Promise.resolve({ kind: 'direct' }) }),
      onStep,
    ),
    salesFile: openSalesFile(
      { dataDir: orders.dataDir, settings, sales: salesOfFile, wallNowMs, log },
      (connection) => ({
        ...connection,
        ...watchDatabase(connection, onStep),
      }),
    ),
    terminalsFile: openTerminalsFile(orders.dataDir, log),
    recordsFile: openRecordsFile(orders.dataDir, clock, log),
    log,
  }
}

/** Whether the counter has its terminal: on a first start the list must be read first. */
async function hasTerminal({ handlers }: Backend): Promise<boolean> {
  const list = await handlers['terminals.get']({})
  return list.ok && list.value.chosenTerminalId !== null
}

async function record(backend: Backend, sale: SaleToRecord): Promise<void> {
  while (!(await hasTerminal(backend))) await pause(NO_TERMINAL_YET_MS)
  const recorded = await backend.handlers['sales.record']({
    amountText: `${Math.floor(sale.amountKobo / 100)}.${String(sale.amountKobo % 100).padStart(2, '0')}`,
    transactionId: sale.transactionId,
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
  })
  if (recorded.ok) {
    const { transactionId, amountKobo } = recorded.value
    tell({ kind: 'acknowledged', transactionId, amountKobo })
  } else {
    tell({ kind: 'notRecorded', code: recorded.error.code })
  }
}

async function sell(backend: Backend, sales: readonly SaleToRecord[]): Promise<void> {
  for (const sale of sales) {
    if (sale.afterMs > 0) await pause(sale.afterMs)
    await record(backend, sale)
  }
}

async function sellThroughDoor(backend: Backend, desk: DeskDouble, orders: Orders): Promise<void> {
  const { dataDir, sales } = orders
  const till = await openTill(backend, desk, { dataDir, wallNowMs: clockOf(orders).wallNowMs })
  for (const sale of sales) {
    if (sale.afterMs > 0) await pause(sale.afterMs)
    await handOver(backend, till, sale)
  }
}

async function openSales({ handlers }: Backend): Promise<readonly SaleView[]> {
  const page = await handlers['sales.page']({
    filter: 'waiting',
    search: '',
    offset: 0,
    limit: OPEN_SALES_MAX,
  })
  if (!page.ok) throw new Error(`no page: ${page.error.code}`)
  return page.value.sales
}

/** Looks up unknown sales and reports open ones, repeatedly, until it may stop. */
async function settle(backend: Backend, released: Promise<void>): Promise<void> {
  let isOver = false
  void released.then(() => {
    isOver = true
  })
  await backend.handlers['sales.tryNow']({})
  while (!isOver) {
    for (const sale of await openSales(backend)) {
      if (sale.state === 'unknown') {
        await backend.handlers['sales.checkNow']({ transactionId: sale.transactionId })
      }
    }
    const sales = (await openSales(backend)).map(({ transactionId, state, waitingReason }) => ({
      transactionId,
      state,
      waitingReason,
    }))
    tell({ kind: 'open', sales })
    await pause(SETTLE_ROUND_MS)
  }
  await backend.stop()
  tell({ kind: 'stopped' })
  process.stdin.destroy()
}

/** Resolves on a line from the parent, or when its pipe ends. */
function releasedByParent(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('data', () => resolve())
    process.stdin.once('end', () => resolve())
  })
}

/** But for the start anew, which is the next life. Elsewhere an error that nothing catches is trouble. */
function guardAsMainDoes(): CrashGuard {
  return guardAgainstCrashes({
    process,
    log: () => undefined,
    timers: systemTimers,
    isLeaving: () => false,
    wasJustCrashing: () => false,
    restart: () => process.exit(CRASHED_EXIT_CODE),
    giveUp: () => process.exit(1),
  })
}

async function main(orders: Orders): Promise<void> {
  const released = releasedByParent()
  const crashes = orders.stopAt?.how === 'throw' ? guardAsMainDoes() : null
  mkdirSync(orders.dataDir, { recursive: true })
  const onStep = createStepper(orders.stopAt)
  const { desk, ports } = deskWithDoor(onStep)
  const backend = createBackend(
    {
      profile: profileFor(orders.partnerUrl),
      version: '0.0.0-kill-test',
      platform: 'linux',
      signInAtStart: { clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY },
      installation: installationIn(orders.dataDir),
    },
    { ...portsFor(orders, onStep), ...ports },
    (name, payload) => {
      if (name === 'sales.changed' && 'queue' in payload && payload.queue !== null) {
        tell({ kind: 'checking', count: payload.queue.checkingCount })
      }
      if (name === 'storage.changed' && 'status' in payload && payload.status === 'sound') {
        tell({ kind: 'sound' })
      }
    },
  )
  crashes?.stopBy(() => backend.stop())
  await backend.start()
  tell({ kind: 'started' })
  if (orders.isIntake === true) await sellThroughDoor(backend, desk, orders)
  else await sell(backend, orders.sales)
  if (orders.mode === 'settle') return settle(backend, released)
  // Works until killed; if the parent is gone, this ends it.
  await released
  process.exit(1)
}

await main(JSON.parse(process.argv[2] ?? '') as Orders)
