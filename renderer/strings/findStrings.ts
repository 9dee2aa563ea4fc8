import { inSentence } from '../../shared/plainText.ts'

/** The words of Find; a part of the catalogue in strings.ts. */
export const findStrings = {
  find: {
    title: 'Find',
    modes: 'Look for',
    byDates: 'By date',
    byReference: 'By reference',
    reference: 'Reference',
    referenceHelp: 'Type it from its beginning, paste it or scan it. An amount finds sales of this computer.',
    referenceStart: 'Type, paste or scan a reference.',
    lookUp: 'Look up',
    here: 'On this computer',
    searchingHere: 'Looking…',
    noneHere: (asked: string) =>
      `No sale of this computer begins with ${asked}, and none has this amount. Type the reference from its beginning.`,
    allHere: (count: string) => `Show all ${count}`,
    terminal: 'Terminal',
    from: 'From',
    to: 'To',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    search: 'Search',
    stop: 'Stop',
    searching: 'Reading from the bank…',
    progress: (read: number, all: number) => `Loaded ${read} of ${all} so far`,
    basis: 'By',
    bases: { saleDate: 'Sale date', paidDate: 'Paid date' },
    basisNote: { saleDate: 'By sale date (Bank time).', paidDate: 'By paid date (Bank time).' },
    days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    completeFrom: (day: string) => `Complete for sales received from ${day} on`,
    notCovered: (day: string) =>
      `A sale received before ${day} is not in this list, even if it was paid in these days.`,
    undated: (count: number) =>
      count === 1
        ? 'The day of 1 record cannot be read. It is in this list all the same.'
        : `The day of ${count} records cannot be read. They are in this list all the same.`,
    stray: (count: number) =>
      count === 1
        ? 'The bank also sent 1 record of a day we did not ask for, so it may search by another date. It is left out here.'
        : `The bank also sent ${count} records of days we did not ask for, so it may search by another date. They are left out here.`,
    odd: (count: number) =>
      count === 1
        ? '1 record looks wrong. It is marked; open it to see why.'
        : `${count} records look wrong. They are marked; open them to see why.`,
    paidNotCome: (date: string) => `Not paid yet, dated ${date}`,
    filterPaid: 'Show',
    filterPaids: { all: 'All', paid: 'Paid', unpaid: 'Not paid yet' },
    filterAmount: 'Amount',
    badAmount: 'Type the amount in digits, such as 1500 or 1500.50.',
    forgotten: 'This list is no longer kept. Search once more.',
    emptyFilter: 'No record matches.',
    sums: {
      count: 'Records',
      gross: 'Amount',
      fee: 'Fees on paid sales',
      net: 'Paid to you',
      unpaid: 'Not paid yet',
    },
    sumOf: (count: number, amount: string) => `${amount} (${count})`,
    finer: 'Some amounts are finer than a kobo; they are shown to their last digit.',
    atBank: 'At the bank',
    askingBank: 'Asking the bank…',
    bankNone: 'The bank shows no record under this reference now. That does not prove that it has none.',
    bankSaid: (words: string) => `The bank’s words: ‘${inSentence(words)}’`,
    askedAt: (time: string) => `Asked at ${time}, this computer.`,
    noReference: 'This cannot be a reference, so the bank was not asked.',
    noneIsIt: (asked: string) =>
      `None of these sales has just ${asked} for its reference, so the bank was not asked. Open one to see what the bank has shown of it.`,
    askBankAbout: (asked: string) => `Ask the bank about ${asked}`,
    askedFor: 'Asked about',
    differs: (facts: string) => `The bank’s record is not the same as the sale here: ${facts}.`,
    differsAmount: (here: string, bank: string) => `amount ${here} here, ${bank} at the bank`,
    differsTerminal: (here: string, bank: string) => `terminal ${here} here, ${inSentence(bank)} at the bank`,
    tryBankAgain: 'Ask the bank again',
    empty: 'The bank shows no record for this terminal and these dates.',
    emptyIncomplete: 'None of what was read is shown here. The bank may have more.',
    start: 'Choose a terminal and dates, then search.',
    notRead: 'Nothing was read for this search, so we do not know what the bank has.',
    tooManyDays: 'Choose fewer days: at most three months at once.',
    badDates: 'Choose both dates, the first not after the second.',
    notADay: (field: string) => `${field}: type a day, month and year that the calendar has.`,
    noTerminal: 'Choose a terminal.',
    results: 'Bank records',
    records: (count: number) => (count === 1 ? '1 record' : `${count} records`),
    readAt: (pages: string, time: string) => `${pages} read at ${time}, this computer.`,
    complete: 'Complete',
    incomplete: 'Incomplete',
    incompleteReason: {
      pageNotEchoed: 'The bank answered with another page than asked.',
      countChanged: 'The number of records changed while we were reading.',
      rowsMissing: 'The bank sent fewer records than it counted.',
      rowsRepeated: 'The bank sent some records twice.',
      moreThanBound: 'There are more pages than we read at once. Choose fewer days.',
      readFailed: 'One page could not be read.',
      cancelled: 'Reading was stopped.',
    },
  },
} as const
