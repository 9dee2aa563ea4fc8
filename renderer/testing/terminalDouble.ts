import { compareRecordIds } from '../../shared/recordId.ts'
import { callError } from '../../shared/callError.ts'
import type { CallResult, Request } from '../../shared/contract.ts'
import { ok } from '../../shared/result.ts'
import type { TerminalChangeView } from '../../shared/terminalChange.ts'
import type { MerchantView, SharedMerchant, TerminalListView, TerminalView } from '../../shared/terminal.ts'
import { changeOf, readBackOf, registrationOf, sideOf } from './changeFixtures.ts'
import { FIXED_NOW_MS } from './fixtures.ts'

/** The name of every account at the double's bank. */
export const DOUBLE_ACCOUNT_NAME = 'ADÉBÁYỌ̀ STORES LTD'

/** The facts of the double that concern terminals. */
export interface TerminalFacts {
  readonly terminals: TerminalListView
  readonly terminalRows: readonly TerminalView[]
  readonly terminalChanges: readonly TerminalChangeView[]
}

type Facts = () => TerminalFacts
type Change = (part: Partial<TerminalFacts>) => void

/** The merchants' terminals, in memory: every row is known, and a reading ends at once. */
export function terminalAnswers(facts: Facts, change: Change) {
  return {
    'terminals.get': (): CallResult<'terminals.get'> => ok(facts().terminals),
    'terminals.refresh': (): CallResult<'terminals.refresh'> => ok(facts().terminals),
    'terminals.cancelRefresh': (): CallResult<'terminals.cancelRefresh'> => {
      change({ terminals: { ...facts().terminals, reading: null } })
      return ok(facts().terminals)
    },
    'terminals.page': ({
      search,
      offset,
      limit,
    }: Request<'terminals.page'>): CallResult<'terminals.page'> => {
      const found = facts().terminalRows.filter((terminal) => has(textsOf(terminal), search))
      return ok({
        rows: found.slice(offset, offset + limit),
        total: found.length,
        revision: facts().terminals.revision,
        sharedMerchants: sharedOf(found.slice(offset, offset + limit), facts().terminalRows),
      })
    },
    'terminals.byId': ({ recordId, terminalId }: Request<'terminals.byId'>): CallResult<'terminals.byId'> =>
      ok(
        facts().terminalRows.find((row) =>
          recordId === null
            ? row.terminalId.toUpperCase() === terminalId.toUpperCase()
            : row.recordId === recordId,
        ) ?? null,
      ),
    'terminals.merchants': ({
      search,
      offset,
      limit,
    }: Request<'terminals.merchants'>): CallResult<'terminals.merchants'> => {
      const found = merchantsOf(facts().terminalRows).filter(({ merchantId, accountNames }) =>
        has([merchantId, ...accountNames], search),
      )
      return ok({ rows: found.slice(offset, offset + limit), total: found.length })
    },
    'terminals.choose': ({ terminalId }: Request<'terminals.choose'>): CallResult<'terminals.choose'> => {
      const chosen = facts().terminalRows.find((terminal) => terminal.terminalId === terminalId)
      if (chosen === undefined) return callError('notFound')
      change({ terminals: { ...facts().terminals, chosenTerminalId: terminalId, chosen } })
      return ok(facts().terminals)
    },
    ...nameAnswers(facts, change),
    ...changeAnswers(facts, change),
  }
}

/** The name enquiry. */
function nameAnswers(facts: Facts, change: Change) {
  return {
    'terminals.checkName': ({
      accountNumber,
    }: Request<'terminals.checkName'>): CallResult<'terminals.checkName'> =>
      ok({
        checkId: `check of ${accountNumber}`,
        name: DOUBLE_ACCOUNT_NAME,
        accountEnding: accountNumber.slice(-4),
        checkedAtMs: FIXED_NOW_MS,
        said: null,
      }),
    'terminals.vouchName': (word: Request<'terminals.vouchName'>): CallResult<'terminals.vouchName'> =>
      word.accountAgain === word.accountNumber
        ? ok({
            checkId: `word for ${word.accountNumber}`,
            name: word.name,
            accountEnding: word.accountNumber.slice(-4),
            checkedAtMs: FIXED_NOW_MS,
            said: { how: word.how, who: word.who, on: word.on },
          })
        : callError('invalid', { fields: [{ field: 'accountAgain', problem: 'notSame' }] }),
    'terminals.setBusinessToken': ({
      token,
    }: Request<'terminals.setBusinessToken'>): CallResult<'terminals.setBusinessToken'> => {
      change({ terminals: { ...facts().terminals, nameCheck: token === '' ? 'noToken' : 'ready' } })
      return ok(facts().terminals)
    },
  }
}

