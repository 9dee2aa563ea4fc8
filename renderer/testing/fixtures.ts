import { isMadeTransactionId } from '../../shared/transactionId.ts'
import { ClosePart, type DayCloseFacts, type DayCloseView } from '../../shared/dayClose.ts'
import type { AccessView } from '../../shared/access.ts'
import type { ConnectionReport } from '../../shared/connectionCheck.ts'
import type { DaySum, DayView } from '../../shared/day.ts'
import type { DiagnosticsView } from '../../shared/diagnostics.ts'
import {
  noRecordTexts,
  type RecordSearchView,
  type RecordTotals,
  type RecordView,
} from '../../shared/record.ts'
import type { DecisionView } from '../../shared/decision.ts'
import { noPayouts, type PayoutChange } from '../../shared/payout.ts'
import type { SaleDetail, SaleView } from '../../shared/sale.ts'
import { PART_OF, type Standing, standingOf } from '../../shared/standing.ts'
import type { AppInfo, ConnectionView, SessionView } from '../../shared/session.ts'
import { STANDARD_SETTINGS, type ProfileView, type SettingsView } from '../../shared/settings.ts'
import type { StorageView } from '../../shared/storage.ts'
import type { TerminalListView, TerminalView } from '../../shared/terminal.ts'
import type { UpdatesView } from '../../shared/updates.ts'

/** Local time, so that a picture shows the same clock on every computer. */
export const FIXED_NOW_MS = new Date(2026, 10, 20, 14, 5).getTime()
const MINUTE_MS = 60_000
const TERMINAL = '2ABC1234'

export function saleOf(part: Partial<SaleView> & Pick<SaleView, 'transactionId' | 'sequence'>): SaleView {
  return {
    isMade: isMadeTransactionId(part.transactionId),
    terminalId: TERMINAL,
    amountKobo: 500_000,
    note: '',
    cashier: null,
    from: null,
    state: 'queued',
    recordedAtMs: FIXED_NOW_MS - 360 * MINUTE_MS + part.sequence * 1_000,
    acceptedAtMs: null,
    standing: standingFor(part),
    isLate: false,
    datePaid: null,
    notCheckedSinceMs: null,
    otherAmount: null,
    underOther: null,
    amountSettled: null,
    fee: null,
    waitingReason: null,
    reviewReason: null,
    heldReason: null,
    askProblem: null,
    bankMessage: null,
    sendCount: 0,
    mayRemove: isUnsent(part),
    checkCount: 0,
    lastCheckAtMs: null,
    nextTryAtMs: null,
    ...part,
  }
}

/** As main says of a sale without a difference. */
export function standingFor({ state = 'queued', datePaid = null }: Partial<SaleView>): Standing {
  return standingOf({ state, isPaid: datePaid !== null, difference: 'none' })
}

/** As main says of a sale that was never claimed for sending. */
function isUnsent({ state = 'queued', sendCount = 0 }: Partial<SaleView>): boolean {
  return (state === 'queued' || state === 'held') && sendCount === 0
}

const accepted = { state: 'accepted', sendCount: 1, standing: 'onItsWay' } as const
const paid = {
  ...accepted,
  standing: 'paid',
  datePaid: '2026-11-20T13:41:07.1234567',
  amountSettled: '4975',
  fee: '25',
} as const

