import '../zodConfig.ts'
import { createBridgeDouble, type DoubleFacts } from './bridgeDouble.ts'
import {
  appInfo,
  cashier,
  manyTerminals,
  online,
  saleOfEveryState,
  settings,
  signedIn,
  terminalListOf,
  terminalOf,
} from './fixtures.ts'

/**
 * A page for development: the real screens on a main process in memory. `?case=` names the situation. It is never part
 * of the app's bundle.
 */
const cases: Readonly<Record<string, Partial<DoubleFacts>>> = {
  data: { sales: saleOfEveryState() },
  empty: {},
  offline: {
    sales: saleOfEveryState(),
    connection: { status: 'offline', problem: null, lastContactAtMs: null, clockAheadMs: null },
  },
  silent: {
    sales: saleOfEveryState(),
    connection: { status: 'serviceSilent', problem: null, lastContactAtMs: null, clockAheadMs: null },
  },
  expired: { sales: saleOfEveryState(), session: { ...signedIn, status: 'expired' } },
  signedOut: {
    sales: saleOfEveryState(),
    session: { status: 'signedOut', clientId: null, keptAs: 'nothing' },
  },
  practice: { sales: saleOfEveryState(), app: { ...appInfo, environment: 'practice', serviceHost: null } },
  practiceOffline: {
    sales: saleOfEveryState(),
    app: { ...appInfo, environment: 'practice', serviceHost: null },
    connection: { status: 'offline', problem: null, lastContactAtMs: null, clockAheadMs: null },
    terminals: terminalListOf({ chosen: terminalOf({ isActive: false }) }),
  },
  manager: {
    sales: saleOfEveryState(),
    access: { ...cashier, role: 'manager', locksInMs: 300_000 },
  },
  compact: { sales: saleOfEveryState(), settings: { ...settings, density: 'compact', theme: 'dark' } },
  noPin: { sales: saleOfEveryState(), access: { ...cashier, pin: 'none' } },
  clockWrong: { sales: saleOfEveryState(), connection: { ...online, clockAheadMs: 7_300_000 } },
  thisRunOnly: { sales: [], session: { ...signedIn, keptAs: 'thisRunOnly' } },
  manyTerminals: {
    terminalRows: [terminalOf(), ...manyTerminals(49_999)],
    terminals: terminalListOf({ knownCount: 50_000, totalCount: 50_000, pagesRead: 500 }),
  },
  readingTerminals: {
    terminals: terminalListOf({ reading: { rowsRead: 400, totalCount: 50_000 } }),
  },
  noTerminal: { terminals: terminalListOf({ chosenTerminalId: null, isComplete: false, totalCount: 9 }) },
}

const named = new URLSearchParams(location.search).get('case') ?? 'data'
const double = createBridgeDouble(cases[named] ?? {})
Object.assign(window, { tillside: double, double })
await import('../main.tsx')