/** Registrations and edits are told as done, and change nothing here: a test says what is so afterwards. */
function changeAnswers(facts: Facts, change: Change) {
  return {
    'terminals.register': ({ form }: Request<'terminals.register'>): CallResult<'terminals.register'> => {
      const { terminalId, merchantId, accountNumber, serialNumber, by, note } = form
      const to = sideOf({ merchantId, accountEnding: accountNumber.slice(-4), serialNumber })
      const readBack = readBackOf('asAsked', { found: to })
      return ok(registrationOf({ terminalId, recordId: '1000', to, by, note, readBack }))
    },
    'terminals.edit': ({ form }: Request<'terminals.edit'>): CallResult<'terminals.edit'> => {
      const { recordId, seen, by, note } = form
      const before = facts().terminalRows.find((row) => row.recordId === recordId)
      if (before === undefined) return callError('notFound')
      if (before.version !== seen) return callError('changedMeanwhile', { what: 'terminal' })
      return ok(changeOf({ terminalId: before.terminalId, recordId, by, note }))
    },
    'terminals.changes': ({
      offset,
      limit,
      openFor,
    }: Request<'terminals.changes'>): CallResult<'terminals.changes'> => {
      const { terminalChanges } = facts()
      const rows = terminalChanges.filter((one) => openFor === undefined || isOpenFor(one, openFor))
      return ok({
        rows: rows.slice(offset, offset + limit),
        total: rows.length,
        openCount: terminalChanges.filter(({ isOpen }) => isOpen).length,
      })
    },
    'terminals.lookUpChange': ({
      changeId,
    }: Request<'terminals.lookUpChange'>): CallResult<'terminals.lookUpChange'> => {
      const found = facts().terminalChanges.find((one) => one.changeId === changeId)
      return found === undefined ? callError('notFound') : ok(found)
    },
    'terminals.giveUpChange': ({
      changeId,
      how,
      by,
      note,
    }: Request<'terminals.giveUpChange'>): CallResult<'terminals.giveUpChange'> => {
      const { terminalChanges } = facts()
      const found = terminalChanges.find((one) => one.changeId === changeId)
      if (found === undefined) return callError('notFound')
      const given = { ...found, isOpen: false, givenUp: { atMs: FIXED_NOW_MS, how, by, note } }
      change({ terminalChanges: terminalChanges.map((one) => (one === found ? given : one)) })
      return ok(given)
    },
    'terminals.acknowledgePayout': ({
      terminalId,
      seen,
    }: Request<'terminals.acknowledgePayout'>): CallResult<'terminals.acknowledgePayout'> => {
      const { terminals } = facts()
      const { payouts } = terminals
      const found = payouts.terminals.find((one) => one.terminalId === terminalId)
      if (found === undefined || found.change === null) return callError('notFound')
      if (found.change.version !== seen) return callError('changedMeanwhile', { what: 'terminal' })
      const others = payouts.terminals.map((one) => (one === found ? { ...one, change: null } : one))
      const openCount = payouts.openCount - 1
      change({ terminals: { ...terminals, payouts: { ...payouts, terminals: others, openCount } } })
      return ok(facts().terminals)
    },
  }
}

function isOpenFor(
  { isOpen, terminalId, recordId }: TerminalChangeView,
  terminal: { readonly terminalId: string; readonly recordId: string | null },
): boolean {
  const isRecord = terminal.recordId !== null && terminal.recordId === recordId
  return isOpen && (isRecord || terminal.terminalId.toUpperCase() === terminalId.toUpperCase())
}

function recordsOf(merchantId: string, rows: readonly TerminalView[]): string[] {
  const records = rows.filter((row) => row.merchantId === merchantId).map((row) => row.merchantRecordId)
  return [...new Set(records)].sort(compareRecordIds)
}

function sharedOf(page: readonly TerminalView[], rows: readonly TerminalView[]): SharedMerchant[] {
  return [...new Set(page.map(({ merchantId }) => merchantId))]
    .map((merchantId) => ({ merchantId, merchantRecordIds: recordsOf(merchantId, rows) }))
    .filter(({ merchantRecordIds }) => merchantRecordIds.length > 1)
}

function merchantsOf(rows: readonly TerminalView[]): readonly MerchantView[] {
  const merchants = new Map<string, MerchantView>()
  for (const { merchantRecordId, merchantId, accountName } of rows) {
    const known = merchants.get(merchantRecordId)
    const accountNames = [...new Set([...(known?.accountNames ?? []), accountName])]
    merchants.set(merchantRecordId, {
      merchantRecordId,
      merchantId,
      accountNames,
      accountNameCount: accountNames.length,
      terminalCount: (known?.terminalCount ?? 0) + 1,
      recordCount: recordsOf(merchantId, rows).length,
    })
  }
  return [...merchants.values()]
}

function textsOf({
  terminalId,
  merchantId,
  serialNumber,
  accountName,
  accountEnding,
}: TerminalView): readonly string[] {
  return [terminalId, merchantId, serialNumber, accountName, accountEnding]
}

function has(texts: readonly string[], search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
