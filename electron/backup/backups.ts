import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  BACKUP_DAYS_MAX,
  type BackupChoice,
  type BackupFacts,
  type BackupFault,
  type BackupMade,
  type BackupView,
} from '../../shared/backup.ts'
import { callError, type CallError } from '../../shared/callError.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { SettingsChange } from '../../shared/settings.ts'
import type { Profile } from '../gateway/profile.ts'
import type { PickedFiles, Clock, Files, Leaving, Log } from '../ports.ts'
import { fileName } from '../reports/report.ts'
import type { Preferences } from '../settings/preferences.ts'
import { inBreaths, type Breathe } from '../work/slices.ts'
import { carryBrought, placeBrought, type Carried } from '../storage/broughtFile.ts'
import {
  storageReasonOf,
  type Copied,
  type Database,
  type SalesFile,
  type SideFile,
} from '../storage/database.ts'
import type { SalesOfFile } from '../storage/replaceFile.ts'
import {
  BACKUP_ENDING,
  bringAttachments,
  manifestOf,
  packAttachments,
  packed,
  readBackup,
  type BackupManifest,
  type PartName,
} from './backupFile.ts'
import { BackupStore, countsOf } from './backupStore.ts'

/** A copy of this counter's sales in one file, and the way of such a file into a fresh computer. */
export interface Backups {
  view(): BackupView
  /** Asks where, writes the sales, records and settings while sending goes on, and reads the file back. */
  make(): Promise<Result<BackupMade, CallError>>
  /** A last backup: nothing is recorded and sent here any more, so that another computer can go on. */
  giveAway(): Promise<Result<BackupMade, CallError>>
  /** The sales go on here after all; what waits is unknown until it was looked up. Then Tillside starts again. */
  takeBack(): Promise<Result<Record<string, never>, CallError>>
  /** Asks for a backup, and checks it whole. Nothing is changed. */
  choose(): Promise<Result<BackupChoice, CallError>>
  /** Takes what was chosen: its open sales are unknown from now on. Then Tillside starts again. */
  bring(): Promise<Result<Record<string, never>, CallError>>
}

export interface BackupsOptions {
  readonly dataDir: string
  readonly version: string
  readonly profile: Pick<Profile, 'name' | 'environment'>
  readonly database: Database
  readonly isReadOnly: () => boolean
  readonly salesFile: Pick<SalesFile, keyof Copied | 'giveAway' | 'takeBack'>
  readonly recordsFile: Pick<SideFile, 'copyTo'>
  readonly sales: SalesOfFile
  readonly preferences: Preferences
  readonly terminalId: () => string | null
  readonly clientId: () => string | null
  readonly files: Files
  readonly pickedFiles: PickedFiles
  readonly leaving: Leaving
  /** The window must not ask about waiting sales: there are none. */
  readonly onLeaving: () => void
  /** Nothing is sent from now on; resolves once what is in flight has ended. */
  readonly pause: () => Promise<unknown>
  /** Sending goes on. */
  readonly resume: () => void
  readonly clock: Clock
  readonly breathe: Breathe
  readonly log: Log
}

const DAY_MS = 86_400_000

