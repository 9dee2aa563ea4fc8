import '../zodConfig.ts'
import { createBridgeDouble, type DoubleFacts } from './bridgeDouble.ts'
import { appInfo, saleOfEveryState, signedIn, terminalListOf, terminalOf } from './fixtures.ts'

/**
 * A page to look at: the real screens on a main process in memory. `?case=` names the situation. It is never part of
 * the app's bundle.
 */
const cases: Readonly<Record<string, Partial<DoubleFacts>>> = {
  data: { sales: saleOfEveryState() },
  empty: {},
  offline: { sales: saleOfEveryState(), connection: { status: 'offline', lastContactAtMs: null } },
  silent: { sales: saleOfEveryState(), connection: { status: 'serviceSilent', lastContactAtMs: null } },
  expired: { sales: saleOfEveryState(), session: { ...signedIn, status: 'expired' } },
  signedOut: {
    sales: saleOfEveryState(),
    session: { status: 'signedOut', clientId: null, keptAs: 'nothing' },
  },
  practice: { sales: saleOfEveryState(), app: { ...appInfo, environment: 'practice', serviceHost: null } },
  practiceOffline: {
    sales: saleOfEveryState(),
    app: { ...appInfo, environment: 'practice', serviceHost: null },
    connection: { status: 'offline', lastContactAtMs: null },
    terminals: terminalListOf({ terminals: [terminalOf({ isActive: false })] }),
  },
  thisRunOnly: { sales: [], session: { ...signedIn, keptAs: 'thisRunOnly' } },
  noTerminal: { terminals: terminalListOf({ chosenTerminalId: null, isComplete: false, totalCount: 9 }) },
}

const named = new URLSearchParams(location.search).get('case') ?? 'data'
const double = createBridgeDouble(cases[named] ?? {})
Object.assign(window, { tillside: double, double })
await import('../main.tsx')
