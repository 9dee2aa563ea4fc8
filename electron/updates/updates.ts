import { callError } from '../../shared/callError.ts'
import type { CallResult } from '../../shared/contract.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { UpdateFailure, UpdatesView } from '../../shared/updates.ts'
import type {
  Clock,
  Leaving,
  Log,
  Network,
  Random,
  SettingsStore,
  Timers,
  UpdaterPort,
  Cancel,
} from '../ports.ts'

/** Newer versions: checked on request and once a day, installed only by a manager. */
export interface Updates {
  view(): UpdatesView
  check(): Promise<CallResult<'updates.check'>>
  download(): CallResult<'updates.download'>
  install(): Promise<CallResult<'updates.install'>>
  /** From here on the feed is asked once a day. */
  start(): void
  stop(): void
}

export interface UpdatesOptions {
  /** False if the profile names no feed. */
  readonly isOn: boolean
  readonly version: string
  readonly updater: UpdaterPort
  readonly leaving: Leaving
  /** The window must not ask about waiting sales: the manager was already told. */
  readonly onLeaving: () => void
  readonly settings: SettingsStore
  readonly network: Pick<Network, 'isOnline'>
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly timers: Timers
  readonly random: Pick<Random, 'next'>
  readonly log: Log
  readonly onChange: (view: UpdatesView) => void
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { updater, network, clock, log } = options
  let view: UpdatesView = firstView(options)
  const leaveAndInstall = createLeaveAndInstall(options)
  const daily = createDailyCheck(
    options,
    () => view.status !== 'available',
    () => void check(),
  )

  function become(part: Partial<UpdatesView>): UpdatesView {
    view = { ...view, percent: null, failure: null, ...part }
    options.onChange(view)
    return view
  }

  function fail(failure: UpdateFailure): UpdatesView {
    log('warn', 'updates.failed', { during: view.status, failure })
    return become({ status: 'failed', failure })
  }

  async function check(): Promise<CallResult<'updates.check'>> {
    // A download in progress or ready is worth more than another answer of the feed.
    const isIdle = ['notChecked', 'upToDate', 'available', 'failed'].includes(view.status)
    if (!isIdle) return ok(view)
    if (!network.isOnline()) return ok(fail('offline'))
    become({ status: 'checking', version: null })
    const found = await guarded(() => updater.check(), 'feed')
    if (!found.ok) return ok(fail(found.error))
    const version = found.value
    return ok(
      become({
        status: version === null ? 'upToDate' : 'available',
        version,
        checkedAtMs: clock.wallNowMs(),
      }),
    )
  }

  /** Answers at once: the download continues in the background and is reported. */
  function download(): CallResult<'updates.download'> {
    if (view.status !== 'available')
      return callError('notAllowed', { reason: 'updateStatus', status: view.status })
    if (!updater.canInstall) return callError('notAllowed', { reason: 'byHand' })
    const begun = become({ status: 'downloading', percent: 0 })
    void bring()
    return ok(begun)
  }

  async function bring(): Promise<void> {
    const onPercent = (percent: number): void => {
      const whole = Math.min(100, Math.max(0, Math.floor(percent)))
      if (view.status === 'downloading' && view.percent !== whole) become({ percent: whole })
    }
    const fetched = await guarded(() => updater.download(onPercent), 'notDownloaded')
    if (fetched.ok) become({ status: 'ready' })
    else fail(fetched.error)
  }

  async function install(): Promise<CallResult<'updates.install'>> {
    const { status } = view
    if (status !== 'ready') return callError('notAllowed', { reason: 'updateStatus', status })
    const begun = become({ status: 'installing' })
    // Before anything is stopped: a file that must not be installed costs the counter nothing.
    const prepared = await guarded(() => updater.prepare(), 'unsigned')
    if (!prepared.ok) return ok(fail(prepared.error))
    void leaveAndInstall(view.version)
    return ok(begun)
  }

  /** An updater that throws counts as a failed step. */
  async function guarded<Value>(
    step: () => Promise<Result<Value, UpdateFailure>>,
    otherwise: UpdateFailure,
  ): Promise<Result<Value, UpdateFailure>> {
    try {
      return await step()
    } catch (error) {
      log('error', 'updates.broke', { name: error instanceof Error ? error.name : 'unknown' })
      return { ok: false, error: otherwise }
    }
  }

