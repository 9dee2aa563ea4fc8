import type { Mutant } from './mutant.ts'

const VERDICTS = 'electron/outbox/rules/responseClassifier.ts'
const MACHINE = 'electron/outbox/rules/machine.ts'
const OBSERVED = 'electron/outbox/worker/observed.ts'
const ACCEPTED = 'electron/outbox/worker/accepted.ts'

/** Wrong designs of evidence: what a record, a person or a row proves. */
export const mutantsOfEvidence: readonly Mutant[] = [
  {
    name: 'a conflict goes back to the queue',
    thought: 'the manager may send anything again',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'conflict', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },`,
        replace: `  { from: 'conflict', event: 'managerWritesOff', to: 'queued', onlyIf: 'freshLookUp' },`,
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
    name: 'the terminal is not compared',
    thought: 'the reference is unique',
    edits: [
      {
        file: VERDICTS,
        find: `  if (record.terminalId !== sale.terminalId) return 'foundDifferent'
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'an old record is believed',
    thought: 'references are never used twice',
    edits: [
      {
        file: VERDICTS,
        find: `receivedAtMs < sale.recordedAtMs - RECORD_AGE_MS_MAX`,
        replace: `receivedAtMs < 0 * RECORD_AGE_MS_MAX`,
      },
    ],
  },
  {
    name: 'a record of another reference is believed',
    thought: 'the service answers what it was asked',
    edits: [
      {
        file: VERDICTS,
        find: `  if (!isSameReference(record.transactionId, sale.transactionId)) return 'unrelated'
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'paid without a real date',
    thought: 'isPaid says it all',
    edits: [
      {
        file: ACCEPTED,
        find: `  return believedPaidTime(record, todayOf(context)) === undefined ? null : record.datePaid`,
        replace: `  return believedPaidTime(record, todayOf(context)) === undefined && !record.isPaid ? null : record.datePaid`,
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
    name: 'a record that differs after acceptance is dropped',
    thought: 'it would claim a payment that is not ours',
    edits: [
      {
        file: ACCEPTED,
        find: `  return store.apply(sale, 'foundDiffering', { ...answered, ...opened }, now, text, end).ok`,
        replace: `  return opened.differingOpen === false && store.apply(sale, 'foundDiffering', answered, now, text, end).ok`,
      },
    ],
  },
  {
    name: 'a record that differs takes the place of the one that was accepted',
    thought: 'the newest is the truth',
    edits: [
      {
        file: ACCEPTED,
        find: `    differencesFrom(context, sale, record).length === 0`,
        replace: `    differencesFrom(context, sale, record).length >= 0`,
      },
    ],
  },
  {
    name: 'what differs goes back to the queue',
    thought: 'the bank does not have ours',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'accepted', event: 'foundDiffering', to: 'accepted' },`,
        replace: `  { from: 'accepted', event: 'foundDiffering', to: 'queued' },`,
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
    name: 'late evidence about a written-off sale is ignored',
    thought: 'a person has decided',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'writtenOff', event: 'foundAtBank', to: 'accepted' },
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
]
