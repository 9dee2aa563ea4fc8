/** The words of the Sell screen besides its form: the last sale, today's money, the counter view; a part of strings.ts. */
export const saleStrings = {
  money: {
    title: 'Your money today',
    recorded: (count: string) => `recorded today, ${count}`,
    paidOfIt: (paid: string) => `Of it ${paid} paid to you, before the bank’s fees`,
    nonePaid: 'None of it is paid yet.',
    inAccount: (net: string) => `Settled, after the bank’s fees: ${net}.`,
    /** Names the list of parts for a screen reader. */
    parts: 'What is known of it',
    notCounted: (apart: string) => `Not counted: ${apart}.`,
    apart: (count: number, what: string, total: string) => `${count} ${what.toLowerCase()}, ${total}`,
    usual: (span: string) => `The bank usually pays here within ${span}.`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  },
  lastSale: {
    title: 'Last sale',
    saved: 'Saved',
    accepted: 'Bank accepted',
    paid: 'Paid',
    /** After the step whose time is not this computer's. */
    bankClock: '(bank’s clock)',
    notYet: 'not yet',
    /** It was sent, and the answer may still come. */
    awaited: 'waiting for the answer',
    awaitedPaid: 'waiting',
    notKnown: 'not known',
    never: 'no',
    show: 'Show to customer',
    receipt: 'Print receipt, F9',
    open: 'Open',
    /** One sentence on what is true and what to do, for each chip that needs one. */
    next: {
      saved: 'It goes to the bank by itself. You can serve the next customer.',
      waiting: 'It is saved on this computer and not sent yet. Do not enter it again.',
      sending: 'It is being sent to the bank. You can serve the next customer.',
      checking:
        'Do not enter it again. Tell the customer: the bank has not answered yet. Do not pay a second time; this screen shows the answer.',
      needsYou: 'It may or may not have gone through. Open it before you do anything else.',
      onItsWay: 'The bank has accepted it. This card says when it is paid.',
      late: 'The bank has accepted it, and the money is late.',
      differs: 'The bank’s record is not what was accepted. Open it.',
      paid: 'The bank says that it has paid it.',
      paidBack: 'The bank showed it paid, and does not any more. Open it.',
      refused: 'The bank said no. Open it to see why.',
      fixing: 'It was stopped here. Open it to see what to do.',
      removed: 'A manager removed it. It was not sent.',
      writtenOff: 'A manager wrote it off.',
    },
    /** In place of `next.checking` where the bank did answer. */
    saidNo:
      'The bank said no, and we are making sure. Do not enter it again. Tell the customer: do not pay a second time before this screen shows the outcome.',
  },
  todayList: {
    title: 'Last sales today',
    checking: (count: number) =>
      count === 1 ? '1 sale is being checked' : `${count} sales are being checked`,
    needsYou: (count: number) => (count === 1 ? '1 sale needs you' : `${count} sales need you`),
    unsettled: (parts: readonly string[], count: number) =>
      `${parts.join(', ')}. Do not enter ${count === 1 ? 'it' : 'them'} again.`,
    show: 'Show',
    otherDays: (count: string) => `${count} open from other days`,
    more: (count: string) => `Show all ${count} that are open`,
  },
  counterView: {
    label: 'For the customer',
    close: 'Close',
    hint: 'Esc closes this',
    recorded: (time: string) => `Recorded ${time}`,
    /** What a customer may rely on. */
    checking:
      'Please do not pay again. The bank has not answered yet; we keep asking, and this screen shows what it says.',
    slip: (label: string, number: string) => `${label} ${number}`,
    paidOn: (time: string) => `Paid ${time}, bank’s clock`,
  },
} as const
