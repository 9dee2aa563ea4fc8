import { callError, type CallError } from '../../shared/callError.ts'
import type { DiagnosticsView } from '../../shared/diagnostics.ts'
import type { ExportView } from '../../shared/report.ts'
import { ok, type Result } from '../../shared/result.ts'
import { SaleState } from '../../shared/sale.ts'
import type { ConnectionView, SessionView, UnreadRows } from '../../shared/session.ts'
import type { ProfileView } from '../../shared/settings.ts'
import type { QueueOwner } from '../outbox/rules/saleQuery.ts'
import type { Clock, Files, Log, Machine, Timers, Vault } from '../ports.ts'
import type { DatabaseHealth } from '../storage/databaseHealth.ts'
import type { SideFile } from '../storage/database.ts'
import { logOf, sizeOf } from '../storage/files.ts'
import { DiagnosticsStore } from './diagnosticsStore.ts'
import {
  type DiagnosticFacts,
  diagnosticSections,
  diagnosticsText,
  type OpenElsewhere,
  type StorageHealth,
} from './diagnosticsText.ts'
import { fileName } from './report.ts'
import { settlementLag } from './settlementLag.ts'

/** The report for installers and support. It holds nothing private, so a cashier may send it. */
export interface Diagnostics {
  view(): Promise<DiagnosticsView>
  /** A text file of it with the newest log lines; a dialog asks where. */
  save(): Promise<Result<ExportView, CallError>>
  /** Whether sales of the other environment, live or practice, exist on this computer. */
  hasOtherKind(): boolean
}

export interface DiagnosticsOptions {
  readonly version: string
  readonly environment: 'live' | 'practice'
  readonly quietPeriodMinutes: number
  readonly profile: () => ProfileView
  readonly choices: () => DiagnosticsView['choices']
  readonly session: () => SessionView
  readonly connection: () => ConnectionView
  readonly unread: () => readonly UnreadRows[]
  readonly terminalId: () => string | null
  /** Whose sales are recorded here now; without a sign-in, of which address. */
  readonly owner: () => QueueOwner
  readonly storage: Pick<DatabaseHealth, 'view' | 'database' | 'lastCheck'>
  readonly recordsFile: Pick<SideFile, 'size'>
  /** The sales file of the other environment, live or practice. */
  readonly otherSalesFile: string
  readonly vault: Pick<Vault, 'isProtected'>
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly timers: Timers
  readonly files: Files
  readonly machine: Machine
  readonly log: Log
}

const LOG_LINES = 200
/** A key store that asks its owner must not delay the screen. */
const VAULT_MS_MAX = 2_000
/** Enough to tell two files apart, and to find the entry in the chain. */
const HASH_CHARACTERS = 16
const MINUTE_MS = 60_000

export function createDiagnostics(options: DiagnosticsOptions): Diagnostics {
  const { storage, machine, clock, log } = options
  const store = new DiagnosticsStore(storage.database)

  /** What a failing file cannot tell is unknown; the rest is reported all the more. */
  function orElse<Value>(ask: () => Value, instead: Value): Value {
    try {
      return ask()
    } catch (error) {
      log('warn', 'diagnostics.notRead', { name: error instanceof Error ? error.name : 'unknown' })
      return instead
    }
  }

  function health(): StorageHealth {
    const { status, file, areRecordsKept } = storage.view()
    const known = orElse(() => store.health(), null)
    const records = options.recordsFile.size()
    return {
      status,
      areRecordsKept,
      recordsBytes: records.bytes,
      recordsBytesMax: records.bytesMax,
      file,
      bytes: orElse(() => sizeOf(file), null),
      logBytes: orElse(() => sizeOf(logOf(file)), null),
      freeBytes: machine.freeBytes(options.profile().dataDir),
      schemaVersion: known?.schemaVersion ?? null,
      auditEntries: known === null ? null : (known.head?.id ?? 0),
      auditHead: known?.head?.hash.slice(0, HASH_CHARACTERS) ?? null,
      lastCheck: storage.lastCheck(),
    }
  }

  function elsewhere(owner: QueueOwner): readonly OpenElsewhere[] {
    return orElse(() => store.elsewhere(owner), []).map(({ environment, partnerUrl, ...figures }) => ({
      environment,
      serviceHost: URL.parse(partnerUrl)?.host ?? null,
      isOtherClient: environment === owner.environment && partnerUrl === owner.partnerUrl,
      ...figures,
    }))
  }

  function isVaultProtected(): Promise<boolean | null> {
    return new Promise((resolve) => {
      const cancel = options.timers.after(VAULT_MS_MAX, () => resolve(null))
      const answer = (isProtected: boolean | null): void => {
        cancel()
        resolve(isProtected)
      }
      options.vault.isProtected().then(answer, () => answer(null))
    })
  }

  function hasOtherKind(): boolean {
    return orElse(() => sizeOf(options.otherSalesFile) > 0, false)
  }

  async function ask(): Promise<DiagnosticFacts> {
    const isProtected = await isVaultProtected()
    const owner = options.owner()
    const { environment, partnerUrl, clientId } = owner
    const records =
      clientId === null ? [] : orElse(() => store.newestRecords({ environment, partnerUrl, clientId }), [])
    return {
      takenAtMs: clock.wallNowMs(),
      environment: options.environment,
      program: {
        version: options.version,
        electron: machine.electron,
        node: machine.node,
        system: machine.system,
      },
      session: { status: options.session().status, keptAs: options.session().keptAs },
      isVaultProtected: isProtected,
      connection: options.connection(),
      unread: [...options.unread()],
      open: orElse(() => store.open(owner), []).map((one) => ({ ...one, state: SaleState.parse(one.state) })),
      elsewhere: [...elsewhere(owner)],
      hasOtherKind: hasOtherKind(),
      terminalId: options.terminalId(),
      lag: settlementLag(records, options.quietPeriodMinutes * MINUTE_MS),
      storage: health(),
      choices: options.choices(),
    }
  }

  return {
    view: async () => {
      const facts = await ask()
      const profile = options.profile()
      const sections = [...diagnosticSections(facts, profile)]
      return { sections, choices: facts.choices, text: diagnosticsText(facts, profile) }
    },
    hasOtherKind,
    save: async () => {
      const facts = await ask()
      const text = diagnosticsText(facts, options.profile())
      const lines = machine.logTail(LOG_LINES)
      const head = {
        environment: options.environment,
        // Nothing of the shop is in it, not even in its name.
        profileName: '',
        madeAtMs: facts.takenAtMs,
      }
      const whole = [text, '', `Log, the newest ${lines.length} lines, the newest last`, ...lines, ''].join(
        '\n',
      )
      const saved = await options.files.save(`${fileName('diagnostics', head)}.txt`, whole)
      return saved.ok
        ? ok({ file: saved.value, rowCount: whole.split('\n').length - 1 })
        : callError('fileNotWritten', { reason: saved.error })
    },
  }
}
