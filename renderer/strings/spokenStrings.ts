/** The words for screen readers: announcements, and the meaning of the ticks; a part of the catalogue in strings.ts. */
export const spokenStrings = {
  announce: {
    allSent: 'Nothing is waiting any more.',
    needsPerson: (count: number) => (count === 1 ? '1 sale needs help.' : `${count} sales need help.`),
    differs: (count: number) =>
      count === 1 ? 'The bank’s record of 1 sale differs.' : `The bank’s records of ${count} sales differ.`,
    queueTried: 'Trying now.',
    refused: (count: number) =>
      count === 1 ? '1 sale was refused by the bank.' : `${count} sales were refused by the bank.`,
    enterAgain: 'Press Enter again',
    takenOut: 'As fast as a scanner, so it was taken out again. Type or paste it.',
    scanHeld: 'A code was scanned. Answer the question first, then scan again.',
    largestFirst: 'Sorted by amount, largest first.',
    smallestFirst: 'Sorted by amount, smallest first.',
    openFirstFirst: 'Sorted by state, what needs you first.',
    doneFirstFirst: 'Sorted by state, what is done first.',
    newestFirst: 'Sorted by time, newest first.',
    oldestFirst: 'Sorted by time, oldest first.',
    terminalChosen: (terminalId: string) => `This counter now uses terminal ${terminalId}.`,
    terminalsRead: (count: string, isComplete: boolean) =>
      isComplete ? `${count} read.` : `The list of terminals is incomplete: ${count} known.`,
    scanned: (code: string) => `Scanned: ${code}`,
  },
  facts: {
    saved: 'saved on this computer',
    accepted: 'bank accepted',
    notAccepted: 'bank acceptance not known',
    awaited: 'waiting for the bank’s answer',
    notAcceptedYet: 'not accepted yet',
    neverAccepted: 'not accepted',
    paid: 'paid to you',
    notPaid: 'not paid yet',
    paidNotKnown: 'payment not known',
    neverPaid: 'will not be paid',
  },
} as const