/** One sale in every state, the newest with the highest sequence. */
export function saleOfEveryState(): readonly SaleView[] {
  const at = (minutesAgo: number): number => FIXED_NOW_MS - minutesAgo * MINUTE_MS
  return [
    saleOf({ ...paid, transactionId: 'TXN-0001', sequence: 2, recordedAtMs: at(95), acceptedAtMs: at(95) }),
    saleOf({
      ...accepted,
      standing: 'onItsWay',
      isLate: true,
      transactionId: 'TXN-0002',
      sequence: 3,
      recordedAtMs: at(80),
      acceptedAtMs: at(80),
      amountKobo: 123_456_789,
    }),
    saleOf({
      transactionId: 'TXN-0003',
      sequence: 5,
      state: 'conflict',
      recordedAtMs: at(64),
      amountKobo: 250_050,
      otherAmount: '2600',
      sendCount: 1,
      checkCount: 2,
      lastCheckAtMs: at(20),
    }),
    saleOf({
      transactionId: 'TXN-0004',
      sequence: 7,
      state: 'review',
      reviewReason: 'unsettled',
      recordedAtMs: at(52),
      sendCount: 1,
      checkCount: 9,
      lastCheckAtMs: at(3),
      nextTryAtMs: at(-2),
    }),
    saleOf({ transactionId: 'TXN-0005', sequence: 8, state: 'cancelled', recordedAtMs: at(41) }),
    saleOf({
      transactionId: '01JD3N8Q7ZK4V5W6X7Y8Z9ABCD',
      sequence: 9,
      state: 'unknown',
      bankMessage: 'Insufficient float on agent account',
      recordedAtMs: at(31),
      sendCount: 1,
      checkCount: 3,
      lastCheckAtMs: at(1),
      nextTryAtMs: at(-4),
    }),
    saleOf({
      transactionId: 'TXN-0007',
      sequence: 10,
      state: 'unknown',
      recordedAtMs: at(22),
      amountKobo: 75_000,
      sendCount: 1,
      checkCount: 3,
      lastCheckAtMs: at(0),
      nextTryAtMs: at(-5),
    }),
    saleOf({
      ...accepted,
      transactionId: 'TXN-0008',
      sequence: 11,
      recordedAtMs: at(15),
      acceptedAtMs: at(15),
      note: 'Two bags of rice',
    }),
    saleOf({
      transactionId: 'TXN-0009',
      sequence: 12,
      waitingReason: 'offline',
      recordedAtMs: at(14),
      amountKobo: 1_350_000,
    }),
    saleOf({ transactionId: 'TXN-0010', sequence: 13, state: 'sending', recordedAtMs: at(0), sendCount: 1 }),
    saleOf({
      transactionId: 'TXN-0011',
      sequence: 4,
      state: 'refused',
      bankMessage: 'Terminal limit reached',
      recordedAtMs: at(70),
      sendCount: 1,
      checkCount: 2,
    }),
    saleOf({
      transactionId: 'TXN-0012',
      sequence: 6,
      state: 'held',
      heldReason: 'reference',
      recordedAtMs: at(60),
    }),
    saleOf({
      transactionId: 'TXN-0013',
      sequence: 1,
      state: 'writtenOff',
      recordedAtMs: at(120),
      sendCount: 1,
    }),
  ]
}

export function terminalOf(part: Partial<TerminalView> = {}): TerminalView {
  return {
    recordId: '41',
    merchantRecordId: '7',
    terminalId: TERMINAL,
    merchantId: 'MER-0007',
    accountEnding: '1234',
    accountName: 'ADÉBÁYỌ̀ STORES LTD',
    serialNumber: '',
    isActive: true,
    isReceivingPayment: true,
    feePercentage: '0.5',
    dateCreated: '2025-03-04T09:12:44.1234567',
    version: 'v1',
    ...part,
  }
}

/** A counter's own terminal and four others, of which one is inactive and one receives no payment. */
export function terminalRowsOf(): readonly TerminalView[] {
  const more = ['2ABC1235', '2ABC1236', '2ABC1237', '2ABC1238'].map((terminalId, place) =>
    terminalOf({
      terminalId,
      recordId: String(42 + place),
      merchantRecordId: String(8 + place),
      merchantId: `MER-${String(8 + place).padStart(4, '0')}`,
      accountEnding: `223${place}`,
      accountName: ['KANO PHONE HUB', 'MAMA ṢADE FOODS', 'ABUJA FUEL 2', 'ƊANLADI TEXTILES'][place] ?? '',
      serialNumber: `SN-88${place}`,
      isActive: place !== 1,
      isReceivingPayment: place !== 2,
    }),
  )
  return [terminalOf(), ...more]
}

/** As many terminals as a large partner has; none of them is this counter's. */
export function manyTerminals(count: number): readonly TerminalView[] {
  return Array.from({ length: count }, (_, place) =>
    terminalOf({
      recordId: String(1_000 + place),
      merchantRecordId: String(100 + Math.floor(place / 4)),
      terminalId: `2BIG${String(place).padStart(5, '0')}`,
      merchantId: `MER-${String(Math.floor(place / 4)).padStart(5, '0')}`,
      accountName: `STALL ${place} OF THE LONG MARKET`,
      serialNumber: place % 3 === 0 ? '' : `SN-${800_000 + place}`,
    }),
  )
}