export function createBackups(options: BackupsOptions): Backups {
  const { dataDir, profile, files, pickedFiles, preferences, leaving, clock, log } = options
  const store = new BackupStore(options.database)
  /** Our own folders, beside the sales, so that a part is moved and not copied. */
  const outDir = path.join(dataDir, 'backup.part')
  const inDir = path.join(dataDir, 'brought.part')
  let making: Promise<Result<BackupMade, CallError>> | null = null
  let chosen: Carried | null = null
  let choosing: Promise<Result<BackupChoice, CallError>> | null = null
  // What a crash left of a copy.
  for (const dir of [outDir, inDir]) drop(dir)

  function view(): BackupView {
    const givenAwayAtMs = store.givenAwayAtMs()
    // The last backup of all is in no file that may be written since.
    const lastAtMs = givenAwayAtMs ?? store.lastAtMs()
    const firstSaleAtMs = store.firstSaleAtMs()
    const since = lastAtMs ?? firstSaleAtMs
    const isOld = since !== null && clock.wallNowMs() - since > BACKUP_DAYS_MAX * DAY_MS
    return {
      lastAtMs,
      isDue: profile.environment === 'live' && firstSaleAtMs !== null && isOld && !options.isReadOnly(),
      isFresh: firstSaleAtMs === null,
      givenAwayAtMs,
    }
  }

  /** The parts, in a folder of ours. @throws if the disk or the file refuses */
  async function gather(isGivenAway: boolean): Promise<BackupManifest> {
    emptied(outDir)
    const names: PartName[] = ['sales.db', 'settings.json']
    await options.salesFile.copyTo(path.join(outDir, 'sales.db'))
    const records = path.join(outDir, 'records.db')
    if (await options.recordsFile.copyTo(records)) names.splice(1, 0, 'records.db')
    writeFileSync(path.join(outDir, 'settings.json'), `${JSON.stringify(preferences.get(), null, 2)}\n`)
    if (await packAttachments(dataDir, path.join(outDir, 'attachments.tar'))) names.push('attachments.tar')
    const facts: BackupFacts = {
      madeAtMs: clock.wallNowMs(),
      profileName: profile.name,
      terminalId: options.terminalId(),
      clientId: options.clientId(),
      isGivenAway,
      ...countsOf(path.join(outDir, 'sales.db')),
    }
    const head = { tillside: options.version, environment: profile.environment, facts }
    return manifestOf(outDir, names, head)
  }

  /** @param before what comes between the person's choice of a place and the copy */
  async function makeOne(
    isGivenAway: boolean,
    before: () => Promise<unknown>,
  ): Promise<Result<BackupMade, CallError>> {
    const made: { manifest: BackupManifest | null } = { manifest: null }
    async function* content(): AsyncGenerator<Uint8Array> {
      try {
        await before()
        made.manifest = await gather(isGivenAway)
        yield* packed(outDir, made.manifest)
      } catch (error) {
        log('error', 'backup.notMade', { name: error instanceof Error ? error.name : 'unknown' })
        throw error
      }
    }
    const head = { environment: profile.environment, profileName: profile.name, madeAtMs: clock.wallNowMs() }
    try {
      const saved = await files.save(`${fileName('backup', head)}.${BACKUP_ENDING}`, content())
      if (!saved.ok) return callError('fileNotWritten', { reason: saved.error })
      const { manifest } = made
      if (saved.value === null || manifest === null) return ok({ kind: 'none' })
      const read = await readBackup(pickedFiles.read(saved.value), null)
      const fault = read.ok ? (isSame(read.value, manifest) ? null : CHANGED) : read.error
      if (fault !== null) {
        log('error', 'backup.notWhole', { kind: fault.kind })
        return ok({ kind: 'wrong', file: saved.value, fault })
      }
      noteMade(manifest.facts.madeAtMs)
      return ok({ kind: 'made', file: saved.value, saleCount: manifest.facts.saleCount })
    } finally {
      drop(outDir)
    }
  }

  function noteMade(atMs: number): void {
    try {
      if (!options.isReadOnly()) store.noteMade(atMs)
    } catch {
      // The backup is made; the reminder comes too early.
    }
  }

  const part = (name: PartName): string => path.join(inDir, name)

  /** Reads a backup whole, and carries its rows into new files. */
  async function checked(file: string): Promise<Result<Checked, BackupFault>> {
    emptied(inDir)
    const read = await readBackup(pickedFiles.read(file), inDir)
    if (!read.ok) return read
    const { environment, facts } = read.value
    if (environment !== profile.environment) return err({ kind: 'otherEnvironment' })
    const changed = err({ kind: 'changed', part: 'sales.db' } as const)
    try {
      if (!existsSync(part('sales.db'))) return changed
      const records = existsSync(part('records.db')) ? part('records.db') : null
      const carried = await inBreaths(
        carryBrought(options.sales.isReadable, part('sales.db'), records),
        options.breathe,
        clock,
      )
      const { saleCount, openCount } = countsOf(carried.sales)
      return saleCount === facts.saleCount && openCount === facts.openCount ? ok({ facts, carried }) : changed
    } catch (error) {
      const reason = storageReasonOf(error)
      if (reason === 'newer') return err({ kind: 'newer' })
      if (reason === 'damaged') return changed
      throw error
    }
  }

  async function choose(): Promise<Result<BackupChoice, CallError>> {
    chosen = null
    if (!view().isFresh || options.isReadOnly()) return ok({ kind: 'notFresh' })
    const file = await pickedFiles.ask(BACKUP_ENDING)
    if (file === null) return ok({ kind: 'none' })
    try {
      const found = await checked(file)
      if (!found.ok) {
        log('warn', 'backup.refused', { kind: found.error.kind })
        return ok({ kind: 'wrong', file, fault: found.error })
      }
      chosen = found.value.carried
      return ok({ kind: 'right', file, facts: found.value.facts })
    } catch (error) {
      log('error', 'backup.notRead', { name: error instanceof Error ? error.name : 'unknown' })
      return callError('notSaved')
    } finally {
      // On a full disk above all.
      if (chosen === null) drop(inDir)
    }
  }

  /** One that cannot be used is left: the sales count. */
  function bringSettings(file: string): void {
    try {
      const parsed = parseUnknown(SettingsChange, JSON.parse(readFileSync(file, 'utf8')))
      if (parsed.ok) preferences.change(parsed.value)
    } catch {
      log('warn', 'backup.settingsNotBrought')
    }
  }

  async function restart(): Promise<Result<Record<string, never>, CallError>> {
    const stopped = await leaving.stop().catch(() => 'failed' as const)
    if (stopped === 'quitting') return ok({})
    options.onLeaving()
    leaving.restart()
    return ok({})
  }

  /** The sales are given away only once the last backup is whole on its disk: until then they are nowhere else. */
  async function giveAway(): Promise<Result<BackupMade, CallError>> {
    let isPaused = false
    let isMarked = false
    const made = await makeOne(true, async () => {
      isPaused = true
      await options.pause()
      options.salesFile.giveAway()
      isMarked = true
    })
    if (made.ok && made.value.kind === 'made') {
      await restart()
      return made
    }
    if (isMarked) options.salesFile.takeBack(false)
    if (isPaused) options.resume()
    return made
  }

  function alone(work: () => Promise<Result<BackupMade, CallError>>): Promise<Result<BackupMade, CallError>> {
    making ??= work().finally(() => {
      making = null
    })
    return making
  }

  return {
    view,
    make: () => alone(() => makeOne(view().givenAwayAtMs !== null, () => Promise.resolve())),
    giveAway: () => {
      if (options.isReadOnly()) return Promise.resolve(callError('readOnly'))
      return alone(giveAway)
    },
    takeBack: () => {
      if (view().givenAwayAtMs === null) return Promise.resolve(callError('notFound'))
      try {
        options.salesFile.takeBack(true)
      } catch (error) {
        log('error', 'backup.notTakenBack', { name: error instanceof Error ? error.name : 'unknown' })
        return Promise.resolve(callError('notSaved'))
      }
      return restart()
    },
    choose: () =>
      (choosing ??= choose().finally(() => {
        choosing = null
      })),
    bring: async () => {
      if (chosen === null) return callError('notFound')
      if (!view().isFresh) return callError('notAllowed', { reason: 'hasSales' })
      try {
        // Before the sales: a case whose file is not there yet could not be proven.
        if (existsSync(part('attachments.tar'))) await bringAttachments(part('attachments.tar'), dataDir)
        placeBrought({ ...options, wallNowMs: () => clock.wallNowMs() }, chosen)
      } catch (error) {
        log('error', 'backup.notBrought', { name: error instanceof Error ? error.name : 'unknown' })
        return callError('notSaved')
      }
      chosen = null
      bringSettings(part('settings.json'))
      drop(inDir)
      return restart()
    },
  }
}

interface Checked {
  readonly facts: BackupFacts
  readonly carried: Carried
}

const CHANGED: BackupFault = { kind: 'changed', part: 'manifest.json' }

function isSame(one: BackupManifest, other: BackupManifest): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** @throws if another program holds a file of it */
function emptied(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
}

/** A scanner of viruses may hold a file for a moment; the next use empties the folder. */
function drop(dir: string): void {
  try {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // As above.
  }
}
