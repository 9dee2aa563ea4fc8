import { inspect } from 'node:util'
import { app, BrowserWindow, ipcMain, net, powerMonitor, protocol, safeStorage, session } from 'electron'
import { createBackend, type BackendOptions } from './backend.ts'
import type { Profile } from './gateway/profile.ts'
import { createTransport } from './gateway/transport.ts'
import { salesOfFile } from './outbox/doubt.ts'
import type { Log, Ports } from './ports.ts'
import { APP_ORIGIN, APP_SCHEME, createAppProtocol } from './shell/appProtocol.ts'
import { createEmit, registerCalls } from './shell/ipc.ts'
import { openLog } from './shell/logFile.ts'
import { setMenu } from './shell/menu.ts'
import { dataDirOf, logDir, placeData, platformOf, preloadFile, rendererDir } from './shell/places.ts'
import { openPracticeBank, practiceSignIn } from './shell/practiceBankFile.ts'
import { PROBLEM_PAGE, problemOf, problemPage, type StartProblem } from './shell/problemPage.ts'
import { findProfileHere, profileProblem } from './shell/profilePlaces.ts'
import { stopBeforeQuit } from './shell/quit.ts'
import { denyPermissions, prepareSecurity } from './shell/security.ts'
import { openSettings } from './shell/settingsFile.ts'
import { trustSystemCertificates } from './shell/systemCertificates.ts'
import { createNetwork, systemClock, systemRandom, systemTimers } from './shell/systemPorts.ts'
import { createProxyFor } from './shell/systemProxy.ts'
import { createVault } from './shell/vault.ts'
import { bringForward, openWindow, windowTitle } from './shell/window.ts'
import { openSalesFile } from './storage/salesFile.ts'

// Electron takes these only before `ready`; the lock belongs to the data folder, so the folder comes first.
prepareSecurity()
placeData(process.env)

// Never a top-level await: `ready` comes only after this module was evaluated, so waiting here would be for ever.
if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.quit()

async function start(): Promise<void> {
  const log = openLog(logDir(), systemClock.wallNowMs)
  const pages = new Map<string, (nonce: string) => string>()
  const window = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0]

  denyPermissions()
  setMenu(process.platform)
  const makeNonce = (): string => Buffer.from(systemRandom.bytes(16)).toString('base64')
  protocol.handle(APP_SCHEME, createAppProtocol({ rendererDir, makeNonce, madePages: pages }))
  app.on('second-instance', () => bringForward(window()))
  app.on('window-all-closed', () => app.quit())

  const found = findProfileHere()
  const problem = found.ok
    ? await startBackend(found.value.profile, log, window)
    : profileProblem(found.error)
  if (problem !== null) {
    pages.set(PROBLEM_PAGE, (nonce) => problemPage(problem, nonce))
    log('error', 'app.cannotStart', { title: problem.title })
  }
  openWindow({
    preload: preloadFile,
    title: windowTitle(found.ok ? found.value.profile.environment : 'live'),
    url: `${APP_ORIGIN}/${problem === null ? '' : PROBLEM_PAGE}`,
  })
}

/** @returns what kept it from starting; null where it runs */
async function startBackend(
  profile: Profile,
  log: Log,
  window: () => BrowserWindow | undefined,
): Promise<StartProblem | null> {
  try {
    const backend = createBackend(optionsFor(profile), portsFor(profile, log), createEmit(window, log))
    stopBeforeQuit(app, systemTimers, () => backend.stop())
    await backend.start()
    // The door opens last: no call may meet a back end that has not recovered its outbox.
    registerCalls(ipcMain, backend.handlers, log)
    return null
  } catch (thrown) {
    // For developers; what a person needs to know is on the page.
    if (!app.isPackaged) process.stderr.write(`${inspect(thrown)}\n`)
    return problemOf(thrown)
  }
}

function optionsFor(profile: Profile): BackendOptions {
  return {
    profile,
    version: app.getVersion(),
    platform: platformOf(process.platform),
    signInAtStart: profile.partnerUrl === null ? practiceSignIn : null,
  }
}

function portsFor(profile: Profile, log: Log): Ports {
  const dir = dataDirOf(profile.environment)
  const isPracticeBank = profile.partnerUrl === null
  if (!isPracticeBank) trustSystemCertificates(log)
  const settings = openSettings(dir, systemClock.wallNowMs, log)
  const { wallNowMs } = systemClock
  return {
    clock: systemClock,
    random: systemRandom,
    timers: systemTimers,
    network: createNetwork(net, powerMonitor),
    vault: createVault(safeStorage, process.platform),
    settings,
    transport: isPracticeBank
      ? openPracticeBank(dir, systemClock, systemTimers, log)
      : createTransport({ clock: systemClock, proxyFor: createProxyFor(session.defaultSession, log) }),
    salesFile: openSalesFile({ dataDir: dir, settings, sales: salesOfFile, wallNowMs, log }),
    log,
  }
}
