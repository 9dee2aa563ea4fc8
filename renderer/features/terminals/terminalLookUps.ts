import { type MerchantView, TERMINAL_PAGE_MAX, type TerminalView } from '../../../shared/terminal.ts'
import type { CallResult } from '../../../shared/contract.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import type { Client } from '../../core/client.ts'
import type { FormState } from './terminalChangeTypes.ts'
import type { AppState } from '../../core/types.ts'

/** Of a partner with 50,000 terminals; what lies behind them is looked for by its ID, not here. */
const PAGES_MAX = 250

/** As many as main gives at once: who comes back to a terminal does so within days. */
const CHANGES_MAX = 50

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Goes through what main knows, page by page; the bank is not asked. */
async function findIn<Row>(
  readPage: (offset: number) => Promise<Page<Row> | null>,
  isIt: (row: Row) => boolean,
): Promise<Row | null> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const offset = page * TERMINAL_PAGE_MAX
    const answer = await readPage(offset)
    const found = answer?.rows.find(isIt)
    if (found !== undefined) return found
    if (answer === null || offset + TERMINAL_PAGE_MAX >= answer.total) return null
  }
  return null
}

/** The terminals that bear an ID, however it is written: one in small letters is the same to the bank. */
export function terminalBearing(client: Client, terminalId: string): Promise<TerminalView | null> {
  return findTerminal(client, terminalId, (row) => row.terminalId.toUpperCase() === terminalId.toUpperCase())
}

/**
 * A terminal as main knows it at this moment.
 * @returns null where the list does not show it
 */
export async function knownTerminal(
  client: Client,
  { terminals, terminalRows }: Pick<AppState, 'terminals' | 'terminalRows'>,
  recordId: number,
): Promise<TerminalView | null> {
  const seen = [terminals?.chosen ?? null, ...terminalRows.rows].find((row) => row?.recordId === recordId)
  const isIt = (row: TerminalView): boolean => row.recordId === recordId
  // By the ID that was seen beside it, one page is enough.
  const found = seen == null ? null : await findTerminal(client, seen.terminalId, isIt)
  return found ?? findTerminal(client, '', isIt)
}

function findTerminal(
  client: Client,
  search: string,
  isIt: (row: TerminalView) => boolean,
): Promise<TerminalView | null> {
  return findIn(async (offset) => {
    const answer = await client.call('terminals.page', { search, offset, limit: TERMINAL_PAGE_MAX })
    return answer.ok ? answer.value : null
  }, isIt)
}

/** The latest changes that were asked for, the newest first; none where they cannot be read. */
export async function latestChanges(client: Client): Promise<readonly TerminalChangeView[]> {
  const answer = await client.call('terminals.changes', { offset: 0, limit: CHANGES_MAX })
  return answer.ok ? answer.value.rows : []
}

/** What is open of the terminal of an entry, the newest first; null where the entry names none yet. */
export async function openChanges(
  client: Client,
  form: FormState,
): Promise<CallResult<'terminals.changes'> | null> {
  const openFor =
    form.kind === 'register'
      ? { terminalId: form.values.terminalId.trim(), recordId: null }
      : { terminalId: form.base.terminalId, recordId: form.values.recordId }
  if (openFor.terminalId === '' && openFor.recordId === null) return null
  return client.call('terminals.changes', { offset: 0, limit: 1, openFor })
}

/** A merchant whom the list knows, by his record id. */
export function knownMerchant(client: Client, merchantRecordId: number): Promise<MerchantView | null> {
  return findIn(
    async (offset) => {
      const answer = await client.call('terminals.merchants', {
        search: '',
        offset,
        limit: TERMINAL_PAGE_MAX,
      })
      return answer.ok ? answer.value : null
    },
    (row) => row.merchantRecordId === merchantRecordId,
  )
}
