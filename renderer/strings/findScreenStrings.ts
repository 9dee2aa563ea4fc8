import { inSentence, quoted } from '../../shared/plainText.ts'
import { findStrings, searchHint } from './findStrings.ts'

/** The words of Find that the start does not need; a part of the catalogue in lazyStrings.ts. */
export const findScreenStrings = {
  find: {
    ...findStrings.find,
    title: 'Find',
    modes: 'Look for',
    byDates: 'By date',
    byReference: 'By reference',
    reference: 'Search for',
    referenceHelp: `${searchHint}. Also the bank’s reference, or an account name.`,
    referenceStart:
      'Type, paste or scan. This computer is searched first; the bank is asked only if you want it.',
    lookUp: 'Look up',
    here: 'On this computer',
    searchingHere: 'Looking…',
    noneHere: (asked: string) => `No sale of this computer matches ‘${inSentence(asked)}’.`,
    noneSoFar: (asked: string) => `Nothing found so far for ‘${inSentence(asked)}’.`,
    foundBy: {
      reference: 'Reference',
      bankReference: 'The bank’s reference',
      referenceEnd: 'End of the reference',
      amount: 'Amount',
      note: 'Note',
      accountName: 'Account name',
    },
    searchedFor: {
      reference: 'references',
      bankReference: 'the bank’s references',
      referenceEnd: 'ends of references',
      amount: 'amounts',
      note: 'notes',
      accountName: 'account names',
    },
    searched: (what: string) => `Searched this computer: ${what} of all sales.`,
    searchedPart: (all: string, rest: string, count: string, since: string) =>
      `Searched this computer: ${all === '' ? '' : `${all} of all sales; `}${rest} of the newest ${count} sales, back to ${since}.`,
    tooShort: 'Type at least two characters, or an amount.',
    searchOlder: 'Search older sales',
    shownOfGroup: (count: number) => `${count} are shown, and there are more.`,
    showAll: 'Show all',
    terminal: 'Terminal',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    search: 'Search',
    stop: 'Stop',
    searching: 'Reading from the bank…',
    progress: (read: string, all: string | null) =>
      all === null ? `Loaded ${read} so far` : `Loaded ${read} of ${all} so far`,
    basis: 'By',
    bases: { saleDate: 'Sale date', paidDate: 'Paid date' },
    resultOf: (terminal: string, days: string, basis: 'saleDate' | 'paidDate') =>
      `Terminal ${inSentence(terminal)}, ${days}, by ${basis === 'paidDate' ? 'paid' : 'sale'} date (bank’s clock)`,
    otherSearch: 'The search above was changed. Search again to see its records.',
    days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    completeFrom: (day: string) => `Complete for sales received from ${day} on`,
    notCovered: (day: string) =>
      `A sale received before ${day} is not in this list, even if it was paid in these days.`,
    undated: (count: number) =>
      count === 1
        ? 'The day of 1 record cannot be read. It is still in this list.'
        : `The day of ${count} records cannot be read. They are still in this list.`,
    stray: (count: number) =>
      count === 1
        ? 'The bank also sent 1 record of a day we did not ask for, so it may search by another date. It is left out here.'
        : `The bank also sent ${count} records of days we did not ask for, so it may search by another date. They are left out here.`,
    odd: (count: number) =>
      count === 1
        ? '1 record looks wrong. It is marked; open it to see why.'
        : `${count} records look wrong. They are marked; open them to see why.`,
    /** A terminal may have been another's before, so no record is said to be paid to you. */
    headlinePaid: (net: string, account: string, when: string) => `${net} paid into ${account} on ${when}`,
    headlinePaidNoAmount: (account: string, when: string) => `Paid into ${account} on ${when}`,
    accountNotGiven: 'an account that the bank does not name',
    headlineUnpaid: (amount: string) => `${amount}, not paid yet`,
    paidNotCome: (date: string) => `Not paid yet, dated ${date}`,
    show: 'Show',
    shows: { all: 'All', paid: 'Paid', unpaid: 'Not paid yet', elsewhere: 'Made elsewhere' },
    /** Which records are shown and summed. */
    only: (parts: readonly string[]) => `Only: ${parts.join(', ')}.`,
    onlyAmount: (amount: string) => `amount ${amount}`,
    made: 'Made',
    madeAt: { here: 'Here', elsewhere: 'Elsewhere' },
    elsewhere: 'Made elsewhere. This counter has no sale with this reference.',
    filterAmount: 'Amount',
    sums: {
      gross: 'Amount',
      fee: 'Fees on paid sales',
      net: 'Settled',
      unpaid: 'Not paid yet',
    },
    sumOf: (count: string, amount: string) => `${amount} (${count})`,
    finer: 'Some amounts are finer than a kobo; they are shown to their last digit.',
    atBank: 'At the bank',
    askingBank: 'Asking the bank…',
    bankNone: 'The bank shows no record under this reference now. That does not prove that it has none.',
    bankSaid: (words: string) => `The bank’s words: ${quoted(words)}`,
    askedAt: (time: string) => `Asked at ${time}, this computer’s clock.`,
    bankNotAsked: 'The bank was not asked for this search.',
    bankNotAskedHere: 'These are the sales of this computer. The bank was not asked for this search.',
    noReference: 'The bank is asked only about a reference. This looks like something else.',
    noReferenceAmount:
      'The bank is asked only about a reference. This looks like an amount; what the bank has for a day is under By date.',
    askBankAbout: (asked: string) => `Ask the bank about the reference ${asked}`,
    askedFor: 'Asked about',
    differs: (facts: string) => `The bank’s record is not the same as the sale here: ${facts}.`,
    differsAmount: (here: string, bank: string) => `amount ${here} here, ${bank} at the bank`,
    differsTerminal: (here: string, bank: string) => `terminal ${here} here, ${inSentence(bank)} at the bank`,
    tryBankAgain: 'Ask the bank again',
    datesAskBank: 'This search asks the bank.',
    results: 'Bank records',
    records: (count: number, shown: string) => (count === 1 ? '1 record' : `${shown} records`),
    readAt: (pages: string, time: string) => `${pages} read at ${time}, this computer’s clock.`,
    complete: 'Complete',
    incomplete: 'Incomplete',
    unread: (count: number, fields: string) =>
      `${count === 1 ? '1 record' : `${count} records`} of the bank cannot be read (${fields}). Support finds how ${count === 1 ? 'it is' : 'they are'} written in the diagnostics.`,
    incompleteReason: {
      pageNotEchoed: 'The bank sent a different page from the one we asked for.',
      countChanged: 'The number of records changed while we were reading.',
      countMissing: 'The bank does not say how many records there are.',
      rowsMissing: 'The bank sent fewer records than it counted.',
      rowsRepeated: 'The bank sent some records twice.',
      moreThanBound: 'There are more pages than we read at once. Choose fewer days.',
      lastDayUnsure: 'The bank refuses days to come, so sales of today may be missing.',
      rowsUnreadable: 'Not every record can be read.',
      readFailed: 'One page could not be read.',
      cancelled: 'Reading was stopped.',
    },
  },
} as const
