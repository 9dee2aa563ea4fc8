import { callError, type CallError } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import { noPayouts, type PayoutWatchView, payoutFields } from '../../../shared/payout.ts'
import type { Cashier } from '../../../shared/people.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { parseServiceTime, serviceTimeToMs } from '../../../shared/serviceTime.ts'
import type { ServiceZone } from '../../../shared/serviceZone.ts'
import type { TerminalView } from '../../../shared/terminal.ts'
import { givingUpProblems } from '../../../shared/terminalForm.ts'
import type { Terminal, TransactionRecord } from '../../gateway/answer.ts'
import { mayBePage } from '../../gateway/pagedReader.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { Clock, Log, SettingsStore } from '../../ports.ts'
import type { MacKey } from '../../session/macKey.ts'
import type { AnswerListener } from '../../session/heard.ts'
import type { Database } from '../../storage/database.ts'
import { maskedText } from '../changes/mask.ts'
import type { Plan } from '../changes/changePlan.ts'
import { createClientPayouts, type ClientPayouts } from './clientPayouts.ts'
import {
  createMarks,
  valuesOfView,
  type Account,
  isSameIn,
  UNKNOWN,
  type Explanation,
  type Marks,
  type Values,
} from './payoutState.ts'
import { PayoutStore } from './payoutStore.ts'
import { openCount, payoutView } from './payoutView.ts'
import type { TerminalSide } from '../../../shared/terminalChange.ts'

/**
 * Watches where the money of this counter's terminals goes: account, merchant and flags, in every answer of the bank
 * (docs/decisions/0032). A change that no edit from here explains waits for a manager.
 */
export interface PayoutWatch {
  view(): PayoutWatchView
  /** Changes of the signed-in client that wait for a manager. */
  openCount(): number
  /** Hears every terminal and every record that an answer shows. */
  readonly listener: AnswerListener
  /** The client's own terminal. @param shown its row in a list of this run; null if there is none */
  follow(clientId: string, terminalId: string, shown: TerminalView | null): void
  /** A complete list was read. */
  listed(clientId: string, isThere: (terminalId: string) => boolean): void
  /** Before a change is sent from here. */
  asked(changeId: string, owner: Destination, plan: Plan): void
  ended(changeId: string, owner: Destination, state: 'done' | 'refused' | 'unsent' | 'unknown'): void
  /** The list has shown a change as asked for. */
  seen(changeId: string, owner: Destination): void
  acknowledge(
    request: Request<'terminals.acknowledgePayout'>,
    cashier: Cashier | null,
  ): Result<PayoutWatchView, CallError>
  /** Call when the session changes. */
  clientChanged(): void
}

export interface PayoutWatchOptions {
  readonly key: MacKey
  readonly database: Database
  readonly isReadOnly: () => boolean
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly clockAheadMs: () => number | null
  readonly zone: ServiceZone
  readonly log: Log
  readonly destination: () => Destination | null
  /** The screen shows something else now. */
  readonly onChange: () => void
}

