import { callError, type CallError } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import { assertNever, ok, type Result } from '../../../shared/result.ts'
import type { TerminalChangePage, TerminalChangeView } from '../../../shared/terminalChange.ts'
import {
  editProblems,
  givingUpProblems,
  registerProblems,
  trimmedEdit,
  trimmedRegister,
  type TerminalFieldError,
} from '../../../shared/terminalForm.ts'
import type { Answer, Terminal, TerminalSaved } from '../../gateway/answer.ts'
import type { Destination } from '../../outbox/rules/saleRow.ts'
import type { Random, Timers } from '../../ports.ts'
import type { SignedInApi } from '../../session/signedInApi.ts'
import type { TerminalFound, Terminals } from '../terminals.ts'
import type { ChangeLog } from './changeLog.ts'
import type { Change } from './changeEntries.ts'
import { judgeChange, planRegister, type Plan } from './changePlan.ts'
import { compare, isSameTerminalId, sideOf, type TerminalKey, type WholeNumbers } from './comparison.ts'
import { isProof, notProven, planOnFreshRow } from './freshRow.ts'
import { maskedText } from './mask.ts'
import type { NameChecks, Vouched } from './nameCheck.ts'
import { createKeptNumbers } from './unmaskedAccounts.ts'
import { waitingManager, type Manager, type ManagerAsked } from './waitingManager.ts'

type Told = Promise<Result<TerminalChangeView, CallError>>

/**
 * Registers and edits terminals: each change is sent once, and the bank's list is read afterwards. The list is read
 * before as well, which may take minutes; so the manager's presence is checked again right before each act.
 */
export interface TerminalChanges {
  register(request: Request<'terminals.register'>, manager: Manager): Told
  edit(request: Request<'terminals.edit'>, manager: Manager): Told
  /** Reads the list, and if that does not show the change, accepts the manager's word that it was never made. */
  giveUp(request: Request<'terminals.giveUpChange'>, manager: Manager): Told
  page(query: Request<'terminals.changes'>): Promise<Result<TerminalChangePage, CallError>>
  /** Reads the list and compares again. It sends no change. */
  lookUp(changeId: string): Told
  /** Call when another client signs in, or the client signs out: whole account numbers are forgotten. */
  clientChanged(): void
  /** Ends the readings and waits for the exchange in flight, which its time-out bounds. */
  stop(): Promise<void>
}

export interface TerminalChangesOptions {
  readonly bank: Pick<SignedInApi, 'generation' | 'createTerminal' | 'editTerminal'>
  readonly terminals: Pick<Terminals, 'find' | 'viewOf'>
  readonly nameChecks: Pick<NameChecks, 'vouched'>
  readonly book: ChangeLog
  readonly storage: { readonly isReadOnly: () => boolean; readonly reopenNow: () => boolean }
  readonly destination: () => Destination | null
  readonly random: Pick<Random, 'bytes'>
  readonly timers: Timers
}

const CHANGE_ID_BYTES = 16