/** A complete list of {@link terminalRowsOf}. */
export function terminalListOf(part: Partial<TerminalListView> = {}): TerminalListView {
  return {
    chosenTerminalId: TERMINAL,
    chosen: part.chosenTerminalId === null ? null : terminalOf(),
    knownCount: 5,
    totalCount: 5,
    pagesRead: 2,
    isComplete: true,
    incompleteReason: null,
    readAtMs: FIXED_NOW_MS,
    readSince: null,
    reading: null,
    nameCheck: 'ready',
    askedAccountEnding: null,
    unreadFields: [],
    payouts: noPayouts,
    revision: 1,
    ...part,
  }
}

export function recordOf(
  part: Partial<RecordView> & Pick<RecordView, 'recordId' | 'transactionId'>,
): RecordView {
  return {
    terminalRecordId: '41',
    terminalId: TERMINAL,
    accountEnding: '1234',
    amount: '5000',
    amountSettled: '4975',
    feePercentage: '0.5',
    isPaid: true,
    datePaid: '2026-11-20T13:41:07.1234567',
    serviceReference: 'REF/2026/000981',
    timeReceived: '2026-11-20T12:30:02.5000000',
    ...noRecordTexts,
    ...part,
  }
}

export function recordSearchOf(part: Partial<RecordSearchView> = {}): RecordSearchView {
  const records = Array.from({ length: 24 }, (_, place) =>
    recordOf({
      recordId: String(900 + place),
      transactionId: `TXN-${String(place + 1).padStart(4, '0')}`,
      ...(place % 3 === 1 ? { isPaid: false, datePaid: '0001-01-01T00:00:00', amountSettled: '0' } : {}),
    }),
  )
  return {
    searchId: 'search-1',
    terminalId: TERMINAL,
    dateFrom: '2026-11-20',
    dateTo: '2026-11-20',
    basis: 'saleDate',
    readFrom: '2026-11-20',
    records,
    totalCount: records.length,
    rowsRead: records.length,
    pagesRead: 2,
    incompleteReason: null,
    unreadCount: 0,
    unreadFields: [],
    undatedCount: 0,
    strayCount: 0,
    totals: recordTotals,
    today: '2026-11-20',
    readAtMs: FIXED_NOW_MS,
    ...part,
  }
}

/** The totals of {@link recordSearchOf}. */
export const recordTotals: RecordTotals = {
  count: 24,
  gross: '120000',
  paidCount: 16,
  paidGross: '80000',
  fee: '400',
  net: '79600',
  unpaidCount: 8,
  unpaidGross: '40000',
  oddCount: 0,
  isFinerThanKobo: false,
}

/** With a recent look-up, so that a decision is possible. */
function decisionOf({ state, standing, sendCount, heldReason, underOther }: SaleView): DecisionView | null {
  if (state === 'held' && heldReason === 'bankUnclear') {
    const lookedUp = { lookUpAgeMs: 12_000, freshForMs: 48_000, notFoundCount: 0, differences: [] }
    return { allowed: ['sendUnclear'], seen: `held ${sendCount}`, ...lookedUp, restsOnLookUp: true }
  }
  if (heldReason === 'factsChanged') {
    const seen = `${state} ${sendCount}`
    const notAsked = { lookUpAgeMs: null, freshForMs: 0, notFoundCount: 0, differences: [] }
    return { allowed: ['restoreFacts'], seen, ...notAsked, restsOnLookUp: false }
  }
  if (state === 'accepted' && PART_OF[standing] === 'attention') {
    const lookedUp = { lookUpAgeMs: 12_000, freshForMs: 48_000, notFoundCount: 0, restsOnLookUp: true }
    const seen = `${state} ${sendCount}`
    return { allowed: ['keepOurs', 'takeBanks'], seen, ...lookedUp, differences: ['amount', 'payment'] }
  }
  if (state !== 'review' && state !== 'conflict') return null
  return {
    allowed:
      state === 'review'
        ? ['sendAgain', 'writeOff']
        : ['accept', ...(underOther === null ? [] : (['otherRecord'] as const)), 'writeOff'],
    seen: `${state} ${sendCount}`,
    lookUpAgeMs: 12_000,
    freshForMs: 48_000,
    notFoundCount: state === 'review' ? 3 : 0,
    differences: state !== 'conflict' ? [] : underOther === null ? ['amount'] : ['reference'],
    restsOnLookUp: true,
  }
}

