import type { Mutant } from './mutant.ts'

const SEND = 'electron/outbox/worker/send.ts'
const MACHINE = 'electron/outbox/rules/machine.ts'
const VERDICTS = 'electron/outbox/rules/responseClassifier.ts'
const ACCEPTED = 'electron/outbox/worker/acceptance.ts'
const OBSERVED = 'electron/outbox/worker/shownRecords.ts'

/** Wrong designs of what an answer or a record proves. */
export const wrongEvidence: readonly Mutant[] = [
  {
    name: 'a no is a refusal at once',
    thought: 'the bank said no, so it is refused',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'sending', event: 'outcomeUnknown', to: 'unknown' },`,
        replace: `  { from: 'sending', event: 'outcomeUnknown', to: 'unknown' },\n  { from: 'sending', event: 'absentAfterNo', to: 'refused' },`,
      },
      {
        file: SEND,
        find: `    verdict.event,
    patchOf`,
        replace: `    verdict.bankMessage !== null ? 'absentAfterNo' : verdict.event,
    patchOf`,
      },
    ],
  },
  {
    name: 'a sent sale can be cancelled',
    thought: 'it is back in the queue, so it was not sent',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'unknown', event: 'leftUnsettled', to: 'review' },`,
        replace: `  { from: 'unknown', event: 'leftUnsettled', to: 'cancelled' },`,
      },
    ],
  },
  {
    name: 'the amount is not compared',
    thought: 'the reference is unique',
    edits: [
      {
        file: VERDICTS,
        find: `  if (koboFromDecimal(record.amount) !== sale.amountKobo) return 'foundDifferent'
`,
        replace: `  if (koboFromDecimal(record.amount) === undefined) return 'foundDifferent'
`,
      },
    ],
  },
  {
    name: 'paid without a real date',
    thought: 'isPaid says it all',
    edits: [
      {
        file: ACCEPTED,
        find: `  return isPaid ? datePaid : null`,
        replace: `  return isPaid || record.isPaid ? datePaid : null`,
      },
    ],
  },
  {
    name: 'a paid list pays every sale that it was read for',
    thought: 'they are of one terminal and one day',
    edits: [
      {
        file: 'electron/settlements/followUp.ts',
        find: `      (each) => checkOf(context, each),`,
        replace: `      (each) => ({ ...checkOf(context, each), datePaid: read.rows.find((row) => row.isPaid)?.datePaid ?? null }),`,
      },
    ],
  },
  {
    name: 'a list that another answer overtook takes a payment back',
    thought: 'the answer that came last is the newest one',
    edits: [
      {
        file: ACCEPTED,
        find: `  if (differences.every((each) => each === 'payment') && isOlder(context, sale, now)) return false`,
        replace: ``,
      },
    ],
  },
  {
    name: 'reads pass accepted sales over',
    thought: 'they are followed until paid anyway',
    edits: [
      {
        file: OBSERVED,
        find: `      if (sale !== undefined && isSameDestination(sale.destination, destination))`,
        replace: `      if (sale !== undefined && sale.state !== 'accepted' && isSameDestination(sale.destination, destination))`,
      },
    ],
  },
  {
    name: 'a status:false never renews the token',
    thought: 'an expired token is a 401',
    edits: [
      {
        file: 'electron/session/refusals.ts',
        find: `  if (error.kind === 'declined') return 'saidNo'
`,
        replace: '',
      },
    ],
  },
  {
    name: 'late evidence about a refused sale is ignored',
    thought: 'refused is final',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'refused', event: 'foundAtBank', to: 'accepted' },
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'review ends the look-ups',
    thought: 'it is with a person now',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'review', event: 'foundAtBank', to: 'accepted' },
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'the whole account number is kept',
    thought: 'the record is kept as it came',
    edits: [
      {
        file: 'electron/gateway/recordView.ts',
        find: `accountEnding: accountEnding(record.accountNumber),`,
        replace: `accountEnding: record.accountNumber,`,
      },
    ],
  },
  {
    name: 'a sale that waits for a person is told as recorded',
    thought: 'the slip is its reference in any case, and it is on the disk',
    engine: 'real',
    edits: [
      {
        file: 'electron/tills/apiSale.ts',
        find: `    reference: sale?.transactionId ?? null,`,
        replace: `    reference: sale?.transactionId ?? handover.slip,`,
      },
    ],
  },
]
