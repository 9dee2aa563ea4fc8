import { compareRecordIds } from '../../../shared/recordId.ts'
import type {
  MerchantView,
  SharedMerchant,
  TerminalListView,
  TerminalView,
} from '../../../shared/terminal.ts'
import type { AppInfo } from '../../../shared/session.ts'
import { countText } from '../../ui/format/count.ts'
import { bankTimeText, momentText, rowTimeText } from '../../ui/format/time.ts'
import type { TerminalProblem, TerminalRows } from '../../core/terminalTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { problemText } from '../../core/problems.ts'

const words = lazyStrings.terminal
/** More notices would push the list off the screen. */
const SHARED_TOLD_MAX = 3

type Flags = Pick<TerminalView, 'isActive' | 'isReceivingPayment'>

/** The warnings about a terminal, as the bank shows it; empty where there are none. */
export function terminalWarnings({ isActive, isReceivingPayment }: Flags): readonly {
  /** For its row. */
  readonly short: string
  /** For the question whether to use it. */
  readonly sentence: string
}[] {
  return [
    ...(isActive ? [] : [{ short: words.inactive, sentence: words.askInactive }]),
    ...(isReceivingPayment ? [] : [{ short: words.notReceiving, sentence: words.askNotReceiving }]),
  ]
}

/** The accounts that a merchant's terminals pay to. No name is the merchant's: the bank's list has none. */
export function paysToText({
  accountNames,
  accountNameCount,
}: Pick<MerchantView, 'accountNames' | 'accountNameCount'>): string {
  const more = accountNameCount - accountNames.length
  if (accountNames.length === 0) return words.paysToUnnamed
  const names = accountNames.join(', ')
  return more > 0 ? words.paysToMore(names, more) : words.paysTo(names)
}

/** Names the merchant IDs that several merchants share, with those merchants; empty where there are none. */
export function sharedMerchantTexts(shared: readonly SharedMerchant[]): readonly string[] {
  return shared
    .slice(0, SHARED_TOLD_MAX)
    .map(({ merchantId, merchantRecordIds }) =>
      words.sharedMerchant(merchantId, merchantRecordIds.toSorted(compareRecordIds).join(', ')),
    )
}

/** Both flags in one line. */
export function terminalState(flags: Flags): string {
  const warnings = terminalWarnings(flags)
  return warnings.length === 0 ? words.inOrder : warnings.map(({ short }) => short).join(' · ')
}

/**
 * Whether a row is this counter's own: by the service's record id where main knows it, since a list may show an ID
 * twice.
 */
export function isOwnTerminal(
  { recordId, terminalId }: Pick<TerminalView, 'recordId' | 'terminalId'>,
  list: Pick<TerminalListView, 'chosen' | 'chosenTerminalId'> | null,
): boolean {
  if (list === null) return false
  return list.chosen === null ? list.chosenTerminalId === terminalId : list.chosen.recordId === recordId
}

/** The progress of a reading. */
export function readingText(reading: NonNullable<TerminalListView['reading']> | null): string {
  if (reading === null || (reading.rowsRead === 0 && reading.totalCount === null)) return words.reading
  const read = countText(reading.rowsRead)
  return reading.totalCount === null
    ? words.progressNoTotal(read)
    : words.progress(read, countText(reading.totalCount))
}

/** How many terminals are known and from when; empty before the first reading. */
export function knownText(list: TerminalListView, nowMs: number): string {
  const { knownCount, pagesRead, readAtMs, readSince } = list
  if (readAtMs === null) return ''
  const time = rowTimeText(readAtMs, nowMs)
  if (!list.isComplete) return words.known(terminalsText(knownCount), time)
  // The count is of the full reading; later additions have their own time.
  const count = terminalsText(readSince?.countBefore ?? knownCount)
  const whole = `${words.completeness(count, words.pages(pagesRead), time)} ${words.complete}`
  if (readSince === null) return whole
  return `${whole} ${words.readSince(rowTimeText(readSince.atMs, nowMs), countText(knownCount))}`
}

/** How many rows a search has found; empty without a search, or where the empty list says it. */
export function matchesText({ found, total }: Pick<TerminalRows, 'found' | 'total'>): string {
  return found === null || found === '' || total === 0 ? '' : words.matches(total, countText(total))
}

/** Why the list may lack terminals; null where it is complete, or was never read. */
export function incompleteText(list: TerminalListView): string | null {
  const { knownCount, totalCount, incompleteReason, readAtMs, unreadFields } = list
  if (list.isComplete || readAtMs === null) return null
  const howMany =
    totalCount !== null && knownCount < totalCount
      ? words.incomplete(countText(knownCount), countText(totalCount))
      : words.incompleteUnknown
  if (incompleteReason === null) return howMany
  const isNamed = incompleteReason === 'rowsUnreadable' && unreadFields.length > 0
  const why = isNamed ? words.unreadFields(unreadFields.join(', ')) : words.incompleteReason[incompleteReason]
  return `${howMany} ${why}`
}

/** The text in place of rows. An incomplete list cannot say that there are none. */
export function noTerminalsText(
  { found }: Pick<TerminalRows, 'found'>,
  { isComplete }: Pick<TerminalListView, 'isComplete'>,
  isReading: boolean,
  problem: TerminalProblem | null,
): string {
  if (found !== null && found !== '') {
    const none = words.noneMatch(found)
    return isComplete ? none : `${none} ${words.noneMatchIncomplete}`
  }
  if (isReading) return words.reading
  if (isComplete) return words.noneAtBank
  return problem?.of === 'reading' ? words.notRead : words.noneRead
}

/** What failed, and what is shown in the meantime. */
export function terminalProblemText(
  { of, error }: TerminalProblem,
  readAtMs: number | null,
  nowMs: number,
): string {
  if (of === 'reading') {
    const because = problemText(error)
    return readAtMs === null ? because : words.couldNotRefresh(rowTimeText(readAtMs, nowMs), because)
  }
  if (of === 'entry') return lazyStrings.terminalChange.forManager
  if (error.code === 'notAllowed') return words.locked
  return error.code === 'notFound' ? words.notListed : problemText(error)
}

/** One plain block for a message: the terminal's ID first, the account masked. */
export function terminalText(terminal: TerminalView, readAtMs: number | null, app: AppInfo): string {
  const said = lazyStrings.terminalSupport
  const { accountEnding, serialNumber } = terminal
  const account = accountEnding === '' ? strings.detail.notGiven : strings.detail.accountMasked(accountEnding)
  return [
    said.terminal(terminal.terminalId),
    said.merchant(terminal.merchantId),
    said.accountName(terminal.accountName),
    said.account(account),
    said.serial(serialNumber === '' ? words.serialEmpty : serialNumber),
    said.state(terminalState(terminal)),
    said.fee(words.percent(terminal.feePercentage)),
    said.created(lazyStrings.openSale.bankTime(bankTimeText(terminal.dateCreated))),
    said.recordIds(terminal.recordId, terminal.merchantRecordId),
    ...(readAtMs === null ? [] : [said.readAt(lazyStrings.openSale.localTime(momentText(readAtMs)))]),
    lazyStrings.support.app(
      app.version,
      app.environment === 'practice' ? strings.signIn.practice : strings.signIn.live,
    ),
  ]
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .join('\n')
}

function terminalsText(count: number): string {
  return strings.count.terminals(count, countText(count))
}