  return {
    view: () => view,
    check: async () => (options.isOn ? check() : ok(view)),
    download,
    install,
    start: () => {
      if (options.isOn) daily.start()
    },
    stop: daily.stop,
  }
}

/** Continues the last run: if a version that was to be installed is not running, the installation failed. */
function firstView({ isOn, version, updater, settings }: UpdatesOptions): UpdatesView {
  const wanted = takeInstalling(settings)
  const wasNotInstalled = isOn && typeof wanted === 'string' && wanted !== version
  const idle = isOn ? 'notChecked' : 'off'
  return {
    status: wasNotInstalled ? 'failed' : idle,
    runningVersion: version,
    version: wasNotInstalled ? wanted : null,
    percent: null,
    failure: wasNotInstalled ? 'notInstalled' : null,
    checkedAtMs: null,
    isInstalledHere: updater.canInstall,
  }
}

/** The version that was about to be installed when this program ended. */
const INSTALLING = 'updates:installing'

/**
 * Stops this run and installs the version. Nothing is installed while a sale is in flight. After the stop this run is
 * over, even if the rest fails.
 */
function createLeaveAndInstall(options: {
  readonly updater: Pick<UpdaterPort, 'install'>
  readonly leaving: Leaving
  /** The window must not ask about waiting sales: the manager was already told. */
  readonly onLeaving: () => void
  readonly settings: SettingsStore
  readonly log: Log
}): (version: string | null) => Promise<void> {
  const { updater, leaving, log } = options
  let isRestarting = false

  function restart(): void {
    if (isRestarting) return
    isRestarting = true
    log('error', 'updates.notInstalled')
    leaving.restart()
  }

  return async (version) => {
    const stopped = await leaving.stop().catch(() => 'failed' as const)
    if (stopped === 'quitting') return
    options.onLeaving()
    // If it fails, the next run reports it: this one cannot go on without what was stopped.
    keepSetting(options, INSTALLING, version)
    if (stopped === 'failed') return restart()
    try {
      updater.install(restart)
    } catch {
      restart()
    }
  }
}

/** What the last run was about to install, if anything; told once. */
function takeInstalling(settings: SettingsStore): unknown {
  const wanted = settings.get(INSTALLING)
  try {
    if (wanted !== undefined) settings.delete(INSTALLING)
  } catch {
    // It is reported once more at the next start.
  }
  return wanted
}

/** The first check of a run: long after the first sale can be typed, and spread over counters. */
const FIRST_LOOK_MS = 10 * 60_000
const FIRST_LOOK_SPREAD_MS = 50 * 60_000
/** How often the daily check is considered, so that a day that starts offline is not lost. */
const LOOK_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** When the feed was last asked automatically, by the wall clock. */
const ASKED_AT = 'updates:askedAtMs'

/** Checks once a day by itself. */
interface DailyCheck {
  start(): void
  stop(): void
}

/** @param isWanted whether another answer of the feed would be of use */
function createDailyCheck(
  options: Pick<UpdatesOptions, 'settings' | 'network' | 'clock' | 'timers' | 'random' | 'log'>,
  isWanted: () => boolean,
  check: () => void,
): DailyCheck {
  const { settings, network, clock, timers, random } = options
  let cancel: Cancel | null = null

  function look(): void {
    cancel = timers.after(LOOK_MS, look)
    const now = clock.wallNowMs()
    const askedAt = Number(settings.get(ASKED_AT) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back must not delay the next check for years.
    const isDue = !(now >= askedAt && now - askedAt < DAY_MS)
    if (!isDue || !network.isOnline() || !isWanted()) return
    keepSetting(options, ASKED_AT, now)
    check()
  }

  return {
    start: () => {
      cancel ??= timers.after(FIRST_LOOK_MS + random.next() * FIRST_LOOK_SPREAD_MS, look)
    },
    stop: () => cancel?.(),
  }
}

/** On a full disk the next start may lack a message or check once too often, and nothing else. */
function keepSetting(
  { settings, log }: { readonly settings: SettingsStore; readonly log: Log },
  key: string,
  value: unknown,
): void {
  try {
    settings.set(key, value)
  } catch (error) {
    log('warn', 'updates.notKept', { name: error instanceof Error ? error.name : 'unknown' })
  }
}
