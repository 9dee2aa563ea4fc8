import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { PRACTICE_CLIENT_ID, PRACTICE_SECRET_KEY } from '../../sandbox/options.ts'
import type { SaleDetail, SaleState, SaleView } from '../../shared/sale.ts'
import { createBackend, type Backend } from '../backend/backend.ts'
import { practiceProfile } from '../gateway/profile.ts'
import { systemClock } from '../gateway/testing/servers.ts'
import { createTransport } from '../gateway/transport.ts'
import type { Transport, WireRequest } from '../gateway/wire.ts'
import { salesOfFile } from '../outbox/worker/recovery.ts'
import type { Clock, Ports, SettingsStore, Timers } from '../ports.ts'
import { openSalesFile } from '../storage/salesFile.ts'
import { openRecordsFile } from '../storage/recordsFile.ts'
import { openTerminalsFile } from '../storage/terminalsFile.ts'
import { createDeskDouble, installationIn } from './deskDouble.ts'
import { createSeededRandom } from './virtualTime.ts'

/**
 * A counter for tests of the wire: the whole back end with the real transport on real sockets and a real file. Only the
 * back end's own waiting runs faster; a socket's time-out takes real seconds.
 */
export interface SocketCounter extends AsyncDisposable {
  readonly backend: Backend
  readonly dataDir: string
  record(amountText: string): Promise<SaleView>
  sale(transactionId: string): Promise<SaleDetail>
  /** Waits until the sale is in that state and meets the optional condition. */
  until(transactionId: string, state: SaleState, also?: (sale: SaleView) => boolean): Promise<SaleDetail>
  /** Redirects requests from now on; null: stops that. */
  detour(change: ((request: WireRequest) => WireRequest) | null): void
  /** At most once; otherwise disposing of the counter does it. */
  stop(): Promise<void>
}

/** Short, but enough for an answer on a busy machine. */
export const TIMEOUT_SECONDS = 3
/** How many times faster the back end's seconds pass. */
const HASTE = 20
/** Only ends a wait that would never end, also on a busy machine. */
const WAIT_MS_MAX = 60_000

function hastened(): { readonly clock: Clock; readonly timers: Timers } {
  const startWallMs = systemClock.wallNowMs()
  const startMs = systemClock.monotonicNowMs()
  const passedMs = (): number => (systemClock.monotonicNowMs() - startMs) * HASTE
  return {
    clock: {
      wallNowMs: () => Math.floor(startWallMs + passedMs()),
      monotonicNowMs: () => startMs + passedMs(),
    },
    timers: {
      after: (delayMs, run) => {
        const timer = setTimeout(run, Math.max(0, delayMs) / HASTE)
        return () => clearTimeout(timer)
      },
    },
  }
}

function memorySettings(): SettingsStore {
  const values = new Map<string, unknown>()
  return {
    get: (key) => structuredClone(values.get(key)),
    set: (key, value) => void values.set(key, structuredClone(value)),
    delete: (key) => void values.delete(key),
  }
}

export async function openSocketCounter(partnerUrl: string): Promise<SocketCounter> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tillside-'))
  const { clock, timers } = hastened()
  const settings = memorySettings()
  const log = (): void => undefined
  const onTheWire = createTransport({
    clock: systemClock,
    proxyFor: () => Promise.resolve({ kind: 'direct' }),
  })
  let change: ((request: WireRequest) => WireRequest) | null = null
  const transport: Transport = (request, signal) => onTheWire(change?.(request) ?? request, signal)
  const ports: Ports = {
    clock,
    timers,
    random: createSeededRandom(1),
    network: { isOnline: () => true, onChange: () => () => undefined },
    vault: { isProtected: async () => false, seal: async (text) => text, open: async (sealed) => sealed },
    settings,
    transport,
    salesFile: openSalesFile({
      dataDir,
      settings,
      sales: salesOfFile,
      wallNowMs: () => clock.wallNowMs(),
      log,
    }),
    terminalsFile: openTerminalsFile(dataDir, log),
    recordsFile: openRecordsFile(dataDir, clock, log),
    log,
  }
  const standard = practiceProfile()
  const backend = createBackend(
    {
      profile: {
        ...standard,
        partnerUrl,
        outbox: { ...standard.outbox, requestsPerSecond: 20, timeoutSeconds: TIMEOUT_SECONDS },
      },
      version: '0.0.0-test',
      platform: 'linux',
      signInAtStart: { clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY },
      installation: installationIn(dataDir),
    },
    { ...ports, ...createDeskDouble().ports },
    () => undefined,
  )
  await backend.start()
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => (stopping ??= backend.stop())
  const sale = async (transactionId: string): Promise<SaleDetail> => {
    const found = await backend.handlers['sales.get']({ transactionId })
    if (!found.ok) throw new Error(`not found: ${JSON.stringify(found.error)}`)
    return found.value
  }
  const waitFor = <Value>(look: () => Promise<Value>): Promise<Value> =>
    vi.waitFor(look, { timeout: WAIT_MS_MAX, interval: 10 })
  await waitFor(async () => {
    const list = await backend.handlers['terminals.get']({})
    if (!list.ok || list.value.chosenTerminalId === null) throw new Error('no terminal yet')
  })
  return {
    backend,
    dataDir,
    record: async (amountText) => {
      const recorded = await backend.handlers['sales.record']({
        amountText,
        transactionId: '',
        note: '',
        confirmedAmount: true,
        confirmedSecondSale: true,
      })
      if (!recorded.ok) throw new Error(`not recorded: ${JSON.stringify(recorded.error)}`)
      return recorded.value
    },
    sale,
    until: (transactionId, state, also = () => true) =>
      waitFor(async () => {
        const found = await sale(transactionId)
        if (found.sale.state !== state || !also(found.sale)) {
          throw new Error(`${transactionId} is ${JSON.stringify(found.sale)}`)
        }
        return found
      }),
    detour: (next) => {
      change = next
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
