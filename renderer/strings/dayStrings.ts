import { dayParts, dayReasons } from '../../shared/day.ts'
import { inSentence } from '../../shared/plainText.ts'

/** The words of Day; a part of lazyStrings.ts. */
export const dayStrings = {
  day: {
    title: 'Day',
    before: 'The day before',
    after: 'The day after',
    read: 'Read the bank again',
    reading: 'Reading the bank’s list of this day…',
    asOf: (time: string) => `Bank read at ${time}, complete`,
    notKnown: 'The bank’s list of this day was not read to its end yet. Nothing is compared with it.',
    notRead: {
      unreachable: 'The bank did not give its list now.',
      incomplete: 'The bank’s list could not be read to its end now.',
      notKept: 'This computer cannot read what it keeps of the bank’s records.',
    },
    older: 'What is shown is older.',
    notCompared: 'Nothing is compared with it yet.',
    noTerminal: 'No sale was recorded here on this day, and no terminal is chosen.',
    terminal: 'Terminal',
    allTerminals: 'All of this counter',
    recorded: 'Recorded',
    paidOut: 'Settled',
    paidOutNotKnown: 'Not known',
    afterFees: (count: string, fees: string) => `${count}, after ${fees} fees`,
    paidElsewhere: (amount: string, count: string) => `Other tills of the terminal: ${amount}, ${count}`,
    difference: 'Difference to the bank',
    none: 'None. Here and at the bank agree.',
    explained: (count: number) => (count === 1 ? '1 line, explained' : `${count} lines, all explained`),
    toLookAt: (lines: number, look: number) =>
      `${lines === 1 ? '1 line' : `${lines} lines`}, ${look === 1 ? '1 needs' : `${look} need`} a look`,
    unexplained: (amount: string) => `${amount} is unexplained. Export the day and tell support.`,
    besides: (count: string, amount: string) => `Not counted: ${count}, ${amount}`,
    sales: (count: number, shown: string) => (count === 1 ? '1 sale' : `${shown} sales`),
    table: 'Here and at the bank',
    columns: {
      what: 'What',
      here: 'Recorded here',
      bank: 'At the bank',
      difference: 'Difference',
      counts: 'Sales',
    },
    counts: (here: string, bank: string) => `${here} here, ${bank} at the bank`,
    together: 'Together',
    parts: dayParts,
    list: 'Differences',
    noneHere: 'None of this counter.',
    otherTills: 'Made at other tills of the terminal',
    looks: (count: number) => (count === 1 ? '1 needs a look' : `${count} need a look`),
    explains: 'These explain themselves',
    addsUp: 'Everything adds up',
    open: 'Open',
    lines: (count: number, shown: string) =>
      count === 0 ? 'No differences' : count === 1 ? '1 difference' : `${shown} differences`,
    moreLines: (shown: string) => `The first ${shown} are shown; the file has all.`,
    lineColumns: {
      time: 'Received',
      reference: 'Reference',
      amount: 'Difference',
      why: 'Why',
      stake: 'At stake',
      next: 'Next step',
      what: 'What is known',
    },
    reasons: dayReasons,
    onlyHere: {
      waiting: 'Not sent yet.',
      checking: 'Sent, and the bank has not said that it has it. Tillside asks on.',
      needsYou: 'A person has to decide about it: see To do.',
      accepted: 'The bank said yes, and its list lacks it. If it stays so, show the sale to the bank.',
    },
    known: {
      elsewhere: 'Made at another till. It is no sale of this computer.',
      otherTerminal: (here: string, bank: string) =>
        `Recorded here for terminal ${inSentence(here)}; the bank has it at ${inSentence(bank)}.`,
      amount: (here: string, bank: string) => `${here} here, ${inSentence(bank)} at the bank.`,
      tookBanks: (here: string, bank: string) =>
        `${here} here; a manager took the bank’s ${inSentence(bank)}.`,
      twoRecords: 'The bank has more than one record of this reference. Ask the bank which one is right.',
      closedHere: 'Refused, removed or written off here, and the bank has it.',
      vanished: 'The bank showed it before, and its newer list lacks it. Ask the bank.',
      account: (ending: string) =>
        `Paid into the account that ends in ${ending}, unlike most sales of the day. See who is paid under Terminal.`,
      paid: (expected: string, settled: string) =>
        `Its fee gives ${inSentence(expected)}; the bank settled ${inSentence(settled)}.`,
      paidWithoutDate: 'The bank calls it paid and gives no date, so it does not count as paid.',
      paidOddDate:
        'The bank calls it paid on a date that cannot be right, so it does not count as paid. Ask the bank.',
      dateWithoutPaid: 'The bank gives a paid date and does not call it paid, so it does not count as paid.',
      late: 'On its way, and the bank showed it unpaid when payment was due. See To do.',
      paidBack: 'The bank showed it paid before, and shows it unpaid now. Ask the bank.',
    },
    capped: (fee: string, terminal: string) =>
      `At terminal ${inSentence(terminal)} several fees are ${inSentence(fee)}, less than their percentage: that looks like the highest fee.`,
  },
}
