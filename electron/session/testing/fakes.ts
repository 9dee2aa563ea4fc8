import { noRecordTexts } from '../../../shared/record.ts'
import { err, ok } from '../../../shared/result.ts'
import type {
  Answer,
  Evidence,
  GatewayError,
  Page,
  Terminal,
  TransactionRecord,
} from '../../gateway/answer.ts'
import type { Clock, Log, SettingsStore, Vault } from '../../ports.ts'

/** Doubles of the ports and of the settlement API for the tests of sign-in, terminals and searches. */
export const evidence: Evidence = {
  httpStatus: 200,
  phase: 'response',
  elapsedMs: 5,
  bodySha256: null,
  bodyExcerpt: null,
  serverDate: null,
}

export const answerOf = <Value>(value: Value): Answer<Value> => ({ result: ok(value), evidence })
export const failureOf = (error: GatewayError): Answer<never> => ({ result: err(error), evidence })
export const http = (status: number, message: string | null = null): GatewayError => ({
  kind: 'http',
  status,
  retryAfterMs: null,
  message,
})
export const unsent: GatewayError = { kind: 'unsent', reason: 'refused', phase: 'connect' }

export interface Deferred<Value> {
  readonly promise: Promise<Value>
  resolve(value: Value): void
}

export function deferred<Value>(): Deferred<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>()
  return { promise, resolve }
}

/** Lets every settled promise run its listeners; no time passes. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

export class FakeSettings implements SettingsStore {
  readonly values = new Map<string, unknown>()
  isBroken = false

  get(key: string): unknown {
    return this.values.get(key)
  }

  set(key: string, value: unknown): void {
    if (this.isBroken) throw new Error('the disk is full')
    this.values.set(key, JSON.parse(JSON.stringify(value)))
  }

  delete(key: string): void {
    if (this.isBroken) throw new Error('the disk is full')
    this.values.delete(key)
  }

  text(): string {
    return JSON.stringify([...this.values])
  }
}

/** Seals by turning the text into hexadecimal: reversible here, and a search finds no secret in it. */
export class FakeVault implements Vault {
  hasProtection = true
  isLocked = false
  /** Awaited by every sealing, so that a test can act in the middle of one. */
  beforeSeal: () => Promise<void> = () => Promise.resolve()

  isProtected(): Promise<boolean> {
    return Promise.resolve(this.hasProtection)
  }

  async seal(text: string): Promise<string> {
    await this.beforeSeal()
    if (this.isLocked) throw new Error(`cannot seal ${text}`)
    return Buffer.from(text).toString('hex')
  }

  open(sealed: string): Promise<string> {
    if (this.isLocked) return Promise.reject(new Error('the key store is locked'))
    return Promise.resolve(Buffer.from(sealed, 'hex').toString())
  }
}

export class FakeClock implements Clock {
  wallMs = 1_795_000_000_000
  monotonicMs = 1_000

  wallNowMs(): number {
    return this.wallMs
  }

  monotonicNowMs(): number {
    return this.monotonicMs
  }
}

export function fakeLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  return { lines, log: (...line) => void lines.push(JSON.stringify(line)) }
}

/** Cuts `rows` into pages as an honest service does (docs/service.md 2.4). */
export function pageOf<Row>(
  rows: readonly Row[],
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): Page<Row> {
  return {
    rows: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    totalCount: rows.length,
    hasNextPage: pageNumber * pageSize < rows.length,
    currentPage: pageNumber,
  }
}

export function terminal(recordId: number, more: Partial<Terminal> = {}): Terminal {
  return {
    recordId: String(recordId),
    merchantRecordId: String(900 + recordId),
    terminalId: `2070A${String(recordId).padStart(3, '0')}`,
    merchantId: 'M-1',
    accountNumber: '0123456789',
    accountName: 'ADE STORES',
    serialNumber: '',
    isActive: true,
    isReceivingPayment: true,
    feePercentageSource: '0.50',
    dateCreated: '2026-01-02T03:04:05.1234567',
    ...more,
  }
}

export function record(recordId: number, more: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    recordId: String(recordId),
    terminalRecordId: '1',
    terminalId: '2070A001',
    accountNumber: '0123456789',
    amount: '1500.50',
    amountSettled: '1493',
    feePercentage: '0.5',
    isPaid: true,
    datePaid: '2026-11-20T10:00:00.1234567',
    transactionId: `T-${recordId}`,
    serviceReference: `S-${recordId}`,
    timeReceived: '2026-11-20T09:59:59.9',
    ...noRecordTexts,
    ...more,
  }
}