export function createTerminalChanges(options: TerminalChangesOptions): TerminalChanges {
  const { bank, terminals, nameChecks, book, storage, destination, random, timers } = options
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
  async function ready(): Promise<Result<Destination, CallError>> {
    const owner = destination()
    if (owner === null || bank.generation() === null) return callError('notSignedIn')
    if (storage.isReadOnly()) return callError('readOnly')
    if (!storage.reopenNow()) return callError('notSaved')
    book.writeLate()
    return ok(owner)
  }

  function find(
    isIt: (terminal: Terminal) => boolean,
    recordId: number | null,
  ): Promise<TerminalFound | 'notSignedIn'> {
    return terminals.find(isIt, { recordId, signal: stopping.signal })
  }

  /**
   * One wire attempt, and never another, with any result.
   * @param hindrance why the bank may not be asked after all, now that its list was read
   */
  async function carryOut(
    owner: Destination,
    plan: Plan,
    hindrance: () => Result<never, CallError> | undefined,
  ): Told {
    book.writeLate()
    // All of it and the entry come without a pause in between: nothing leaves under another client's token, or for
    // a manager who has gone.
    const generation = bank.generation()
    if (generation === null || !book.isOwn(owner) || stopping.signal.aborted) return callError('notSignedIn')
    const hindered = hindrance() ?? earlierOpen(owner, plan.asked)
    if (hindered !== undefined) return hindered
    const { environment, partnerUrl, clientId } = owner
    const changeId = Buffer.from(random.bytes(CHANGE_ID_BYTES)).toString('hex')
    const asking = book.ask({ changeId, environment, partnerUrl, clientId, ...plan.asked })
    if (asking === null) return callError('notSaved')
    numbers.keep(changeId, plan.numbers)
    const ended = book.end(asking, judgeChange(await send(generation, plan), plan.numbers))
    const read = ended.ended?.entry.state === 'unsent' ? null : await compared(owner, ended, plan.numbers)
    return book.isOwn(owner)
      ? ok(book.view(read?.change ?? ended))
      : callError('notSignedIn', { reason: 'overtaken' })
  }

  function send(generation: number, { body }: Plan): Promise<Answer<TerminalSaved>> {
    switch (body.kind) {
      case 'register':
        return bank.createTerminal(generation, body.terminal)
      case 'edit':
        return bank.editTerminal(generation, body.terminal)
      default:
        return assertNever(body, 'change')
    }
  }

  /** @returns null if this client can no longer ask, so that nothing was read */
  async function compared(
    owner: Destination,
    change: Change,
    known: WholeNumbers | null,
    isKept: (read: TerminalFound) => boolean = () => true,
  ): Promise<{ readonly change: Change; readonly read: TerminalFound } | null> {
    const { kind, terminalId, from, to, recordId } = change.asked.entry
    const isIt = (terminal: Terminal): boolean =>
      kind === 'edit' ? terminal.recordId === recordId : isSameTerminalId(terminal.terminalId, terminalId)
    const read = await find(isIt, recordId ?? change.ended?.entry.recordId ?? null)
    if (read === 'notSignedIn' || !book.isOwn(owner)) return null
    if (!isKept(read)) return { change, read }
    const { terminal, incompleteReason } = read
    const shown =
      terminal === null
        ? {
            outcome: incompleteReason === null ? ('notThere' as const) : ('incomplete' as const),
            differences: [],
            isByEnding: false,
          }
        : compare({ kind, from, to, numbers: known }, terminal)
    return {
      read,
      change: book.compare(change, {
        ...shown,
        incompleteReason,
        recordId: terminal?.recordId ?? null,
        found: terminal === null ? null : sideOf(terminal),
      }),
    }
  }

  function earlierOpen(
    owner: Destination,
    { terminalId, recordId }: TerminalKey,
  ): Result<never, CallError> | undefined {
    const isOpen = book.isOpenFor(owner, { terminalId, recordId })
    return isOpen ? callError('notAllowed', { reason: 'earlierOpen' }) : undefined
  }

  /** The change as the bank's list shows it now. */
  async function looked(owner: Destination, changeId: string): Promise<Result<Change, CallError>> {
    const change = book.find(owner, changeId)
    if (change === undefined) return callError('notFound')
    const { state } = book.view(change)
    // A change that never left cannot be seen; a match in the list would be another one's.
    if (state === 'asking' || state === 'unsent')
      return callError('notAllowed', { reason: 'changeState', state })
    // An incomplete list does not revoke what an earlier one has shown.
    const isKept = (read: TerminalFound): boolean => isProof(read)
    const now = await compared(owner, change, numbers.of(changeId), isKept)
    if (now === null) return callError('notSignedIn')
    return isProof(now.read) ? ok(now.change) : notProven(now.read)
  }

  async function lookUpOnce(changeId: string): Told {
    const owner = await ready()
    if (!owner.ok) return owner
    const change = await looked(owner.value, changeId)
    return change.ok ? ok(book.view(change.value)) : change
  }

  return {
    register: ({ form: entered, checkId }, manager) =>
      alone(manager, async (refusal) => {
        const form = trimmedRegister(entered)
        const problems = registerProblems(form)
        if (problems.length > 0) return invalid(problems)
        const owner = await ready()
        if (!owner.ok) return owner
        const { accountNumber, terminalId } = form
        const earlier = earlierOpen(owner.value, { terminalId, recordId: null })
        if (earlier !== undefined) return earlier
        const vouched = nameChecks.vouched(checkId, accountNumber)
        if (vouched === undefined) return callError('nameNotChecked')
        const read = await find((terminal) => isSameTerminalId(terminal.terminalId, terminalId), null)
        if (read === 'notSignedIn') return callError('notSignedIn')
        if (read.terminal !== null) return invalid([{ field: 'terminalId', problem: 'alreadyRegistered' }])
        // An incomplete list does not show whether it is registered already.
        if (!isProof(read)) return notProven(read)
        return carryOut(
          owner.value,
          planRegister(form, vouched),
          () => refusal() ?? tooOld(nameChecks.vouched(checkId, accountNumber)),
        )
      }),

    edit: ({ form: entered, checkId }, manager) =>
      alone(manager, async (refusal) => {
        const form = trimmedEdit(entered)
        const problems = editProblems(form)
        // The serial number is checked against the bank's own, once that is known.
        if (problems.some(({ field }) => field !== 'serialNumber')) return invalid(problems)
        const owner = await ready()
        if (!owner.ok) return owner
        // By the record alone; checked again below with its terminal ID from the bank's list.
        const earlier = earlierOpen(owner.value, { terminalId: '', recordId: form.recordId })
        if (earlier !== undefined) return earlier
        const vouch = (): Vouched | null | undefined =>
          form.accountNumber === '' ? null : nameChecks.vouched(checkId, form.accountNumber)
        const vouched = vouch()
        if (vouched === undefined) return callError('nameNotChecked')
        const plan = await planOnFreshRow(form, vouched, { find, viewOf: terminals.viewOf })
        return plan.ok ? carryOut(owner.value, plan.value, () => refusal() ?? tooOld(vouch())) : plan
      }),

    giveUp: ({ changeId, by, note }, manager) =>
      alone(manager, async (refusal) => {
        const said = { by: by.trim(), note: note.trim() }
        const problems = givingUpProblems(said)
        if (problems.length > 0) return invalid(problems)
        const owner = await ready()
        if (!owner.ok) return owner
        const before = book.find(owner.value, changeId)
        if (before !== undefined && !book.view(before).isOpen) return settled
        const change = await looked(owner.value, changeId)
        if (!change.ok) return change
        const refused = refusal()
        if (refused !== undefined) return refused
        if (!book.view(change.value).isOpen) return settled
        const given = book.giveUp(change.value, { by: maskedText(said.by), note: maskedText(said.note) })
        return given === null ? callError('notSaved') : ok(book.view(given))
      }),

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

    clientChanged: () => numbers.clientChanged(),

    stop: async () => {
      stopping.abort()
      await Promise.allSettled([underWay, ...lookUps.values()])
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
