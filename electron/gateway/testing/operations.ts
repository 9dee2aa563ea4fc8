import type { Answer, BusinessApi, EditedTerminal, NewTerminal, SettlementApi } from '../answer.ts'

/*
 * The specification as a table: the request and the answer of each operation. It is written from the document, not from
 * the code, so that it can disagree with the code.
 */
export type FieldType =
  | 'integer'
  | 'decimal'
  | 'string'
  | 'stringOrNull'
  /** It may be empty (docs/service.md 2.2). Null is read as the empty text. */
  | 'stringOrNothing'
  | 'boolean'
  | 'null'
  | 'object'
  | 'array'
  /** Undocumented (docs/service.md 4.1), so it may be anything. */
  | 'notShown'
/** By name on the wire. `{p}` is the deployment's prefix. */
export type Fields = Readonly<Record<string, FieldType>>

type InputValue = string | number | boolean
export type Input = Readonly<Record<string, InputValue>>

/** One field of a request. All are required (docs/service.md 4). */
export interface RequestField {
  /** Its JSON type in a body. In a query every value is text. */
  readonly type: 'string' | 'boolean'
  /** The name of the input value that it carries. */
  readonly from: string
}

/** The two interfaces of the service. */
export interface Service {
  readonly settlement: SettlementApi
  business(enquiry: { readonly serviceType: string; readonly bankCode: string }): BusinessApi
}

interface Shape<Values> {
  readonly section: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The body's media type, byte for byte. */
  readonly contentType: string
  /** All values differ, so that a test notices if two are swapped. */
  readonly input: Values
  /** By name on the wire, in dotted form for nested objects. */
  readonly request: Readonly<Record<string, RequestField>>
  readonly flag: 'status' | 'isSuccessful'
  readonly envelope: Fields
  /** The fields of `data`, or of each row of it. */
  readonly data: Fields
}

export interface Operation extends Shape<Input> {
  /** @param change values that differ from the table's input */
  call(service: Service, change?: Input): Promise<Answer<unknown>>
}

/** Types `call` by its input. A change must have the type of the value that it replaces. */
function operation<Values extends Input>(
  shape: Shape<Values> & {
    readonly call: (service: Service, input: Values) => Promise<Answer<unknown>>
  },
): Operation {
  return { ...shape, call: (service, change) => shape.call(service, { ...shape.input, ...change }) }
}

const text = (from: string): RequestField => ({ type: 'string', from })
const flag = (from: string): RequestField => ({ type: 'boolean', from })

const JSON_TYPE = 'application/json'

const terminalFields: Fields = {
  id: 'integer',
  '{p}MerchantId': 'integer',
  terminalId: 'string',
  merchantId: 'string',
  '{p}AccountNumber': 'string',
  '{p}AccountName': 'string',
  serialNumber: 'stringOrNothing',
  isActive: 'boolean',
  isReceivingPayment: 'boolean',
  feePercentage: 'decimal',
  dateCreated: 'string',
}
const recordFields: Fields = {
  id: 'integer',
  '{p}TerminalId': 'integer',
  terminalId: 'string',
  '{p}AccountNumber': 'string',
  amount: 'decimal',
  amountSettled: 'decimal',
  feePercentage: 'decimal',
  isPaid: 'boolean',
  datePaid: 'string',
  transactionId: 'string',
  '{p}RefId': 'string',
  reason: 'stringOrNull',
  timeReceived: 'string',
  responseCode: 'stringOrNull',
  responseMessage: 'stringOrNull',
}
const paging: Fields = { totalCount: 'integer', hasNextPage: 'boolean', currentPage: 'integer' }

const saved: Fields = { status: 'boolean', message: 'string', data: 'object' }

const newTerminal = {
  terminalId: '20330009',
  merchantId: 'M-77',
  accountNumber: '0123456789',
  serialNumber: 'SN-5 é',
  isReceivingPayment: true,
  isActive: false,
} satisfies NewTerminal

const editedTerminal = {
  recordId: '9007199254740993',
  merchantRecordId: '4711',
  terminalId: '20330001',
  accountNumber: '9876543210',
  accountName: 'Adébáyọ̀ & "Ọmọ"',
  serialNumber: 'SN-6',
  isReceivingPayment: false,
  isActive: true,
  feePercentageSource: '0.5000',
  dateCreated: '2026-01-02T03:04:05.1234567',
} satisfies EditedTerminal

