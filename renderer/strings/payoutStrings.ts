import { NAME_LENGTH_MAX, plainText, quoted, shortText } from '../../shared/plainText.ts'

/** What is said of a changed payout on every screen; a part of the catalogue in strings.ts. */
export const payoutStrings = {
  payout: {
    account: (from: string, to: string) =>
      `Payments of this terminal go to another account than before: now ${to}, before ${from}.`,
    merchant: (from: string, to: string) =>
      `The bank has this terminal under another merchant than before: now ${quoted(to, NAME_LENGTH_MAX)}, before ${quoted(from, NAME_LENGTH_MAX)}.`,
    accountWas: (from: string, to: string) =>
      `For a time the bank showed another account for this terminal: ${to} in place of ${from}.`,
    merchantWas: (from: string, to: string) =>
      `For a time the bank had this terminal under another merchant: ${quoted(to, NAME_LENGTH_MAX)} in place of ${quoted(from, NAME_LENGTH_MAX)}.`,
    inactive: 'The bank shows this terminal as not active any more.',
    active: 'The bank shows this terminal as active again.',
    notReceiving: 'The bank shows this terminal as not receiving payment any more.',
    receiving: 'The bank shows this terminal as receiving payment again.',
    activeWas: 'For a time the bank showed this terminal as active.',
    inactiveWas: 'For a time the bank showed this terminal as not active.',
    receivingWas: 'For a time the bank showed this terminal as receiving payment.',
    notReceivingWas: 'For a time the bank showed this terminal as not receiving payment.',
    now: 'Now',
    isBack: 'The bank’s list shows it as expected again.',
    otherAccount: (shown: string, asked: string) =>
      `The bank pays this terminal into ${shown}. Here ${asked} was asked for. Ask a manager.`,
    askManager: 'Ask a manager.',
    row: (terminalId: string, what: string) =>
      `Terminal ${shortText(plainText(terminalId), NAME_LENGTH_MAX)}: ${what}`,
    show: 'Look at it',
    heading: 'Needs you: terminals',
    help: 'No change from this computer explains it. Sales can still be recorded.',
    banner: (count: number) =>
      count === 1
        ? 'The bank has changed a terminal of this counter, and no change from here explains it. Its money may go elsewhere.'
        : `The bank has changed ${count} terminals of this counter, and no change from here explains it. Their money may go elsewhere.`,
    status: (count: number) => (count === 1 ? '1 terminal changed' : `${count} terminals changed`),
  },
} as const
