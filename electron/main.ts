import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { app, BrowserWindow, ipcMain, net, powerMonitor, protocol, safeStorage, session } from 'electron'
import { createBackend, type Backend } from './backend/backend.ts'
import type { BackendOptions } from './backend/backendOptions.ts'
import type { FoundProfile } from './gateway/findProfile.ts'
import type { Profile, ProfileProblem } from './gateway/profile.ts'
import { createTransport } from './gateway/transport.ts'
import { salesOfFile } from './outbox/worker/recovery.ts'
import {
  PIN_SETTING,
  type Leaving,
  type Log,
  type Ports,
  type ProfileFiles,
  type SettingsStore,
} from './ports.ts'
import type { Emit } from '../shared/contract.ts'
import { err, ok, type Result } from '../shared/result.ts'
import { APP_ORIGIN, APP_SCHEME, createAppProtocol } from './shell/appProtocol.ts'
import { endWithBox, endWithoutLock } from './shell/cannotStart.ts'
import { guardClosing, stopBeforeQuit, type Quitting } from './shell/closing.ts'
import { createDesktop, setMenu } from './shell/desktop.ts'
import { createPapers } from './shell/papers.ts'
import { deskPorts, errorBox, profileFiles } from './shell/deskPorts.ts'
import { createEmit, registerCalls } from './shell/ipc.ts'
import { listenForLinks } from './shell/links.ts'
import { openLog } from './shell/logFile.ts'
import { guardAgainstCrashes, noteCrash, type CrashGuard } from './shell/mainCrash.ts'
import { createNotify } from './shell/notifications.ts'
import {
  dataDirOf,
  findProfileHere,
  logDir,
  placeData,
  platformOf,
  preloadFile,
  nextProfileHere,
  rendererDir,
  takeIdentity,
} from './shell/places.ts'
import { openPracticeBank, practiceSignIn } from './shell/practiceBankFile.ts'
import { followPage, LOST_SCREEN } from './shell/pageCrash.ts'
import {
  PROBLEM_PAGE,
  problemOf,
  problemPage,
  profileProblem,
  type StartProblem,
} from './shell/problemPage.ts'
import { followProblemLinks, hasPinHere } from './shell/problemWindow.ts'
import { asksForDebugging, denyPermissions, prepareSecurity, shutPageNetwork } from './shell/security.ts'
import { openSettings } from './shell/settingsFile.ts'
import { trustSystemCertificates } from './shell/systemCertificates.ts'
import { createNetwork, systemClock, systemRandom, systemTimers } from './shell/systemPorts.ts'
import { createProxyFor } from './shell/systemProxy.ts'
import { restartApp } from './shell/restart.ts'
import { updaterHere } from './shell/updaterHere.ts'
import { createVault } from './shell/vault.ts'
import { bringForward, loadPage, openWindow, windowTitle } from './shell/window.ts'
import { followPlace, keptPlace, knowsPlace } from './shell/windowPlace.ts'
import { openSalesFile } from './storage/salesFile.ts'
import { openRecordsFile } from './storage/recordsFile.ts'
import { openTerminalsFile } from './storage/terminalsFile.ts'

// Electron accepts these only before `ready`. The lock belongs to the data folder, so the folder comes first.
prepareSecurity()
placeData(process.env)
takeIdentity()
const links = listenForLinks(app, process.argv)

// No top-level await here: `ready` comes only after this module was evaluated, so it would wait for ever. A start with
// a debugger would open the page to every program of this computer.
if (app.isPackaged && asksForDebugging(process.argv)) app.exit(1)
else if (app.requestSingleInstanceLock()) void app.whenReady().then(begin)
else void endWithoutLock(app, errorBox, [app.getPath('userData'), tmpdir()], sayToTerminal)

function sayToTerminal(line: string): void {
  if (!app.isPackaged) process.stderr.write(`${line}\n`)
}

/** Before there is anything to stop, a quit needs no time. */
let isQuitting = (): boolean => false

