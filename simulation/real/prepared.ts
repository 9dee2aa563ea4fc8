import { practiceProfile, type Profile } from '../../electron/gateway/profile.ts'
import type { KeptFiles, Network, SettingsStore, Vault } from '../../electron/ports.ts'
import { createCredentialStore } from '../../electron/session/credentialStore.ts'
import { toTerminalView } from '../../electron/gateway/recordView.ts'
import { createKeptList } from '../../electron/terminals/keptList.ts'
import { knownTerminal, NOTHING_KNOWN } from '../../electron/terminals/knownTerminals.ts'
import { VERSION_KEY } from '../../electron/terminals/terminalVersions.ts'
import { OTHER_CLIENT, OWN_CLIENT, OWN_DESTINATION } from '../destinations.ts'
import { TERMINAL_ROWS } from './realApi.ts'

/** Small, so that a history's few records span several pages. */
const PAGE_SIZE = 4
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

/** The lists of terminals that a computer keeps between runs. */
export interface KeptLists {
  /** The files of one run; once it has ended it writes nothing. */
  portOf(life: { readonly isOver: boolean }): KeptFiles
  /** Each client's list, left by an earlier run. */
  leave(): void
}

export function createKeptLists(): KeptLists {
  const files = new Map<string, string>()
  /** A list left by an earlier run is there before the next one looks for it. */
  let left: Promise<void> = Promise.resolve()

  function portOf(life: { readonly isOver: boolean }): KeptFiles {
    return {
      read: async (name) => {
        await left
        return files.get(name) ?? null
      },
      write: (name, text) => {
        if (!life.isOver) files.set(name, text)
        return Promise.resolve(true)
      },
    }
  }

  async function write(): Promise<void> {
    const rows = TERMINAL_ROWS.map((terminal) => knownTerminal(toTerminalView(terminal, '')))
    const list = {
      ...NOTHING_KNOWN,
      rows,
      totalCount: rows.length,
      pagesRead: 1,
      isComplete: true,
      readAtMs: 0,
    }
    const keptFiles = portOf({ isOver: false })
    const turn = (): Promise<void> => Promise.resolve()
    for (const clientId of [OWN_CLIENT, OTHER_CLIENT]) {
      await createKeptList({ keptFiles, turn, log }, [DESTINATION_KEY, clientId]).write(list)
    }
  }

  return {
    portOf,
    leave: () => {
      left = write()
    },
  }
}

/** Writes an earlier run's sign-in, lists of terminals, and version key, which would otherwise draw from the chance. */
export function prepare(settings: SettingsStore, lists: KeptLists, token: string): void {
  const sealed = JSON.stringify({ clientId: OWN_CLIENT, secretKey: 'secret', loginToken: '', token })
  createCredentialStore({ settings, vault, log, destinationKey: DESTINATION_KEY }).write(OWN_CLIENT, sealed)
  settings.set(VERSION_KEY, Buffer.alloc(32).toString('base64'))
  lists.leave()
}
