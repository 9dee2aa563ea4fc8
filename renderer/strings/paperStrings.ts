import { inSentence } from '../../shared/plainText.ts'

/** The words of papers, and of the buttons that make them. */
export const paperStrings = {
  paper: {
    practice: 'PRACTICE. Nothing on this paper is real.',
    title: (reference: string) => `Sale ${reference}`,
    made: (time: string, version: string) => `Made ${time}, this computer’s clock, by Tillside ${version}`,
    notHere: (reference: string) => `This counter has no sale with reference ${reference}.`,
    countsAs: (state: string) =>
      `This counter still counts it as ${state}, until it has seen the same itself.`,
    asked: {
      paid: (time: string, on: string, settled: string) =>
        `Asked for this paper at ${time}, the bank’s service shows it paid on ${on} (bank’s clock), with ${settled} settled.`,
      other: (time: string, amount: string, terminal: string) =>
        `Asked for this paper at ${time}, the bank’s service shows a record of ${amount} at terminal ${inSentence(terminal)} under this reference: it is not this sale as recorded here, so it shows no payment of it.`,
      unpaid: (time: string) =>
        `Asked for this paper at ${time}, the bank’s service has it and does not show it paid.`,
      none: (time: string) => `Asked for this paper at ${time}, the bank’s service returned no record of it.`,
      notAnswered: 'Asked for this paper, the bank’s service did not answer: what is below was known before.',
    },
    facts: {
      reference: 'Reference',
      terminal: 'Terminal',
      shop: 'Shop',
      state: 'State',
      cashier: 'Cashier',
      note: 'Note',
      sends: 'Times sent',
      checks: 'Times asked about',
    },
    now: 'Now',
    amounts: 'Amounts',
    recorded: 'Recorded here',
    acceptedAmount: 'Accepted',
    settled: 'Settled',
    fee: 'Fee',
    steps: 'What is known',
    records: 'The bank’s records, newest first',
    asOf: (what: string, time: string) => `${what}, as of ${time} (this computer’s clock).`,
    askedNow: 'As shown for this paper',
    differing: 'One that differs from the one accepted',
    taken: 'The one that the sale was accepted by',
    kept: 'As last read',
    notRead: 'No record of the bank was read.',
    columns: ['Field', 'The bank’s name of it', 'As given'],
    people: 'Who did what',
    wire: 'What was sent and answered',
    times: { at: 'Time, this computer’s clock', what: 'What', who: 'Who' },
  },
  receiptPaper: {
    copy: (copy: number) => (copy === 1 ? '' : `Copy ${copy}`),
    terminal: (terminal: string) => `Terminal ${terminal}`,
    date: 'Date',
    reference: 'Reference',
    bankReference: 'Bank reference',
    cashier: (name: string) => `Cashier ${name}`,
    saved: 'Recorded, not yet confirmed by the bank',
    sent: 'Sent, not yet confirmed by the bank',
    accepted: (time: string) => `Bank accepted ${time}`,
    paid: (time: string) => `Paid to the shop ${time} (bank’s clock)`,
    notPaid: 'Not paid to the shop yet',
    refused: 'The bank refused it. Nothing was paid.',
    none: 'Removed. Nothing was paid.',
    writtenOff: 'Written off by the shop',
    asOf: (time: string) => `As known on ${time}`,
  },
}