async function begin(): Promise<void> {
  const log = openLog(logDir(), systemClock.wallNowMs)
  const end = endWithBox(errorBox, app, log)
  const crashes = guardAgainstCrashes({
    process,
    log,
    timers: systemTimers,
    isLeaving: () => isQuitting(),
    wasJustCrashing: () => noteCrash(path.join(logDir(), 'crashes.json'), systemClock.wallNowMs()),
    restart: restartApp,
    giveUp: endWithBox(errorBox, app, log, 'stopped'),
  })
  await start(log, end, crashes).catch(end)
}

async function start(log: Log, onFailed: (error: unknown) => void, crashes: CrashGuard): Promise<void> {
  const pages = new Map<string, (nonce: string) => string>()
  const window = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0]

  const emit = createEmit(window, log)

  denyPermissions()
  shutPageNetwork(app, session.defaultSession)
  setMenu(process.platform, (command) => emit('app.commandChosen', { command }))
  const makeNonce = (): string => Buffer.from(systemRandom.bytes(16)).toString('base64')
  protocol.handle(APP_SCHEME, createAppProtocol({ rendererDir, makeNonce, madePages: pages }))
  app.on('second-instance', () => bringForward(window()))
  // On a Mac, a click on the Dock.
  app.on('activate', () => bringForward(window()))
  app.on('window-all-closed', () => app.quit())

  const found = findProfileHere()
  const chooser = found.ok ? null : chooserFor(found.error, log)
  const built = found.ok
    ? buildBackend(found.value, log, window, emit)
    : err(profileProblem(found.error, chooser !== null))
  function tellProblem(problem: StartProblem): string {
    pages.set(PROBLEM_PAGE, (nonce) => problemPage(problem, nonce))
    log('error', 'app.cannotStart', { title: problem.title })
    return PROBLEM_PAGE
  }
  // Before the first await: a key store that asks its owner must not keep the window shut.
  const opened = openWindow({
    preload: preloadFile,
    title: windowTitle(found.ok ? found.value.profile.environment : 'live'),
    url: `${APP_ORIGIN}/${built.ok ? '' : tellProblem(built.error)}`,
    kept: built.ok ? keptPlace(built.value.settings) : null,
    timers: systemTimers,
    onFailed,
  })
  const load = (page: string): void => loadPage(opened, `${APP_ORIGIN}/${page}`, onFailed)
  const show = (problem: StartProblem): void => load(tellProblem(problem))
  function followLinks(restart: () => void): void {
    followProblemLinks(opened.webContents, { chooser, show, restart, log })
  }
  if (!built.ok) return followLinks(restartApp)
  const { backend, settings, stop } = built.value
  isQuitting = built.value.isQuitting
  // No question can be asked any more.
  const restartAnyway = (): void => {
    backend.closeGuard.systemEnds()
    restartApp()
  }
  crashes.stopBy(() => {
    backend.closeGuard.systemEnds()
    return stop()
  })
  followPage(opened, {
    clock: systemClock,
    log,
    reload: () => load(''),
    giveUp: () => {
      show(LOST_SCREEN)
      followLinks(restartAnyway)
    },
  })
  guardClosing(opened, powerMonitor, backend.closeGuard)
  const hasPlace = knowsPlace(process.platform, process.env, process.argv)
  followPlace(opened, settings, systemTimers, hasPlace)
  const started = backend.start()
  registerCalls(ipcMain, backend.handlers, log, started)
  try {
    await started
    links.follow(backend.open)
  } catch (thrown) {
    show(asProblem(thrown))
    followLinks(restartAnyway)
  }
}