/** A sale whose row was changed outside Tillside. */
function changedFactsOf({ heldReason, terminalId }: SaleView): SaleDetail['changedFacts'] {
  if (heldReason !== 'factsChanged') return null
  return {
    differences: [
      { fact: 'amountKobo', recorded: 1_250_000, stands: 12_500_000 },
      { fact: 'terminalId', recorded: '2TLS0009', stands: terminalId },
    ],
  }
}

export function detailOf(sale: SaleView): SaleDetail {
  const hasRecord = sale.state === 'accepted' || sale.state === 'conflict'
  const isDiffering = sale.state === 'accepted' && PART_OF[sale.standing] === 'attention'
  return {
    sale,
    timeline: [
      { atMs: sale.recordedAtMs, kind: 'recorded', detail: null },
      ...(sale.sendCount > 0
        ? [{ atMs: sale.recordedAtMs + 1_000, kind: 'sending', detail: 'attempt 1' } as const]
        : []),
      ...(sale.state === 'unknown'
        ? [
            {
              atMs: sale.recordedAtMs + 21_000,
              kind: 'answerUnknown',
              detail: 'sent, no answer in 20 s',
            } as const,
          ]
        : []),
      ...(sale.acceptedAtMs === null
        ? []
        : [{ atMs: sale.acceptedAtMs, kind: 'accepted', detail: null } as const]),
    ],
    record: hasRecord
      ? recordOf({
          recordId: '901',
          transactionId: sale.underOther?.reference ?? sale.transactionId,
          ...(sale.otherAmount === null ? {} : { amount: sale.otherAmount }),
          ...(sale.underOther === null ? {} : { timeReceived: sale.underOther.timeReceived }),
          ...(sale.standing === 'paid'
            ? {}
            : {
                isPaid: false,
                datePaid: '0001-01-01T00:00:00',
                reason: 'AWAITING_CYCLE',
                responseCode: '09',
                responseMessage: 'Request in progress',
              }),
        })
      : null,
    recordReadAtMs: hasRecord ? FIXED_NOW_MS : null,
    differing: isDiffering
      ? recordOf({ recordId: '901', transactionId: sale.transactionId, amount: '7000' })
      : null,
    differingReadAtMs: isDiffering ? FIXED_NOW_MS : null,
    decision: decisionOf(sale),
    changedFacts: changedFactsOf(sale),
    corrects: null,
    correctedBy: null,
    isUnseenRefusal: sale.state === 'refused',
    mayCorrect:
      ['refused', 'held', 'cancelled', 'writtenOff'].includes(sale.state) &&
      sale.heldReason !== 'bankUnclear' &&
      sale.heldReason !== 'factsChanged',
  }
}

export const appInfo: AppInfo = {
  version: '0.1.0',
  environment: 'live',
  profileName: 'Harbour Partners',
  serviceHost: 'partner.example:443',
  lateAfterMinutes: 60,
  workingDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  confirmAboveKobo: 100_000_000,
  transactionIdPattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$',
  reference: { maxLength: 64, characters: 'any' },
  accountPattern: '^[0-9]{10}$',
  slipLabel: 'Slip number',
  makesReferences: true,
  serviceTimeZone: 'Africa/Lagos',
  platform: 'windows',
  profileTerminalId: null,
  isBesideLive: false,
}

