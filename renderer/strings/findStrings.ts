/** What every search of sales says that it finds. The list of sales finds less, and says so in the same words. */
const slipInWords = 'A reference (the number on the slip)'
export const searchHint = `${slipInWords} or its last 4 characters, an amount, or words of a note`
export const searchHelpTop = `${searchHint}. Press Enter to search.`

/** The words of Find that the start needs; a part of the catalogue in strings.ts. */
export const findStrings = {
  find: {
    todayAt: (time: string) => `Today, ${time}`,
    badAmount: 'Type the amount in digits, such as 1500 or 1500.50.',
    forgotten: 'This list is no longer kept. Search again.',
    emptyFilter: 'No record matches.',
    empty: 'The bank shows no record for this terminal and these dates.',
    emptyIncomplete: 'None of what was read is shown here. The bank may have more.',
    start: 'Choose a terminal and dates, then search. This asks the bank.',
    notRead: 'Nothing was read for this search, so we do not know what the bank has.',
    tooManyDays: 'Choose fewer days: at most three months at once.',
    badDates: 'Choose both dates. ‘From’ must not be after ‘To’.',
    noTerminal: 'Choose a terminal.',
    from: 'From',
    to: 'To',
    notADay: (field: string) => `${field}: type a full date, such as 21/11/2026.`,
  },
} as const
