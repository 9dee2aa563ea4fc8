import { practiceProfile, type Profile } from '../../../electron/gateway/profile.ts'
import type { Network, SettingsStore, Vault } from '../../../electron/ports.ts'
import { createCredentialStore } from '../../../electron/session/credentialStore.ts'
import { toTerminalView } from '../../../electron/gateway/recordView.ts'
import type { SideFile } from '../../../electron/storage/database.ts'
import { recordMigrations } from '../../../electron/storage/recordsFile.ts'
import { sideFileInMemory } from '../../../electron/storage/testing/sideFileInMemory.ts'
import { terminalsInMemory } from '../../../electron/storage/testing/terminalsInMemory.ts'
import { knownTerminal, NOTHING_KNOWN } from '../../../electron/terminals/knownTerminals.ts'
import { TerminalListStore } from '../../../electron/terminals/terminalListStore.ts'
import { MAC_KEY } from '../../../electron/session/macKey.ts'
import { OTHER_CLIENT, OWN_CLIENT, OWN_DESTINATION } from '../destinations.ts'
import { PAGE_SIZE, TERMINAL_ROWS } from './realApi.ts'

const log = (): void => undefined
const DESTINATION_KEY = `${OWN_DESTINATION.environment} ${OWN_DESTINATION.partnerUrl}`

/** The key store of a computer; the encrypted texts never leave this process. */
export const vault: Vault = {
  isProtected: () => Promise.resolve(true),
  seal: (text) => Promise.resolve(text),
  open: (sealed) => Promise.resolve(sealed),
}

/** The system's network events, driven by the world. */
export function createNetwork(): { readonly port: Network; changed(): void } {
  const listeners = new Set<() => void>()
  return {
    port: {
      isOnline: () => true,
      onChange: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    changed: () => listeners.forEach((listener) => listener()),
  }
}

export interface ProfileSetup {
  readonly policy: 'ask' | 'auto'
  readonly quietMinutes: number
  readonly timeoutSeconds: number
}

/** The profile file of this counter. */
export function profileOf(
  { policy, quietMinutes, timeoutSeconds }: ProfileSetup,
  transactionIdPattern: string,
): Profile {
  const standard = practiceProfile()
  return {
    ...standard,
    environment: OWN_DESTINATION.environment,
    partnerUrl: OWN_DESTINATION.partnerUrl,
    transactionIdPattern,
    outbox: {
      ...standard.outbox,
      resendAfterAbsence: policy,
      quietPeriodMinutes: quietMinutes,
      timeoutSeconds,
    },
    limits: { ...standard.limits, pageSize: PAGE_SIZE },
  }
}

/** The lists of terminals and the bank's records, which a computer keeps between runs. */
export interface KeptLists {
  portOf(life: Life): SideFile
  recordsOf(life: Life): SideFile
  /** Each client's list, left by an earlier run. */
  leave(): void
}

interface Life {
  readonly isOver: boolean
}

/** A file of one run; once that has ended it writes nothing. */
function portOf(file: SideFile, life: Life): SideFile {
  return { ...file, use: (work) => (life.isOver ? undefined : file.use(work)) }
}

export function createKeptLists(): KeptLists {
  const file = terminalsInMemory()
  const records = sideFileInMemory(recordMigrations)
  return {
    portOf: (life) => portOf(file, life),
    recordsOf: (life) => portOf(records, life),
    leave: () => {
      const rows = TERMINAL_ROWS.map((terminal) => knownTerminal(toTerminalView(terminal, '')))
      const facts = { totalCount: rows.length, pagesRead: 1, isComplete: true, readAtMs: 0 }
      for (const clientId of [OWN_CLIENT, OTHER_CLIENT]) {
        const store = new TerminalListStore({ terminalsFile: file, log }, [DESTINATION_KEY, clientId])
        Array.from(store.write({ ...NOTHING_KNOWN, ...facts, rows }))
      }
    },
  }
}

/** Writes an earlier run's sign-in, lists of terminals, and version key, which would otherwise draw from the chance. */
export function prepare(settings: SettingsStore, lists: KeptLists, token: string): void {
  const sealed = JSON.stringify({ clientId: OWN_CLIENT, secretKey: 'secret', loginToken: '', token })
  createCredentialStore({ settings, vault, log, destinationKey: DESTINATION_KEY }).write(OWN_CLIENT, sealed)
  settings.set(MAC_KEY, Buffer.alloc(32).toString('base64'))
  lists.leave()
}