export const signedIn: SessionView = { status: 'signedIn', clientId: 'harbour-pos', keptAs: 'sealed' }
export const soundStorage: StorageView = {
  status: 'sound',
  file: 'C:\\Users\\till\\AppData\\Roaming\\Tillside\\live\\sales.db',
  news: null,
  givenAwayAtMs: null,
  areRecordsKept: true,
}
export const online: ConnectionView = {
  status: 'online',
  problem: null,
  lastContactAtMs: FIXED_NOW_MS,
  clockAheadMs: 0,
}
export const cashier: AccessView = {
  role: 'cashier',
  pin: 'set',
  wrongTries: 0,
  waitMs: 0,
  locksInMs: null,
  resetBy: 'heldSecret',
}
export const settings: SettingsView = STANDARD_SETTINGS
export const profile: ProfileView = {
  values: [
    { key: 'name', value: 'Harbour Partners', source: 'profile', isLocked: true },
    { key: 'environment', value: 'live', source: 'profile', isLocked: true },
    { key: 'partnerUrl', value: 'https://partner.example', source: 'profile', isLocked: true },
    { key: 'outbox.timeoutSeconds', value: '60', source: 'default', isLocked: false },
  ],
  file: 'C:\\ProgramData\\Tillside\\profile.json',
  origin: 'machine',
  serviceHost: 'partner.example',
  dataDir: 'C:\\Users\\till\\AppData\\Roaming\\Tillside\\live',
  isDataDirMoved: false,
  logDir: 'C:\\Users\\till\\AppData\\Roaming\\Tillside\\logs',
  version: '0.1.0',
}
/** A day with what is on its way, two differences, and a fee that is not what its percentage gives. */
export function dayViewOf(part: Partial<DayView> = {}): DayView {
  const sum = (count: number, amount: string): DaySum => ({ count, amount })
  const line = {
    terminalId: TERMINAL,
    standing: null,
    recordedAtMs: FIXED_NOW_MS,
    receivedAt: '2026-11-20T12:02:11',
    here: null,
    bank: null,
    expected: null,
    settled: null,
    accountEnding: null,
  }
  return {
    terminalId: null,
    terminals: [TERMINAL, '2ABC5678'],
    day: '2026-11-20',
    rows: [
      { part: 'paid', here: sum(16, '258900'), bank: sum(16, '258900'), difference: '0' },
      { part: 'onItsWay', here: sum(2, '10000'), bank: sum(2, '10000'), difference: '0' },
      { part: 'checking', here: sum(1, '3800'), bank: sum(0, '0'), difference: '-3800' },
      { part: 'waiting', here: sum(0, '0'), bank: sum(0, '0'), difference: '0' },
      { part: 'elsewhere', here: sum(0, '0'), bank: sum(1, '8000'), difference: '8000' },
    ],
    here: sum(19, '272700'),
    besides: sum(1, '5000'),
    bank: sum(19, '276900'),
    difference: '4200',
    unexplained: '0',
    paidOut: '257605.5',
    fees: '1294.5',
    paidCount: 16,
    paidElsewhere: { count: 0, amount: '0' },
    cappedFees: [],
    lines: [
      {
        ...line,
        reason: 'paidLess',
        recordedTerminalId: TERMINAL,
        transactionId: 'TXN-0001',
        standing: 'paid',
        here: '24000',
        bank: '24000',
        difference: '0',
        expected: '23880',
        settled: '23760',
      },
      {
        ...line,
        reason: 'onlyHere',
        recordedTerminalId: TERMINAL,
        transactionId: 'TXN-0007',
        standing: 'checking',
        receivedAt: '',
        here: '3800',
        difference: '-3800',
      },
      {
        ...line,
        reason: 'elsewhere',
        recordedTerminalId: null,
        transactionId: 'POS2-0071',
        bank: '8000',
        difference: '8000',
      },
    ],
    lineCount: 3,
    lookCount: 1,
    asOfMs: FIXED_NOW_MS,
    notRead: null,
    ...part,
  }
}

