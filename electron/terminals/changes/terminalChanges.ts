import { callError, type CallError, type Request } from '../../../shared/contract.ts'
import { assertNever, err, ok, type Result } from '../../../shared/result.ts'
import type { MerchantView } from '../../../shared/terminal.ts'
import type { TerminalChangePage, TerminalChangeView } from '../../../shared/terminalChange.ts'
import {
  editProblems,
  registerProblems,
  trimmedEdit,
  trimmedRegister,
  type TerminalFieldError,
} from '../../../shared/terminalForm.ts'
import type { Answer, SettlementApi, Terminal, TerminalSaved } from '../../gateway/answer.ts'
import type { Destination } from '../../outbox/saleRow.ts'
import type { Random } from '../../ports.ts'
import { toCallError } from '../../session/callErrors.ts'
import type { Session } from '../../session/session.ts'
import type { TerminalFound, Terminals } from '../terminals.ts'
import type { ChangeBook } from './changeBook.ts'
import type { Change } from './changeEntries.ts'
import { judgeChange, planEdit, planRegister, type Plan } from './changePlan.ts'
import { compare, isSameTerminalId, sideOf, type WholeNumbers } from './comparison.ts'
import type { NameChecks } from './nameCheck.ts'

/** Registers and edits terminals: what is asked of the bank is asked once, and the bank's list is read afterwards. */
export interface TerminalChanges {
  register(request: Request<'terminals.register'>): Promise<Result<TerminalChangeView, CallError>>
  edit(request: Request<'terminals.edit'>): Promise<Result<TerminalChangeView, CallError>>
  page(query: Request<'terminals.changes'>): Promise<Result<TerminalChangePage, CallError>>
  /** Reads the list and compares once more. It asks for no change. */
  lookUp(changeId: string): Promise<Result<TerminalChangeView, CallError>>
  /** To be called when another client is signed in, or nobody is: whole account numbers are forgotten. */
  clientChanged(): void
  /** Ends the readings and waits for the exchange in flight, which its time-out bounds. */
  stop(): Promise<void>
}

export interface TerminalChangesOptions {
  readonly api: Pick<SettlementApi, 'createTerminal' | 'editTerminal'>
  readonly session: Pick<Session, 'token'>
  readonly terminals: Pick<Terminals, 'find' | 'viewOf' | 'merchants'>
  readonly nameChecks: Pick<NameChecks, 'vouched'>
  readonly book: ChangeBook
  readonly storage: { readonly isReadOnly: () => boolean; readonly reopenNow: () => boolean }
  readonly destination: () => Destination | null
  readonly random: Pick<Random, 'bytes'>
}

const CHANGE_ID_BYTES = 16
/** Changes of this run whose account numbers are still compared digit by digit. */
const NUMBERS_MAX = 100
const MERCHANTS_AT_A_TIME = 200

