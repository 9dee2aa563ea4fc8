import { type CallName, callNames, type Request } from '../../shared/contract.ts'

/** What the requests name, of the counter that they are made at. */
export interface OfCounter {
  readonly saleId: string
  readonly terminalId: string
  readonly newTerminalId: string
  /** One that the bank does not know, or none. */
  readonly accountNumber: string
  readonly clientId: string
  readonly secretKey: string
  readonly loginToken: string
  readonly businessToken: string
  readonly pin: string
  readonly nextPin: string
  readonly cashierPin: string
}

type Harmless = { readonly [Name in CallName]: Request<Name> }
/** The calls that ask for something. */
type Asking = {
  readonly [Name in CallName as string extends keyof Request<Name> ? never : Name]: Request<Name>
}

/** A request for every call of the contract that changes little; the compiler asks for one for each that takes something. */
export function harmlessRequests({
  saleId,
  terminalId,
  newTerminalId,
  accountNumber,
  clientId,
  secretKey,
  loginToken,
  businessToken,
  pin,
  nextPin,
  cashierPin,
}: OfCounter): Harmless {
  const entered = {
    accountNumber,
    serialNumber: 'S1',
    isReceivingPayment: true,
    isActive: false,
    by: 'Ngozi',
    note: 'moved',
  }
  const registerForm = { terminalId: newTerminalId, merchantId: '2044LAPR0000017', ...entered }
  const till = { name: 'Odoo', level: 'fill' as const, terminalIds: [terminalId], maxKobo: 0, perHour: 0 }
  const asking: Asking = {
    'app.close': { how: 'keepOpen', remember: false },
    'app.screenFailed': { name: 'TypeError' },
    'access.setPin': { currentPin: '', pin },
    'access.enter': { pin },
    'access.reset': { secretKey, pin: nextPin },
    'people.add': { name: 'Ngozi', pin: cashierPin },
    'people.enter': { cashierId: '0', pin: cashierPin },
    'people.rename': { cashierId: '0', name: 'Ada' },
    'people.resetPin': { cashierId: '0', pin: cashierPin },
    'people.remove': { cashierId: '0' },
    'session.signIn': { clientId, secretKey, loginToken },
    'sales.record': {
      amountText: '1500',
      transactionId: saleId,
      note: 'rice',
      confirmedAmount: false,
      confirmedSecondSale: true,
    },
    'todo.page': { offset: 0, limit: 50, shown: [] },
    'sales.page': { filter: 'all', search: '', offset: 0, limit: 50 },
    'sales.find': { search: 'rice', before: null },
    'sales.days': { alsoOf: [], hoursOf: null },
    'sales.get': { transactionId: saleId },
    'sales.cancel': { transactionId: saleId, reason: 'typed twice' },
    'sales.resolve': { transactionId: saleId, decision: 'writeOff', reason: 'x', seen: '' },
    'sales.checkNow': { transactionId: saleId },
    'sales.noteRefusal': { transactionId: saleId },
    'terminals.page': { search: '', offset: 0, limit: 200 },
    'terminals.byId': { recordId: null, terminalId },
    'terminals.merchants': { search: '', offset: 0, limit: 200 },
    'terminals.choose': { terminalId },
    'terminals.checkName': { accountNumber },
    'terminals.vouchName': {
      accountNumber: '0123456789',
      accountAgain: '0123456789',
      name: 'ADE STORES LTD',
      how: 'by telephone',
      who: 'Mrs. Bello',
      on: '2026-11-17',
    },
    'terminals.setBusinessToken': { token: businessToken },
    'terminals.register': { form: registerForm, checkId: '' },
    'terminals.edit': {
      form: { recordId: '302', seen: '', merchantRecordId: '71', ...entered, accountNumber: '' },
      checkId: '',
    },
    'terminals.changes': { offset: 0, limit: 50 },
    'terminals.lookUpChange': { changeId: '' },
    'terminals.giveUpChange': { changeId: '', how: 'notDone', by: 'Ngozi', note: 'x' },
    'terminals.acknowledgePayout': { terminalId: '', seen: '', by: 'Ngozi', note: 'x' },
    'records.search': {
      searchId: 'one',
      terminalId,
      dateFrom: '2026-11-19',
      dateTo: '2026-11-20',
      basis: 'saleDate',
    },
    'records.page': { searchId: 'one', filter: { show: 'all', amountText: '' }, offset: 0, limit: 200 },
    'records.cancel': { searchId: 'one' },
    'day.view': { terminalId, day: '2026-11-20', isRead: true },
    'records.byReference': { transactionId: saleId },
    'reports.sales': { filter: 'all', search: '', format: 'csv' },
    'reports.records': { searchId: 'one', filter: { show: 'all', amountText: '' }, format: 'csv' },
    'reports.day': { terminalId: '2TLS0001', day: '2026-11-20', format: 'csv' },
    'paper.pdf': { name: 'sale' },
    'paper.print': { width: '80', lengthMm: 120, receiptOf: null },
    'paper.send': { width: '80', lines: [{ kind: 'rule' }], receiptOf: null },
    'paper.sale': { transactionId: saleId },
    'dayClose.get': { number: 1 },
    'dayClose.find': { digits: '0123456789abcdef' },
    'dayClose.month': { month: '2026-11' },
    'dayClose.save': { number: 1 },
    'viewPreferences.keep': {
      paneWidthPx: 400,
      saleFilter: 'all',
      saleOrder: 'newest',
      saleRange: 'all',
      isWelcomed: true,
    },
    'settings.change': { theme: 'dark' },
    'tills.connect': till,
    'tills.change': { tillId: '0', choice: till },
    'tills.renewKey': { tillId: '0' },
    'tills.disconnect': { tillId: '0' },
    'handed.sendBack': { handoverId: 0 },
    'disputes.page': { show: 'open', offset: 0 },
    'disputes.get': { disputeId: '0' },
    'disputes.about': { transactionIds: [saleId] },
    'disputes.open': {
      about: [{ transactionId: saleId, terminalId, amount: '1500', settled: null }],
      reason: 'notPaid',
      atStake: '1500',
      note: '',
    },
    'disputes.step': { disputeId: '0', kind: 'noted', change: {}, note: 'rang the bank' },
    'disputes.attach': { disputeId: '0' },
    'disputes.pack': { disputeId: '0' },
    'reports.disputes': { format: 'csv', show: 'open' },
  }
  return { ...(Object.fromEntries(callNames.map((name) => [name, {}])) as Harmless), ...asking }
}