/** The eight endpoints of docs/service.md 4, the Business API among them. */
export const operations: Readonly<Record<string, Operation>> = {
  business: operation({
    section: '4.1',
    method: 'POST',
    path: '/v2.1',
    contentType: 'application/JSON',
    input: {
      serviceType: 'NAME_ENQUIRY',
      requestRef: 'REF-1',
      accountNumber: '0123456789',
      bankCode: '000999',
    },
    request: {
      serviceType: text('serviceType'),
      requestRef: text('requestRef'),
      'data.BeneficiaryAccountNumber': text('accountNumber'),
      'data.BeneficiaryBankCode': text('bankCode'),
    },
    flag: 'status',
    // The document does not show the answer; `status` is the first of the profile's default keys.
    envelope: { status: 'boolean', message: 'notShown', data: 'notShown' },
    data: {},
    call: ({ business }, { requestRef, accountNumber, ...enquiry }) =>
      business(enquiry).enquireName({ token: 'TOKEN', requestRef, accountNumber }),
  }),
  login: operation({
    section: '4.2',
    method: 'POST',
    path: '/api/Auth/authenticate',
    contentType: JSON_TYPE,
    input: { secretKey: 'the-secret', clientId: 'client-1' },
    request: { secretKey: text('secretKey'), clientID: text('clientId') },
    flag: 'isSuccessful',
    envelope: { isSuccessful: 'boolean', message: 'string', data: 'object' },
    data: { auth_token: 'string' },
    call: ({ settlement }, input) => settlement.login({ ...input, loginToken: 'TOKEN' }),
  }),
  createTerminal: operation({
    section: '4.3',
    method: 'POST',
    path: '/api/terminal/api/terminal/createterminal',
    contentType: JSON_TYPE,
    input: newTerminal,
    request: {
      terminalId: text('terminalId'),
      merchantId: text('merchantId'),
      '{p}AccountNumber': text('accountNumber'),
      serialNumber: text('serialNumber'),
      isReceivingPayment: flag('isReceivingPayment'),
      isActive: flag('isActive'),
    },
    flag: 'status',
    envelope: saved,
    data: { id: 'integer' },
    call: ({ settlement }, input) => settlement.createTerminal('TOKEN', input),
  }),
  editTerminal: operation({
    section: '4.4',
    method: 'POST',
    path: '/api/terminal/EditTerminal',
    contentType: JSON_TYPE,
    input: editedTerminal,
    request: {
      id: text('recordId'),
      '{p}MerchantId': text('merchantRecordId'),
      terminalID: text('terminalId'),
      '{p}AccountNumber': text('accountNumber'),
      '{p}AccountName': text('accountName'),
      serialNumber: text('serialNumber'),
      isReceivingPayment: flag('isReceivingPayment'),
      isActive: flag('isActive'),
      feePercentage: text('feePercentageSource'),
      dateCreated: text('dateCreated'),
    },
    flag: 'status',
    envelope: saved,
    data: { id: 'integer' },
    call: ({ settlement }, input) => settlement.editTerminal('TOKEN', input),
  }),
  retrieveTerminals: operation({
    section: '4.5',
    method: 'GET',
    path: '/RetrieveMerchantTerminals',
    contentType: JSON_TYPE,
    input: { pageSize: 100, pageNumber: 3 },
    request: { pageSize: text('pageSize'), pageNumber: text('pageNumber') },
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'array', ...paging },
    data: terminalFields,
    call: ({ settlement }, input) => settlement.retrieveTerminals('TOKEN', input),
  }),
  settlementStatus: operation({
    section: '4.6',
    method: 'GET',
    path: '/api/terminal/settlementstatus',
    contentType: JSON_TYPE,
    input: { transactionId: 'A/B&c=1 +é' },
    request: { transactionId: text('transactionId') },
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'object' },
    data: recordFields,
    call: ({ settlement }, { transactionId }) => settlement.settlementStatus('TOKEN', transactionId),
  }),
  logTransaction: operation({
    section: '4.7',
    method: 'POST',
    path: '/api/terminal/logtransaction',
    contentType: JSON_TYPE,
    input: { amountWire: '1500.00', transactionId: 'T-1', terminalId: '20330001' },
    request: {
      amount: text('amountWire'),
      transactionId: text('transactionId'),
      terminalId: text('terminalId'),
    },
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'null' },
    data: {},
    call: ({ settlement }, input) => settlement.logTransaction('TOKEN', input),
  }),
  searchTransactions: operation({
    section: '4.8',
    method: 'GET',
    path: '/api/terminal/searchtransaction',
    contentType: JSON_TYPE,
    input: {
      terminalId: '20330001',
      dateFrom: '2026-11-19',
      dateTo: '2026-11-20',
      pageSize: 50,
      pageNumber: 1,
    },
    request: {
      terminalId: text('terminalId'),
      dateFrom: text('dateFrom'),
      dateTo: text('dateTo'),
      pageSize: text('pageSize'),
      pageNumber: text('pageNumber'),
    },
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'array', ...paging },
    data: recordFields,
    call: ({ settlement }, input) => settlement.searchTransactions('TOKEN', input),
  }),
}
