import path from 'node:path'
import { callError, type CallError } from '../../shared/callError.ts'
import { type DisputeFile, type DisputeView, reasonWords } from '../../shared/dispute.ts'
import type { ExportView } from '../../shared/report.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Cancel, Files, Papers, PickedFiles, Timers } from '../ports.ts'
import { withoutClock } from '../paper/paperRoom.ts'
import { fileName, partOfName } from '../reports/report.ts'
import { zipped } from '../reports/zipFile.ts'
import { inBreaths, type Breathe } from '../work/slices.ts'
import { createAttachments } from '../storage/attachments.ts'
import type { CounterKey } from './counterKey.ts'
import { createDisputes, type Disputes, type DisputesOptions, dueDisputes } from './disputes.ts'
import { packParts } from './pack.ts'

/** Cases with the bank, their files, and the packs that prove them. */
export interface DisputeRoom extends Omit<Disputes, 'keepStep'> {
  /** Null: the person closed the dialog. */
  attach(disputeId: string): Promise<Result<DisputeView | null, CallError>>
  /** With the paper that the screen has laid out. */
  pack(disputeId: string): Promise<Result<ExportView, CallError>>
  /** Looks from time to time whether another day has begun. */
  start(): void
  stop(): void
}

export interface DisputeRoomOptions extends DisputesOptions {
  readonly dataDir: string
  readonly version: string
  readonly profile: { readonly name: string; readonly environment: 'live' | 'practice' }
  readonly files: Pick<Files, 'save'>
  readonly pickedFiles: PickedFiles
  readonly papers: Pick<Papers, 'pdf'>
  readonly timers: Timers
  readonly breathe: Breathe
  readonly counterKey: () => Promise<CounterKey | null>
  /** What this counter knows of a sale, and what the bank said of it. */
  readonly known: (transactionId: string) => object
}

const LOOK_MS = 60_000

export function createDisputeRoom(options: DisputeRoomOptions): DisputeRoom {
  const { store, destination, profile, clock, log, timers, breathe } = options
  const disputes = createDisputes(options)
  const attachments = createAttachments(options.dataDir)
  let cancel: Cancel | null = null
  let seen = 0

  function look(): void {
    try {
      const now = dueDisputes(store, destination(), options.today(), options.calendar())
      if (now !== seen) options.onChange()
      seen = now
    } catch {
      // An unreadable file has an event of its own.
    }
    cancel = timers.after(LOOK_MS, look)
  }

  /** Sentences for the e-mail that takes the pack to the bank. */
  function messageOf({ about, reason, atStake, caseNumber, answerBy }: DisputeView, key: CounterKey): string {
    const [first] = about
    const what =
      about.length === 1
        ? `The sale ${first?.transactionId} of NGN ${first?.amount} at terminal ${first?.terminalId}`
        : `These ${about.length} sales, the first of them ${first?.transactionId} at terminal ${first?.terminalId},`
    const practice =
      profile.environment === 'practice' ? 'PRACTICE: nothing in this message is real.\n\n' : ''
    const number = caseNumber === '' ? '' : ` under your case number ${caseNumber}`
    const by = answerBy === '' ? '' : ` by ${answerBy}`
    return `${practice}${what} ${about.length === 1 ? 'is' : 'are'} in dispute: ${reasonWords[reason].toLowerCase()}, with NGN ${atStake} at stake. Please look into it${number} and answer${by}. The attached pack has the paper, what your service answered and when, and the part of our records that proves it; verify.html checks it, and our counter's key begins with ${key.fingerprint.slice(0, 32)}.\n`
  }

  return {
    ...disputes,
    attach: async (disputeId) => {
      const before = disputes.get(disputeId)
      if (!before.ok) return before
      const file = await options.pickedFiles.ask(null)
      if (file === null) return ok(null)
      const kept = await attachments.keep(path.basename(file), options.pickedFiles.read(file))
      if (!kept.ok) {
        return kept.error === 'tooLarge' || kept.error === 'unread'
          ? callError('invalid', { fields: [{ field: 'file', problem: kept.error }] })
          : callError('fileNotWritten', { reason: kept.error })
      }
      return disputes.keepStep(disputeId, { kind: 'attached', text: '', file: kept.value })
    },

    pack: async (disputeId) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const found = disputes.get(disputeId)
      if (!found.ok) return found
      const dispute = found.value
      const key = await options.counterKey()
      if (key === null) return callError('notAllowed', { reason: 'noKeyStore' })
      let paper: Uint8Array
      try {
        paper = withoutClock(await options.papers.pdf())
      } catch {
        log('error', 'disputes.paperNotMade')
        return callError('fileNotWritten', { reason: 'other' })
      }
      const files: { file: DisputeFile; bytes: Uint8Array }[] = []
      for (const { file } of dispute.steps) {
        if (file === null) continue
        const bytes = attachments.read(file)
        if (bytes === null) return callError('invalid', { fields: [{ field: file.name, problem: 'gone' }] })
        files.push({ file, bytes })
      }
      const head = {
        environment: profile.environment,
        profileName: profile.name,
        madeAtMs: clock.wallNowMs(),
      }
      const audit = await inBreaths(store.proof(owner, dispute, key.fingerprint), breathe, clock)
      const packing = packParts(
        {
          tillside: options.version,
          environment: profile.environment,
          profile: profile.name,
          madeAtMs: head.madeAtMs,
          dispute,
          sales: dispute.about.map(({ transactionId }) => options.known(transactionId)),
          audit,
          paper,
          message: messageOf(dispute, key),
          files,
        },
        key,
      )
      const parts = await inBreaths(packing, breathe, clock)
      const saved = await options.files.save(
        `${fileName(`dispute-${partOfName(dispute.about[0]?.transactionId ?? '')}`, head)}.zip`,
        zipped(parts),
      )
      if (!saved.ok) return callError('fileNotWritten', { reason: saved.error })
      if (saved.value !== null) {
        const kept = disputes.keepStep(disputeId, { kind: 'packed', text: '', file: null })
        if (!kept.ok) return kept
      }
      return ok({ file: saved.value, rowCount: parts.length })
    },

    start: look,
    stop: () => cancel?.(),
  }
}
