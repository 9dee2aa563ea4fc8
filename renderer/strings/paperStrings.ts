import { inSentence } from '../../shared/plainText.ts'

/** The words of papers, and of the buttons that make them. */
export const paperStrings = {
  paper: {
    practice: 'PRACTICE. Nothing on this paper is real.',
    title: (reference: string) => `Sale ${reference}`,
    made: (time: string, version: string) => `Made ${time}, this computer’s clock, by Tillside ${version}`,
    recorded: (time: string, amount: string, reference: string, terminal: string, shop: string) =>
      `On ${time} by this computer’s clock, ${shop} recorded a sale of ${inSentence(amount)} with reference ${reference} for terminal ${terminal}.`,
    notHere: (reference: string) => `This counter has no sale with reference ${reference}.`,
    aShop: 'this counter',
    sent: {
      never: 'It was not sent to the bank.',
      accepted: (time: string) => `The bank’s service accepted it at ${time} by this computer’s clock.`,
      refused: 'The bank’s service refused it.',
      removed: 'It was removed before it was sent.',
      writtenOff: 'A manager wrote it off: no payment is expected.',
      unclear: (times: number) =>
        `It was sent ${times === 1 ? 'once' : `${times} times`}, and no answer says yet whether the bank has it.`,
    },
    asked: {
      paid: (time: string, on: string, settled: string) =>
        `Asked for this paper at ${time}, the bank’s service shows it paid on ${on} (bank’s clock), with ${settled} settled.`,
      other: (time: string, amount: string, terminal: string) =>
        `Asked for this paper at ${time}, the bank’s service shows a record of ${amount} at terminal ${inSentence(terminal)} under this reference: it is not this sale as recorded here, so it shows no payment of it.`,
      unpaid: (time: string) =>
        `Asked for this paper at ${time}, the bank’s service has it and does not show it paid.`,
      none: (time: string) => `Asked for this paper at ${time}, the bank’s service returned no record of it.`,
      notAnswered: 'The bank’s service did not answer for this paper: what is below was known before.',
    },
    facts: {
      reference: 'Reference',
      amount: 'Amount',
      terminal: 'Terminal',
      state: 'State',
      cashier: 'Cashier',
      note: 'Note',
      sends: 'Times sent',
      checks: 'Times asked about',
    },
    steps: 'What is known',
    history: 'What happened, by this computer’s clock',
    record: 'The bank’s record, as given',
    recordRead: (time: string) => `Read at ${time} by this computer’s clock.`,
    notRead: 'No record of the bank was read.',
    differing: 'The bank also showed this record, which differs',
    taken: 'The record that this sale was accepted by',
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
