import { callError, type CallError } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { TerminalChangePage, TerminalChangeView } from '../../../shared/terminalChange.ts'
import {
  editProblems,
  givingUpProblems,
  registerProblems,
  trimmedEdit,
  trimmedRegister,
  type TerminalFieldError,
} from '../../../shared/terminalForm.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { Timers } from '../../ports.ts'
import type { Terminals } from '../terminals.ts'
import type { AskedAccount } from './changeLog.ts'
import { planRegister, type Plan } from './changePlan.ts'
import { createChangeRun, type ChangeRun, type ChangeRunOptions } from './changeRun.ts'
import { isSameTerminalId, namesOtherThan } from '../../../shared/terminal.ts'
import { isProof, notProven, planOnFreshRow, type Find } from './freshRow.ts'
import { maskedText } from './mask.ts'
import type { NameChecks, Vouched } from './nameCheck.ts'
import { createKeptNumbers } from './unmaskedAccounts.ts'
import { waitingManager, type Manager, type ManagerAsked } from './waitingManager.ts'
import { boundedName } from './changeEntries.ts'

type Told = Promise<Result<TerminalChangeView, CallError>>

/**
 * Registers and edits terminals: each change is sent once, and the bank's list is read afterwards. The list is read
 * before as well, which may take minutes; so the manager's presence is checked again right before each act.
 */
export interface TerminalChanges {
  register(request: Request<'terminals.register'>, manager: Manager): Told
  edit(request: Request<'terminals.edit'>, manager: Manager): Told
  /** Reads the list, and if that allows it, accepts the manager's word that it was never made, or stays as shown. */
  giveUp(request: Request<'terminals.giveUpChange'>, manager: Manager): Told
  page(query: Request<'terminals.changes'>): Promise<Result<TerminalChangePage, CallError>>
  /** Reads the list and compares again. It sends no change. */
  lookUp(changeId: string): Told
  /** The account that was asked for, of a terminal that the bank shows with another one since; else null. */
  askedAccount(terminalId: string): AskedAccount | null
  /** Call when another client signs in, or the client signs out: whole account numbers are forgotten. */
  clientChanged(): void
  /** Ends the readings and waits for the exchange in flight, which its time-out bounds. */
  stop(): Promise<void>
}

export interface TerminalChangesOptions extends Pick<
  ChangeRunOptions,
  'bank' | 'book' | 'payouts' | 'random'
> {
  readonly terminals: Pick<Terminals, 'find' | 'viewOf' | 'merchants'>
  readonly nameChecks: Pick<NameChecks, 'vouched'>
  readonly storage: { readonly isReadOnly: () => boolean; readonly reopenNow: () => boolean }
  readonly destination: () => Destination | null
  /** The profile's. */
  readonly accountPattern: string
  readonly timers: Timers
}

export function createTerminalChanges(options: TerminalChangesOptions): TerminalChanges {
  const { bank, terminals, book, storage, destination, timers } = options
  const stopping = new AbortController()
  /** One at a time: during a change the list does not show the final state. */
  let underWay: Promise<unknown> | null = null
  const lookUps = new Map<string, Told>()
  const numbers = createKeptNumbers(() => destination()?.clientId ?? null)

  async function alone(manager: Manager, work: (refusal: ManagerAsked) => Told): Told {
    if (underWay !== null || stopping.signal.aborted) return callError('notAllowed', { reason: 'underWay' })
    const waiting = waitingManager(manager, timers)
    const working = work(waiting.refusal)
    underWay = working
    try {
      return await working
    } finally {
      underWay = null
      waiting.end()
    }
  }

  /** The client of the change, once the file accepts writes. */
  function ready(): Result<Destination, CallError> {
    const owner = destination()
    if (owner === null || bank.generation() === null) return callError('notSignedIn')
    if (storage.isReadOnly()) return callError('readOnly')
    if (!storage.reopenNow()) return callError('notSaved')
    book.writeLate()
    return ok(owner)
  }

  const find: Find = (isIt, recordId) => terminals.find(isIt, { recordId, signal: stopping.signal })
  const run = createChangeRun({ ...options, find, numbers, isStopping: () => stopping.signal.aborted })

  async function lookUpOnce(changeId: string): Told {
    const owner = ready()
    if (!owner.ok) return owner
    const change = await run.looked(owner.value, changeId)
    return change.ok ? ok(book.view(change.value)) : change
  }

  const acts = createActs({ ...options, ...run, find, ready })

  return {
    register: (request, manager) => alone(manager, (refusal) => acts.register(request, refusal)),
    edit: (request, manager) => alone(manager, (refusal) => acts.edit(request, refusal)),
    giveUp: (request, manager) => alone(manager, (refusal) => acts.giveUp(request, refusal)),

    page: async (query) => {
      book.writeLate()
      const owner = destination()
      return ok(owner === null ? { rows: [], total: 0, openCount: 0 } : book.page(owner, query))
    },

    lookUp: (changeId) => {
      const looking =
        lookUps.get(changeId) ?? lookUpOnce(changeId).finally(() => void lookUps.delete(changeId))
      lookUps.set(changeId, looking)
      return looking
    },

    askedAccount: (terminalId) => {
      const owner = destination()
      return owner === null ? null : book.askedAccount(owner, terminalId)
    },

    clientChanged: () => numbers.clientChanged(),

    stop: async () => {
      stopping.abort()
      await Promise.allSettled([underWay, ...lookUps.values()])
    },
  }
}

