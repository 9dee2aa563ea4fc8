import type { CallName, Request } from '../../shared/contract.ts'

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

/** A request for every call of the contract that changes little; the compiler asks for one for each new call. */
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
}: OfCounter): { readonly [Name in CallName]: Request<Name> } {
  const entered = {
    accountNumber,
    serialNumber: 'S1',
    isReceivingPayment: true,
    isActive: false,
    by: 'Ngozi',
    note: 'moved',
  }
  const registerForm = { terminalId: newTerminalId, merchantId: '2044LAPR0000017', ...entered }
  return {
    'app.start': {},
    'app.info': {},
    'app.close': { how: 'keepOpen', remember: false },
    'app.screenFailed': { name: 'TypeError' },
    'app.takeOpening': {},
    'access.get': {},
    'access.setPin': { currentPin: '', pin },
    'access.enter': { pin },
    'access.reset': { secretKey, pin: nextPin },
    'access.lock': {},
    'access.touch': {},
    'people.get': {},
    'people.add': { name: 'Ngozi', pin: cashierPin },
    'people.enter': { cashierId: '0', pin: cashierPin },
    'people.rename': { cashierId: '0', name: 'Ada' },
    'people.resetPin': { cashierId: '0', pin: cashierPin },
    'people.remove': { cashierId: '0' },
    'people.lock': {},
    'connection.get': {},
    'storage.get': {},
    'storage.newsRead': {},
    'session.get': {},
    'session.signIn': { clientId, secretKey, loginToken },
    'session.signInToPractice': {},
    'session.signOut': {},
    'sales.record': {
      amountText: '1500',
      transactionId: saleId,
      note: 'rice',
      confirmedAmount: false,
      confirmedSecondSale: true,
    },
    'todo.page': { offset: 0, limit: 50 },
    'sales.page': { filter: 'all', search: '', offset: 0, limit: 50 },
    'sales.find': { search: 'rice', before: null },
    'sales.days': { alsoOf: [], hoursOf: null },
    'sales.get': { transactionId: saleId },
    'sales.cancel': { transactionId: saleId, reason: 'typed twice' },
    'sales.resolve': { transactionId: saleId, decision: 'writeOff', reason: 'x', seen: '' },
    'sales.tryNow': {},
    'sales.checkNow': { transactionId: saleId },
    'sales.noteRefusal': { transactionId: saleId },
    'queue.get': {},
    'terminals.get': {},
    'terminals.refresh': {},
    'terminals.page': { search: '', offset: 0, limit: 200 },
    'terminals.byId': { recordId: null, terminalId },
    'terminals.merchants': { search: '', offset: 0, limit: 200 },
    'terminals.cancelRefresh': {},
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
    'reports.cancel': {},
    'paper.pdf': { name: 'sale' },
    'paper.print': { width: '80', lengthMm: 120, receiptOf: null },
    'paper.send': { width: '80', lines: [{ kind: 'rule' }], receiptOf: null },
    'paper.sale': { transactionId: saleId },
    'dayClose.view': {},
    'dayClose.make': {},
    'dayClose.get': { number: 1 },
    'backup.view': {},
    'backup.make': {},
    'backup.giveAway': {},
    'backup.takeBack': {},
    'backup.choose': {},
    'backup.bring': {},
    'settings.get': {},
    'viewPreferences.get': {},
    'viewPreferences.keep': {
      paneWidthPx: 400,
      saleFilter: 'all',
      saleOrder: 'newest',
      saleRange: 'all',
      isWelcomed: true,
    },
    'settings.change': { theme: 'dark' },
    'settings.profile': {},
    'settings.diagnostics': {},
    'connection.check': {},
    'reports.diagnostics': {},
    'profile.choose': {},
    'profile.place': {},
    'profile.restart': {},
    'practice.card': {},
    'updates.get': {},
    'updates.check': {},
    'updates.download': {},
    'updates.install': {},
  }
}
