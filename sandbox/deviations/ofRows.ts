import type { Json } from '../jsonText.ts'
import {
  asText,
  grouped,
  huge,
  isRow,
  ofJson,
  ofRecords,
  ofRows,
  onTimes,
  renamed,
  textOf,
  withField,
  withNulls,
  without,
  type Asked,
  type Deviation,
  type JsonRow,
} from './changes.ts'

/** How a bank may write the rows of its answers. */
export const rowDeviations = {
  // The rows.
  responseCodeNumber: { meaning: 'responseCode is 0', answer: ofRecords(withField('responseCode', () => 0)) },
  noReason: { meaning: 'no reason', answer: ofRecords(without('reason')) },
  noCodes: {
    meaning: 'no reason, code and message',
    answer: ofRecords(without('reason', 'responseCode', 'responseMessage')),
  },
  nullDatePaid: {
    meaning: 'datePaid is null until paid',
    answer: ofRecords((row) => (row['isPaid'] === true ? row : { ...row, datePaid: null })),
  },
  emptyDatePaid: {
    meaning: 'datePaid is empty until paid',
    answer: ofRecords((row) => (row['isPaid'] === true ? row : { ...row, datePaid: '' })),
  },
  noDatePaid: {
    meaning: 'datePaid is left out until paid',
    answer: ofRecords((row) => (row['isPaid'] === true ? row : without('datePaid')(row))),
  },
  amountText: {
    meaning: 'amounts are text',
    answer: ofRecords((row) => withField('amount', asText)(withField('amountSettled', asText)(row))),
  },
  amountGrouped: {
    meaning: 'amounts are text with commas',
    answer: ofRecords((row) => withField('amount', grouped)(withField('amountSettled', grouped)(row))),
  },
  everythingText: {
    meaning: 'every number and flag of a row is text',
    answer: ofRows((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, asText(value)])),
    ),
  },
  idsAreText: { meaning: 'ids are text', answer: ofRows(withField('id', asText)) },
  hugeIds: {
    meaning: 'ids of records, terminals and merchants are above 2^53',
    answer: ofRows((row) =>
      ['id', 'providerTerminalId', 'providerMerchantId'].reduce(
        (changed, name) => withField(name, huge)(changed),
        row,
      ),
    ),
  },
  flagsAreNumbers: {
    meaning: 'flags are 1 and 0',
    answer: ofRows((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, typeof value === 'boolean' ? Number(value) : value]),
      ),
    ),
  },
  flagsAreText: {
    meaning: 'flags are True and False',
    answer: ofRows((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          typeof value === 'boolean' ? (value ? 'True' : 'False') : value,
        ]),
      ),
    ),
  },
  timesWithSpace: {
    meaning: 'a space in place of the T of a time',
    answer: ofRecords(onTimes((time) => time.replace('T', ' '))),
  },
  timesWithZone: { meaning: 'times end with +01:00', answer: ofRecords(onTimes((time) => `${time}+01:00`)) },
  timesWithoutFraction: {
    meaning: 'times without a fraction',
    answer: ofRecords(onTimes((time) => time.replace(/\.[0-9]+$/u, ''))),
  },
  noTimeReceived: { meaning: 'no timeReceived', answer: ofRecords(without('timeReceived')) },
  capitalFields: {
    meaning: 'fields of rows begin with a capital',
    answer: ofRows(renamed((key) => key.slice(0, 1).toUpperCase() + key.slice(1))),
  },
  lowerFields: {
    meaning: 'fields of rows in small letters',
    answer: ofRows(renamed((key) => key.toLowerCase())),
  },
  noServiceReference: {
    meaning: 'the bank’s reference is null',
    answer: ofRecords(withNulls('providerRefId')),
  },
  noAccountNumber: {
    meaning: 'records without an account',
    answer: ofRecords(without('providerAccountNumber')),
  },
  noAmountSettled: {
    meaning: 'amountSettled and fee are null',
    answer: ofRecords(withNulls('amountSettled', 'feePercentage')),
  },
  noTerminalRecordId: {
    meaning: 'records without the terminal’s number',
    answer: ofRecords(without('providerTerminalId')),
  },
  spacedReferences: {
    meaning: 'references end with spaces',
    answer: ofRecords(withField('transactionId', (value) => `${textOf(value)}   `)),
  },
  capitalReferences: {
    meaning: 'references in capitals',
    answer: ofRecords(withField('transactionId', (value) => textOf(value).toUpperCase())),
  },
  lowerTerminals: {
    meaning: 'records name their terminal in small letters',
    answer: ofRecords(withField('terminalId', (value) => textOf(value).toLowerCase())),
  },
  minimal: {
    meaning: 'records with what is needed alone',
    answer: ofRecords((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([key]) =>
          ['id', 'transactionId', 'terminalId', 'amount', 'isPaid', 'datePaid', 'timeReceived'].includes(key),
        ),
      ),
    ),
  },
  moreFields: {
    meaning: 'more fields, and objects in rows',
    answer: ofRows((row) => ({ ...row, meta: { a: [1] }, channel: 'POS' })),
  },
  odd: {
    meaning: 'a reason that is an object',
    answer: ofRecords((row) => ({ ...row, reason: { code: 7 } })),
  },
  // Rows that cannot be read.
  oldRowUnreadable: {
    meaning: 'one older record has no amount',
    answer: ofJson((json, asked) => ofOldRow(json, asked, withNulls('amount'))),
  },
  oldRowNameless: {
    meaning: 'one older record has no reference and no amount',
    answer: ofJson((json, asked) => ofOldRow(json, asked, withNulls('amount', 'transactionId'))),
  },
  oneTerminalUnreadable: {
    meaning: 'one terminal has no account',
    answer: ofRows(
      (row, at) => (at === 1 ? withNulls('providerAccountNumber')(row) : row),
      ['retrieveTerminals'],
    ),
  },
  todayUnreadable: {
    meaning: 'records of today have no amount',
    answer: (answer, asked) =>
      ofRows(
        (row) => (textOf(row['timeReceived'] ?? '').startsWith(asked.today) ? withNulls('amount')(row) : row),
        ['settlementStatus', 'searchTransactions'],
      )(answer, asked),
  },
} satisfies Readonly<Record<string, Deviation>>

/** The second record of a list: one of the seed's, while no sale was logged here. */
function ofOldRow(json: JsonRow, { endpoint }: Asked, change: (row: JsonRow) => JsonRow): Json {
  const { data } = json
  if (endpoint !== 'searchTransactions' || !Array.isArray(data)) return json
  const last = data.length - 1
  return { ...json, data: data.map((row: Json, at) => (at === last && isRow(row) ? change(row) : row)) }
}