/** As without an update feed in the profile. */
export const updates: UpdatesView = {
  status: 'off',
  runningVersion: '0.1.0',
  version: null,
  percent: null,
  failure: null,
  checkedAtMs: null,
  isInstalledHere: true,
}
/** A bank that counts its pages from 0, and whose "not found" cannot be told. */
export const connectionReport: ConnectionReport = {
  findings: [
    {
      question: 'terminals',
      verdict: 'good',
      came: 'HTTP 200, a yes, 12 of 12 rows',
      meaning: 'The terminals can be read.',
      settings: [],
    },
    {
      question: 'pages',
      verdict: 'good',
      came: '100 rows a page; page 1: 0 of 12 rows',
      meaning: 'The bank counts its pages from 0, and takes this size.',
      settings: [{ key: 'limits.firstPage', value: 0 }],
    },
    {
      question: 'unknown',
      verdict: 'care',
      came: 'HTTP 500',
      meaning: '“Not found” cannot be told from trouble, so a typed slip waits in To do for a manager.',
      settings: [],
    },
  ],
}
/** A counter with a sale in every open state and a bank that pays within 15 seconds. */
export const diagnostics: DiagnosticsView = {
  sections: [
    {
      title: 'Service',
      lines: [
        { label: 'Environment', value: 'Live' },
        { label: 'Service', value: 'partner.example' },
        { label: 'Connection', value: 'online' },
        { label: 'Last contact', value: '2026-11-20 14:05' },
        { label: 'Terminal in use', value: '2ABC1234' },
        { label: 'Sign-in', value: 'signedIn, kept sealed by this computer' },
        { label: 'Protected storage', value: 'this computer protects what is sealed' },
      ],
    },
    { title: 'Queue', lines: [{ label: 'Waiting (queued)', value: '3, oldest 2026-11-20 13:51 (14 min)' }] },
    {
      title: 'Sales file',
      lines: [{ label: 'File', value: 'C:\\Users\\till\\AppData\\Roaming\\Tillside\\live\\sales.db' }],
    },
    { title: 'Program', lines: [{ label: 'Version', value: '0.1.0' }] },
  ],
  choices: [
    { key: 'theme', value: 'system', source: 'default' },
    { key: 'idleLockMinutes', value: '10', source: 'here' },
  ],
  text: 'Tillside, 2026-11-20 14:05 by this computer’s clock',
}

/** This counter's terminal, and what others have changed of it at the bank. */
export function changedPayout(part: Partial<PayoutChange> = {}): TerminalListView {
  const change: PayoutChange = {
    version: 'seen',
    firstSeenAtMs: FIXED_NOW_MS - 3_600_000,
    shownBy: 'record',
    account: { from: '1234', to: '5678' },
    merchant: null,
    isActive: null,
    isReceivingPayment: null,
    isBack: false,
    ...part,
  }
  const sinceMs = FIXED_NOW_MS - 30 * 86_400_000
  const own = { terminalId: TERMINAL, sinceMs, missingSinceMs: null, change }
  return terminalListOf({ payouts: { isExact: true, openCount: 1, terminals: [own] } })
}

/** A close with something of everything. */
export const closeFacts: DayCloseFacts = {
  number: 214,
  day: '2026-11-20',
  days: [
    {
      day: '2026-11-20',
      recorded: { count: 19, kobo: 27_270_000 },
      paid: { count: 16, kobo: 25_890_000 },
    },
  ],
  endsWithMonth: false,
  fromMs: FIXED_NOW_MS - 8 * 3_600_000,
  toMs: FIXED_NOW_MS - 60_000,
  closedAtMs: FIXED_NOW_MS,
  by: 'Ngozi',
  key: 'a3'.repeat(32),
  terminals: [
    {
      terminalId: TERMINAL,
      recorded: { count: 19, kobo: 27_270_000 },
      parts: ClosePart.options.map((part) => ({
        part,
        ...({
          paid: { count: 16, kobo: 25_890_000 },
          onItsWay: { count: 2, kobo: 1_000_000 },
          checking: { count: 1, kobo: 380_000 },
        }[part as 'paid'] ?? { count: 0, kobo: 0 }),
      })),
      settled: '257605.5',
      fees: '1294.5',
    },
  ],
  cashiers: [
    { name: 'Ngozi', count: 12, kobo: 18_120_000 },
    { name: 'Bọ́lá', count: 7, kobo: 9_150_000 },
  ],
  open: [
    { transactionId: '417390', part: 'checking', kobo: 380_000, of: { number: 213, day: '2026-11-19' } },
    { transactionId: 'TXN-0008', part: 'onItsWay', kobo: 500_000, of: null },
    { transactionId: 'TXN-0009', part: 'onItsWay', kobo: 500_000, of: null },
  ],
  openCount: 3,
  openKobo: 1_380_000,
  adjustments: [
    {
      number: 213,
      day: '2026-11-19',
      transactionId: 'TXN-0001',
      from: 'onItsWay',
      to: 'paid',
      kobo: 450_000,
    },
  ],
  adjustmentCount: 1,
  adjustmentKobo: 450_000,
  cameIn: { count: 1, kobo: 450_000 },
  takenBack: { count: 0, kobo: 0 },
}
export const dayClose: DayCloseView = {
  ...closeFacts,
  hash: '9f2c77ab01d4'.padEnd(64, '0'),
  previousHash: 'e310'.padEnd(64, '1'),
}
