/** What is said of a changed payout on every screen; a part of the catalogue in strings.ts. */
export const payoutStrings = {
  payout: {
    account: (from: string, to: string) =>
      `Payments of this terminal go to another account than before: now ${to}, before ${from}.`,
    merchant: (from: string, to: string) =>
      `The bank has this terminal under another merchant than before: now ${to}, before ${from}.`,
    inactive: 'The bank shows this terminal as not active any more.',
    active: 'The bank shows this terminal as active again.',
    notReceiving: 'The bank shows this terminal as not receiving payment any more.',
    receiving: 'The bank shows this terminal as receiving payment again.',
    now: 'Now',
    isBack: 'The bank’s list shows it as expected again.',
    askManager: 'Ask a manager.',
    row: (terminalId: string, what: string) => `Terminal ${terminalId}: ${what}`,
    show: 'Look at it',
    heading: 'Needs you: terminals',
    help: 'No change from this computer explains it. Sales can still be recorded.',
    banner: (count: number) =>
      count === 1
        ? 'The bank has changed where the money of a terminal goes, and no change from here explains it.'
        : `The bank has changed where the money of ${count} terminals goes, and no change from here explains it.`,
    status: (count: number) => (count === 1 ? '1 terminal changed' : `${count} terminals changed`),
  },
} as const