export function createPayoutWatch(options: PayoutWatchOptions): PayoutWatch {
  const { key, clock, zone, log, destination, onChange } = options
  const marks = createMarks(key)
  const clients = new Map<string, ClientPayouts>()
  let questions = 0
  let isKeyReady = false
  let shownTo = destination()?.clientId ?? null

  function of(owner: Destination): ClientPayouts {
    const known = clients.get(owner.clientId)
    if (known !== undefined) return known
    const made = createClientPayouts({
      store: new PayoutStore(options, owner),
      isReadOnly: options.isReadOnly,
      isKeyKept: key.isKept,
      questions: () => questions,
      now: () => {
        const nowMs = clock.wallNowMs()
        return { nowMs, bankNowMs: nowMs - (options.clockAheadMs() ?? 0) }
      },
    })
    clients.set(owner.clientId, made)
    return made
  }

  const current = (): ClientPayouts | null => {
    const owner = destination()
    return owner === null ? null : of(owner)
  }

  /** Fingerprints need the key, whose store may ask its owner first. */
  function withKey(act: () => boolean): void {
    const run = (): void => {
      if (act()) onChange()
    }
    if (isKeyReady) return run()
    void key.ready().then(() => {
      isKeyReady = true
      run()
      if (!key.isKept()) onChange()
    })
  }

  function rowsShown(owner: Destination, rows: readonly Terminal[], question: number): void {
    withKey(() => {
      const own = of(owner)
      own.writeLate()
      let isOther = false
      for (const terminal of rows) {
        isOther = own.row(terminal.terminalId, question, () => marks.of(terminal)) || isOther
      }
      if (isOther) log('info', 'payouts.changed', { open: openCount(own.state().terminals) })
      return isOther
    })
  }

  function recordsShown(owner: Destination | null, records: readonly TransactionRecord[]): void {
    if (owner === null || records.length === 0) return
    withKey(() => {
      const own = of(owner)
      own.writeLate()
      /** Most records of an answer have one account. */
      const accounts = new Map<string, Account>()
      let isOther = false
      for (const record of records) {
        const { terminalId, accountNumber } = record
        if (!own.isWatched(terminalId)) continue
        const account = accounts.get(accountNumber) ?? marks.account(accountNumber)
        accounts.set(accountNumber, account)
        isOther = own.record({ terminalId, account, receivedMs: receivedMs(record) }) || isOther
      }
      return isOther
    })
  }

  function receivedMs({ timeReceived }: TransactionRecord): number | undefined {
    const time = parseServiceTime(timeReceived)
    if (time === undefined) return undefined
    const asUtc = serviceTimeToMs(time, 0)
    return serviceTimeToMs(time, zone.offsetMinutes(asUtc))
  }

  return {
    view: () => {
      const own = current()
      return own === null ? noPayouts : payoutView(own.state(), !isKeyReady || key.isKept())
    },
    openCount: () => openCount(current()?.state().terminals ?? []),

    listener: {
      name: 'payouts',
      terminals: ({ pageNumber }) => {
        const owner = destination()
        questions += 1
        const question = questions
        return ({ result }) => {
          if (owner === null || !result.ok || !mayBePage(result.value, pageNumber)) return
          rowsShown(owner, result.value.rows, question)
        }
      },
      reference: () => {
        const owner = destination()
        return ({ result }) => {
          if (result.ok) recordsShown(owner, [result.value])
        }
      },
      records: () => {
        const owner = destination()
        return ({ result }) => {
          if (result.ok) recordsShown(owner, result.value.rows)
        }
      },
    },

    follow: (clientId, terminalId, shown) => {
      const owner = destination()
      if (owner?.clientId === clientId)
        of(owner).follow(terminalId, shown === null ? null : valuesOfView(shown))
    },

    listed: (clientId, isThere) => {
      const owner = destination()
      if (owner?.clientId === clientId && of(owner).listed(isThere)) onChange()
    },

    asked: (changeId, owner, plan) => of(owner).ask(explanationOf(changeId, plan, marks)),
    ended: (changeId, owner, state) => {
      if (of(owner).end(changeId, state === 'done' || state === 'unknown')) onChange()
    },
    seen: (changeId, owner) => of(owner).seen(changeId),

    acknowledge: ({ terminalId, seen, by, note }, cashier) => {
      const said = { by: by.trim(), note: note.trim() }
      const fields = givingUpProblems(said)
      if (fields.length > 0) return callError('invalid', { fields: [...fields] })
      const own = current()
      if (own === null) return callError('notSignedIn')
      if (options.isReadOnly()) return callError('readOnly')
      const masked = { by: maskedText(said.by), note: maskedText(said.note) }
      const done = own.acknowledge(terminalId, seen, masked, cashier)
      if (done === 'changed') return callError('changedMeanwhile', { what: 'terminal' })
      if (done === 'notFound') return callError('notFound')
      if (done === 'notSaved') return callError('notSaved')
      log('info', 'payouts.acknowledged')
      onChange()
      return ok(payoutView(own.state(), key.isKept()))
    },

    clientChanged: () => {
      const clientId = destination()?.clientId ?? null
      if (clientId === shownTo) return
      for (const [id, own] of clients) if (id === shownTo) own.left()
      shownTo = clientId
    },
  }
}

type Side = Pick<TerminalSide, 'merchantRecordId' | 'merchantId' | 'isReceivingPayment' | 'isActive'>

/** What a change that is about to be sent will explain: exactly the values that it asks for. */
function explanationOf(
  changeId: string,
  { asked, numbers }: Plan,
  marks: Pick<Marks, 'account'>,
): Explanation {
  const { kind, terminalId, recordId, from, to } = asked
  const before =
    from === null || numbers.from === null ? null : valuesOf(kind, from, marks.account(numbers.from))
  const after = valuesOf(kind, to, marks.account(numbers.to))
  const fields = payoutFields.filter((field) => before === null || !isSameIn(field, before, after))
  return { changeId, terminalId, recordId, fields, from: before ?? UNKNOWN, to: after }
}

/** An edit names the merchant by its record, a registration by its ID (docs/service.md 4.3, 4.4). */
function valuesOf(kind: 'register' | 'edit', side: Side, account: Account): Values {
  const { merchantRecordId, merchantId, isActive, isReceivingPayment } = side
  return {
    account,
    merchant: kind === 'edit' ? { recordId: merchantRecordId, id: null } : { recordId: null, id: merchantId },
    isActive,
    isReceivingPayment,
  }
}