/** Who may choose a profile where it is wrong; null if a manager's PIN is set, or if no file could be replaced. */
function chooserFor(
  [problem]: readonly ProfileProblem[],
  log: Log,
): { readonly files: ProfileFiles; readonly nextProfile: string } | null {
  const dirs = [dataDirOf('live'), dataDirOf('practice')]
  const pinIn = (dir: string): unknown => openSettings(dir, systemClock.wallNowMs, log).get(PIN_SETTING)
  if (problem === undefined || problem.source === '--profile' || hasPinHere(dirs, pinIn)) return null
  return { files: profileFiles(), nextProfile: nextProfileHere(problem.source) }
}

/** A question in a hidden window is not seen. @returns false: it is not answered yet */
function askInView(window: BrowserWindow | undefined): false {
  bringForward(window)
  return false
}

interface Built {
  readonly backend: Backend
  readonly settings: SettingsStore
  readonly stop: Leaving['stop']
  readonly isQuitting: () => boolean
}

function buildBackend(
  found: FoundProfile,
  log: Log,
  window: () => BrowserWindow | undefined,
  emit: Emit,
): Result<Built, StartProblem> {
  try {
    const { environment } = found.profile
    const notify = createNotify(window, environment)
    const desktop = createDesktop(window, environment, log)
    const updater = updaterHere(found.profile, log)
    const leaving: Leaving = { stop: () => quitting.stopForUpdate(), restart: restartApp }
    const papers = createPapers(window, log)
    const outside = { notify, desktop, updater, leaving, papers }
    const ports = { ...portsFor(found.profile, log), ...deskPorts(outside) }
    const backend = createBackend(optionsFor(found), ports, emit)
    const quitting: Quitting = stopBeforeQuit(
      app,
      systemTimers,
      // Without a window the question cannot be asked.
      () => window() === undefined || backend.closeGuard.mayQuit() || askInView(window()),
      () => backend.stop(),
    )
    return ok({ backend, settings: ports.settings, stop: leaving.stop, isQuitting: quitting.isQuitting })
  } catch (thrown) {
    return err(asProblem(thrown))
  }
}

function asProblem(thrown: unknown): StartProblem {
  // For developers; the page shows what a person needs to know.
  sayToTerminal(inspect(thrown))
  return problemOf(thrown)
}

function optionsFor({ profile, path, origin, keys }: FoundProfile): BackendOptions {
  const { environment } = profile
  return {
    profile,
    version: app.getVersion(),
    platform: platformOf(process.platform),
    signInAtStart: profile.partnerUrl === null ? practiceSignIn : null,
    installation: {
      profileFile: path,
      profileOrigin: origin,
      profileKeys: keys,
      nextProfile: nextProfileHere(path),
      dataDir: dataDirOf(environment),
      isDataDirMoved: (process.env['TILLSIDE_DATA_DIR'] ?? '') !== '',
      otherDataDir: dataDirOf(environment === 'live' ? 'practice' : 'live'),
      logDir: logDir(),
    },
  }
}

function portsFor(profile: Profile, log: Log): Ports {
  const dir = dataDirOf(profile.environment)
  const isPracticeBank = profile.partnerUrl === null
  // Reading them takes a tenth of a second; plain http, on loopback only, has no use for them.
  const usesTls = [profile.partnerUrl, profile.businessUrl].some((address) => address?.startsWith('https:'))
  if (usesTls) trustSystemCertificates(log)
  const settings = openSettings(dir, systemClock.wallNowMs, log)
  const { wallNowMs } = systemClock
  return {
    clock: systemClock,
    random: systemRandom,
    timers: systemTimers,
    network: createNetwork(net, powerMonitor),
    vault: createVault(safeStorage, process.platform),
    settings,
    ...(isPracticeBank
      ? openPracticeBank(dir, systemClock, systemTimers, log)
      : {
          transport: createTransport({
            clock: systemClock,
            proxyFor: createProxyFor(session.defaultSession, log),
          }),
        }),
    salesFile: openSalesFile({ dataDir: dir, settings, sales: salesOfFile, wallNowMs, log }),
    terminalsFile: openTerminalsFile(dir, log),
    recordsFile: openRecordsFile(dir, systemClock, log),
    log,
  }
}
