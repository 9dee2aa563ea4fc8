import type { CallError } from '../../shared/callError.ts'
import { callError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import type { PaperSize, PrintOutcome, SendOutcome } from '../../shared/paper.ts'
import type { RecordByReferenceView, RecordView } from '../../shared/record.ts'
import type { ExportView } from '../../shared/report.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleDetail } from '../../shared/sale.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Clock, FileContent, Files, Log, Papers } from '../ports.ts'
import type { RecordReadStore } from '../records/recordReadStore.ts'
import { fileName } from '../reports/report.ts'
import { inBreaths, type Breathe } from '../work/slices.ts'
import { escPosBytes } from './escPos.ts'

/** What leaves the counter on paper or as evidence. It moves no money and decides nothing. */
export interface PaperRoom {
  /** @param name what the paper is, as the first part of the file's name */
  pdf(name: string): Promise<Result<ExportView, CallError>>
  /** @param receiptOf the sale whose history says that its receipt was printed; null for any other paper */
  print(size: PaperSize, receiptOf: string | null): Promise<{ readonly outcome: PrintOutcome }>
  /** Sends a paper to the receipt printer of the settings. */
  send(request: Request<'paper.send'>): Promise<{ readonly outcome: SendOutcome }>
  /** Everything about a sale, as JSON. */
  sale(transactionId: string): Promise<Result<ExportView, CallError>>
  /** What this counter knows of a sale, and what the bank said of it and when; the bank is not asked. */
  known(transactionId: string): object
}

export interface PaperRoomOptions {
  readonly papers: Papers
  readonly files: Files
  readonly profile: Pick<Profile, 'name' | 'environment'>
  readonly version: string
  readonly destination: () => Destination | null
  readonly detail: (transactionId: string) => Result<SaleDetail, CallError>
  readonly lookUp: (transactionId: string) => Promise<Result<RecordByReferenceView, CallError>>
  readonly kept: Pick<RecordReadStore, 'ofReference' | 'versions'>
  /** Of the settings; empty for none. */
  readonly printer: () => string
  readonly onReceipt: (transactionId: string) => void
  readonly clock: Clock
  readonly breathe: Breathe
  readonly log: Log
}

/** A reference may have any length and any characters. */
const NAME_MAX = 60

export function createPaperRoom(options: PaperRoomOptions): PaperRoom {
  const { papers, files, profile, clock, kept, log } = options

  async function save(
    kind: string,
    ending: string,
    content: FileContent,
  ): Promise<Result<ExportView, CallError>> {
    const plain = kind.replaceAll(/[^A-Za-z0-9.-]+/gu, '-').slice(0, NAME_MAX)
    const head = { environment: profile.environment, profileName: profile.name, madeAtMs: clock.wallNowMs() }
    const saved = await files.save(`${fileName(plain, head)}.${ending}`, content)
    return saved.ok
      ? ok({ file: saved.value, rowCount: 1 })
      : callError('fileNotWritten', { reason: saved.error })
  }

  /** Every version of what the bank said under the reference, the oldest first. */
  function keptOf(owner: Destination, transactionId: string): readonly KeptSaying[] {
    return (kept.ofReference(owner, transactionId) ?? []).flatMap(({ row, lackedAtMs }) =>
      (kept.versions(row) ?? []).map(({ view, readAtMs }) => ({ readAtMs, record: view, lackedAtMs })),
    )
  }

  /** @param detail a record that another till made has no sale here */
  function knownWith(detail: Result<SaleDetail, CallError>, transactionId: string): object {
    const owner = options.destination()
    return {
      ...(detail.ok ? detail.value : { sale: null }),
      bankSaidEarlier: owner === null ? [] : keptOf(owner, transactionId),
    }
  }

  return {
    known: (transactionId) => ({ transactionId, ...knownWith(options.detail(transactionId), transactionId) }),
    pdf: async (name) => {
      let bytes: Uint8Array
      try {
        bytes = await papers.pdf()
      } catch (error) {
        log('error', 'paper.notMade', { name: error instanceof Error ? error.name : 'unknown' })
        return callError('fileNotWritten', { reason: 'other' })
      }
      return save(name, 'pdf', only(withoutClock(bytes)))
    },
    print: async (size, receiptOf) => {
      const outcome = await papers.print(size)
      if (outcome === 'sent' && receiptOf !== null) options.onReceipt(receiptOf)
      return { outcome }
    },
    send: async ({ width, lines, receiptOf }) => {
      const address = options.printer()
      if (address === '') return { outcome: 'noPrinter' }
      const outcome = await papers.send(
        address,
        await inBreaths(escPosBytes(width, lines), options.breathe, clock),
      )
      if (outcome !== 'sent') log('warn', 'paper.notSent', { name: outcome })
      if (outcome === 'sent' && receiptOf !== null) options.onReceipt(receiptOf)
      return { outcome }
    },
    sale: async (transactionId) => {
      if (options.destination() === null) return callError('notSignedIn')
      const asked = await options.lookUp(transactionId)
      const detail = options.detail(transactionId)
      if (!detail.ok && detail.error.code !== 'notFound') return detail
      const everything = {
        what: 'Everything that this counter knows about a sale',
        tillside: options.version,
        environment: profile.environment,
        profile: profile.name,
        /** ISO 8601, by this computer's clock, like every `…AtMs` (milliseconds since 1970). */
        madeAt: new Date(clock.wallNowMs()).toISOString(),
        askedAnew: asked.ok
          ? { atMs: asked.value.readAtMs, record: asked.value.record, bankSaid: asked.value.bankMessage }
          : { notAnswered: asked.error.code },
        ...knownWith(detail, transactionId),
      }
      return save(`sale-${transactionId}`, 'json', `${JSON.stringify(everything, null, 2)}\n`)
    },
  }
}

interface KeptSaying {
  readonly readAtMs: number
  readonly record: RecordView
  /** A newer complete list lacked the record. */
  readonly lackedAtMs: number | null
}

/** A PDF names the second it was made in. Without it a paper of the same facts is the same bytes. */
export function withoutClock(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1')
  return Buffer.from(
    text.replaceAll(/(?<=\/(?:Creation|Mod)Date \(D:)[0-9]{14}/gu, '20000101000000'),
    'latin1',
  )
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
