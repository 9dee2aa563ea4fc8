import { inSentence } from '../../shared/plainText.ts'

/** The words of the close of a day, on the screen and on its paper. */
export const closingStrings = {
  closing: {
    open: 'Close the day',
    title: 'Close the day',
    counting: 'Counting…',
    lead: (days: string) =>
      `This closes ${days}: what was recorded since the last close, as it stands now. It is kept and never changes. Nothing is sent, and open sales go on.`,
    /** A forgotten close: the first and the last of its days. */
    spanned: (first: string, last: string) => `${first} to ${last}`,
    monthEnds: 'A month ends here. What was recorded after it is the next close, which you can make at once.',
    refused: (count: string) =>
      count === '0'
        ? 'This day has its close.'
        : `This day has its close. What was recorded since belongs to the next one: ${count === '1' ? '1 sale' : `${count} sales`}.`,
    sinceLast: 'Since the last close',
    recorded: 'Recorded',
    open_: (count: string) =>
      count === '1'
        ? '1 sale is open. The paper names it.'
        : `${count} sales are open. The paper names them.`,
    adjusted: (count: string) =>
      count === '1'
        ? '1 sale of an earlier close changed since.'
        : `${count} sales of earlier closes changed since.`,
    cameIn: 'Of earlier days, paid since',
    takenBack: 'Of earlier days, no longer paid',
    close: 'Close and print',
    closing: 'Closing…',
    closed: (number: number, openCount: number) =>
      openCount === 0
        ? `Close No. ${number}: to zero. No sale of it is open.`
        : `Close No. ${number}: ${openCount === 1 ? '1 open sale goes' : `${openCount} open sales go`} on.`,
    leave: 'Not now',
    done: 'Done',
    earlier: 'Earlier closes',
    closeOf: (number: number, day: string) => `No. ${number}, ${day}`,
    closedAt: (time: string) => `closed ${time}`,
    reprint: 'Print again',
    reprintOf: (number: number) => `Print close No. ${number} again`,
    save: 'Save',
    saveOf: (number: number) => `Save close No. ${number} as a file`,
    printMonth: (month: string) => `Print the closes of ${month}`,
    month: {
      title: (month: string) => `Closes of ${month}`,
      columns: ['No.', 'Day', 'Sales', 'Recorded', 'Paid', 'Settled', 'Digits'],
      together: 'Sum',
      closes: (count: number) => (count === 1 ? '1 close' : `${count} closes`),
      notKnown: 'not known',
      note: 'Each close counts what was recorded since the one before, as it stood then. What changed later is on the paper of a later close. Digits prove a close: type them under Close the day.',
      made: (time: string) => `Made ${time}, this computer’s clock`,
    },
    paperCheck: 'Check a paper',
    digits: 'Digits at its foot',
    digitsHelp: 'Four groups of four, such as 7F3C-19A2-55D0-41BE.',
    noDigits: 'Type all sixteen: 0 to 9 and A to F.',
    look: 'Check',
    noneFound:
      'No close of this counter has these digits. The paper is of another counter, or was not printed like this.',
    foundIs: (number: number, days: string, time: string, recorded: string) =>
      `These are the digits of close No. ${number}, ${days}, closed ${time}: recorded ${recorded}. The rest must be as on its paper: print it again to compare.`,
    paper: {
      title: (number: number) => `DAY CLOSE No. ${number}`,
      reprint: 'REPRINT',
      day: (day: string) => `Day ${day}`,
      closed: (time: string, by: string | null) =>
        by === null || by === '' ? `closed ${time}` : `closed ${time} by ${inSentence(by)}`,
      span: (from: string, to: string) => `Sales of ${from} to ${to}`,
      none: 'No sale since the last close',
      terminal: (terminal: string) => `Terminal ${terminal}`,
      fees: 'Fees',
      settled: 'Settled',
      cashiers: 'By cashier',
      noCashier: 'Cashier not known',
      open: 'Open',
      together: 'Together',
      openOf: (number: number) => `of No. ${number}`,
      days: 'By day',
      ofDay: (day: string) => `${day}, recorded`,
      paidOfDay: 'of it paid',
      adjustments: 'Changed since earlier closes',
      /** A long reference has no mark behind it, which would stand alone in the next line. */
      openSale: (reference: string, state: string, of: string) =>
        `${reference} ${state}${of === '' ? '' : `, ${of}`}`,
      adjustment: (number: number, day: string, reference: string, from: string, to: string) =>
        `${reference} of No. ${number}, ${day}: ${from}, now ${to}`,
      endedThen: 'not open',
      more: (count: string) => `and ${count} more`,
      clock: 'Days and times by this computer’s clock.',
      key: 'Digits of this counter’s key, which signs packs of disputes:',
      check: 'To check this paper, type these digits under Close the day:',
    },
  },
}