interface ActsOptions
  extends Pick<TerminalChangesOptions, 'terminals' | 'nameChecks' | 'book' | 'accountPattern'>, ChangeRun {
  readonly find: Find
  readonly ready: () => Result<Destination, CallError>
}

/** What a manager may ask for. Each is refused, or done once. */
function createActs({
  terminals,
  nameChecks,
  book,
  carryOut,
  earlierOpen,
  looked,
  find,
  ready,
  accountPattern,
}: ActsOptions) {
  /**
   * Sends a plan, and keeps with it the names that its merchant's terminals pay to by the list that was just read: once
   * the change is made, the list shows them no more.
   */
  const send = async (
    owner: Destination,
    plan: Plan,
    hindrance: () => Result<never, CallError> | undefined,
  ): Told => carryOut(owner, plan, await otherNamesOf(plan, terminals), hindrance)

  return {
    register: async (
      { form: entered, checkId }: Request<'terminals.register'>,
      refusal: ManagerAsked,
    ): Told => {
      const form = trimmedRegister(entered)
      const problems = registerProblems(form, accountPattern)
      if (problems.length > 0) return invalid(problems)
      const owner = ready()
      if (!owner.ok) return owner
      const { accountNumber, terminalId } = form
      const earlier = earlierOpen(owner.value, { terminalId, recordId: null })
      if (earlier !== undefined) return earlier
      const vouched = nameChecks.vouched(checkId, accountNumber)
      if (vouched === undefined) return callError('nameNotChecked')
      const read = await find((terminal) => isSameTerminalId(terminal.terminalId, terminalId), null)
      if (read === 'notSignedIn') return callError('notSignedIn')
      if (read.terminal !== null) return invalid([{ field: 'terminalId', problem: 'alreadyRegistered' }])
      // An incomplete list does not show whether it is registered already, nor does a row that may be this one.
      if (!isProof(read, terminalId)) return notProven(read)
      return send(
        owner.value,
        planRegister(form, vouched),
        () => refusal() ?? tooOld(nameChecks.vouched(checkId, accountNumber)),
      )
    },

    edit: async ({ form: entered, checkId }: Request<'terminals.edit'>, refusal: ManagerAsked): Told => {
      const form = trimmedEdit(entered)
      const problems = editProblems(form, accountPattern)
      // The serial number is checked against the bank's own, once that is known.
      if (problems.some(({ field }) => field !== 'serialNumber')) return invalid(problems)
      const owner = ready()
      if (!owner.ok) return owner
      // By the record alone; checked again below with its terminal ID from the bank's list.
      const earlier = earlierOpen(owner.value, { terminalId: '', recordId: form.recordId })
      if (earlier !== undefined) return earlier
      const vouch = (): Vouched | null | undefined =>
        form.accountNumber === '' ? null : nameChecks.vouched(checkId, form.accountNumber)
      const vouched = vouch()
      if (vouched === undefined) return callError('nameNotChecked')
      const plan = await planOnFreshRow(form, vouched, { find, viewOf: terminals.viewOf })
      return plan.ok ? send(owner.value, plan.value, () => refusal() ?? tooOld(vouch())) : plan
    },

    giveUp: async (
      { changeId, how, by, note }: Request<'terminals.giveUpChange'>,
      refusal: ManagerAsked,
    ): Told => {
      const said = { by: by.trim(), note: note.trim() }
      const problems = givingUpProblems(said)
      if (problems.length > 0) return invalid(problems)
      const owner = ready()
      if (!owner.ok) return owner
      const before = book.find(owner.value, changeId)
      if (before !== undefined && !book.view(before).isOpen) return settled
      const change = await looked(owner.value, changeId)
      if (!change.ok) return change
      const refused = refusal()
      if (refused !== undefined) return refused
      const { isOpen, readBack } = book.view(change.value)
      if (!isOpen || (how === 'asShown' && readBack?.outcome !== 'differs')) return settled
      const given = book.giveUp(change.value, { how, by: maskedText(said.by), note: maskedText(said.note) })
      return given === null ? callError('notSaved') : ok(book.view(given))
    },
  }
}

const settled = callError('notAllowed', { reason: 'settled' })

/** A name check lasts some minutes, and reading the list may take longer. */
function tooOld(vouched: Vouched | null | undefined): Result<never, CallError> | undefined {
  return vouched === undefined ? callError('nameNotChecked') : undefined
}

function invalid(fields: readonly TerminalFieldError[]): Result<never, CallError> {
  return callError('invalid', { fields: [...fields] })
}

/**
 * The names that the merchant's terminals pay to, where none of them is the account's.
 * @returns empty where one is, or where the change leaves account and merchant as they are
 */
async function otherNamesOf(
  { asked: { from, to, nameCheckedAtMs } }: Plan,
  terminals: Pick<Terminals, 'merchants'>,
): Promise<readonly string[]> {
  const isMoved = from !== null && from.merchantRecordId !== to.merchantRecordId
  if (to.accountName === null || (nameCheckedAtMs === null && !isMoved)) return []
  const page = await terminals.merchants({
    search: to.merchantId ?? '',
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
  })
  const rows = page.ok ? page.value.rows : []
  const merchant = rows.find(({ merchantRecordId, merchantId, recordCount }) =>
    to.merchantRecordId === null
      ? merchantId === to.merchantId && recordCount === 1
      : merchantRecordId === to.merchantRecordId,
  )
  return namesOtherThan(to.accountName, merchant ?? null).map(boundedName)
}