export function createTerminalChanges(options: TerminalChangesOptions): TerminalChanges {
  const { api, session, terminals, nameChecks, book, storage, destination, random } = options
  const stopping = new AbortController()
  /** One at a time: while one is under way, what the list shows is not yet what will be there. */
  let underWay: Promise<unknown> | null = null
  const lookUps = new Map<string, Promise<Result<TerminalChangeView, CallError>>>()
  const numbersOf = new Map<string, WholeNumbers>()

  async function alone<Value>(
    work: () => Promise<Result<Value, CallError>>,
  ): Promise<Result<Value, CallError>> {
    if (underWay !== null || stopping.signal.aborted) return callError('notAllowed', { detail: 'underWay' })
    const working = work()
    underWay = working
    try {
      return await working
    } finally {
      underWay = null
    }
  }

  /** Whose change it will be, once the file can take it. */
  async function ready(): Promise<Result<Destination, CallError>> {
    const owner = destination()
    if (owner === null || session.token() === null) return callError('notSignedIn')
    if (storage.isReadOnly()) return callError('readOnly')
    if (!storage.reopenNow()) return callError('notSaved')
    await book.ready()
    return ok(owner)
  }

  function find(
    isIt: (terminal: Terminal) => boolean,
    recordId: number | null,
  ): Promise<TerminalFound | 'notSignedIn'> {
    return terminals.find(isIt, { recordId, signal: stopping.signal })
  }

  async function merchantOf(merchantRecordId: number): Promise<MerchantView | null> {
    for (let offset = 0; ; offset += MERCHANTS_AT_A_TIME) {
      const page = await terminals.merchants({ search: '', offset, limit: MERCHANTS_AT_A_TIME })
      const rows = page.ok ? page.value.rows : []
      const found = rows.find((merchant) => merchant.merchantRecordId === merchantRecordId)
      if (found !== undefined || rows.length < MERCHANTS_AT_A_TIME) return found ?? null
    }
  }

  function keepNumbers(changeId: string, numbers: WholeNumbers): void {
    numbersOf.set(changeId, numbers)
    for (const oldest of numbersOf.keys()) {
      if (numbersOf.size <= NUMBERS_MAX) return
      numbersOf.delete(oldest)
    }
  }

  /** One wire attempt, and whatever comes of it, never another. */
  async function carryOut(owner: Destination, plan: Plan): Promise<Result<TerminalChangeView, CallError>> {
    // Token, client and entry are taken without a pause in between: nothing leaves under another client's token.
    const token = session.token()
    if (token === null || !book.isOwn(owner) || stopping.signal.aborted) return callError('notSignedIn')
    const { environment, partnerUrl, clientId } = owner
    const changeId = Buffer.from(random.bytes(CHANGE_ID_BYTES)).toString('hex')
    const asking = book.ask({ changeId, environment, partnerUrl, clientId, ...plan.asked })
    if (asking === null) return callError('notSaved')
    keepNumbers(changeId, plan.numbers)
    const ended = book.end(asking, judgeChange(await send(token, plan), plan.numbers))
    const read = ended.ended?.entry.state === 'unsent' ? null : await compared(owner, ended, plan.numbers)
    return book.isOwn(owner)
      ? ok(book.view(read?.change ?? ended))
      : callError('notSignedIn', { detail: 'overtaken' })
  }

  function send(token: string, { body }: Plan): Promise<Answer<TerminalSaved>> {
    switch (body.kind) {
      case 'register':
        return api.createTerminal(token, body.terminal)
      case 'edit':
        return api.editTerminal(token, body.terminal)
      default:
        return assertNever(body, 'change')
    }
  }

  /** @returns null where nobody could be asked as this client any more, so that nothing was read */
  async function compared(
    owner: Destination,
    change: Change,
    numbers: WholeNumbers | null,
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
          }
        : compare({ kind, from, to, numbers }, terminal)
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

  async function lookUpOnce(changeId: string): Promise<Result<TerminalChangeView, CallError>> {
    const owner = await ready()
    if (!owner.ok) return owner
    const change = book.find(owner.value, changeId)
    if (change === undefined) return callError('notFound')
    const { state } = book.view(change)
    // Of what never left there is nothing to be seen, and what is there is somebody else's.
    if (state === 'asking' || state === 'unsent') return callError('notAllowed', { detail: state })
    // A list that did not come whole takes nothing away from what an earlier one has shown.
    const isKept = (read: TerminalFound): boolean => isProof(read)
    const looked = await compared(owner.value, change, numbersOf.get(changeId) ?? null, isKept)
    if (looked === null) return callError('notSignedIn')
    return isProof(looked.read) ? ok(book.view(looked.change)) : notProven(looked.read)
  }

  return {
    register: ({ form: entered, checkId }) =>
      alone(async () => {
        const form = trimmedRegister(entered)
        const problems = registerProblems(form)
        if (problems.length > 0) return invalid(problems)
        const owner = await ready()
        if (!owner.ok) return owner
        const vouched = nameChecks.vouched(checkId, form.accountNumber)
        if (vouched === undefined) return callError('nameNotChecked')
        const read = await find((terminal) => isSameTerminalId(terminal.terminalId, form.terminalId), null)
        if (read === 'notSignedIn') return callError('notSignedIn')
        if (read.terminal !== null) return invalid([{ field: 'terminalId', problem: 'alreadyRegistered' }])
        // On half a list nobody knows whether it is registered already.
        if (!isProof(read)) return notProven(read)
        return carryOut(owner.value, planRegister(form, vouched))
      }),

    edit: ({ form: entered, checkId }) =>
      alone(async () => {
        const form = trimmedEdit(entered)
        const problems = editProblems(form)
        // The serial number is judged beside the bank's own, once that is known.
        if (problems.some(({ field }) => field !== 'serialNumber')) return invalid(problems)
        const owner = await ready()
        if (!owner.ok) return owner
        const vouched = form.accountNumber === '' ? null : nameChecks.vouched(checkId, form.accountNumber)
        if (vouched === undefined) return callError('nameNotChecked')
        const read = await find((terminal) => terminal.recordId === form.recordId, form.recordId)
        if (read === 'notSignedIn') return callError('notSignedIn')
        const { terminal: row } = read
        if (row === null) return isProof(read) ? callError('notFound') : notProven(read)
        if (terminals.viewOf(row).version !== form.seen) return callError('changedMeanwhile')
        const isMoved = form.merchantRecordId !== row.merchantRecordId
        const merchant = isMoved ? await merchantOf(form.merchantRecordId) : null
        const plan = planEdit(form, row, merchant, vouched)
        return plan.ok ? carryOut(owner.value, plan.value) : plan
      }),

    page: async (query) => {
      await book.ready()
      const owner = destination()
      return ok(owner === null ? { rows: [], total: 0, unknownCount: 0 } : book.page(owner, query))
    },

    lookUp: (changeId) => {
      const looking =
        lookUps.get(changeId) ?? lookUpOnce(changeId).finally(() => void lookUps.delete(changeId))
      lookUps.set(changeId, looking)
      return looking
    },

    clientChanged: () => numbersOf.clear(),

    stop: async () => {
      stopping.abort()
      await Promise.allSettled([underWay, ...lookUps.values()])
    },
  }
}

/** The terminal itself, or the proof that it is not there (design §5.5). */
function isProof({ terminal, incompleteReason }: TerminalFound): boolean {
  return terminal !== null || incompleteReason === null
}

/** Nothing was asked of the bank, since the list did not come whole. */
function notProven({ error, incompleteReason }: TerminalFound): Result<never, CallError> {
  const cause = error === null ? null : toCallError(error)
  if (cause?.code === 'unreachable') return err(cause)
  return callError('incomplete', { detail: incompleteReason, bankMessage: cause?.bankMessage ?? null })
}

function invalid(fields: readonly TerminalFieldError[]): Result<never, CallError> {
  return callError('invalid', { fields: [...fields] })
}
