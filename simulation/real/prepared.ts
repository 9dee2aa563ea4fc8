import { practiceProfile, type Profile } from '../../electron/gateway/profile.ts'
import type { Network, SettingsStore, Vault } from '../../electron/ports.ts'
import { createCredentialStore } from '../../electron/session/credentialStore.ts'
import { toTerminalView } from '../../electron/settlements/recordView.ts'
import { createTerminalStore } from '../../electron/terminals/terminalStore.ts'
import { OTHER_CLIENT, OWN_CLIENT, OWN_DESTINATION } from '../destinations.ts'
import { TERMINAL_ROWS } from './realApi.ts'

/** Small, so that a history's few records are more than one page. */
const PAGE_SIZE = 4
const DESTINATION_KEY = `${OWN_DESTINATION.environment} ${OWN_DESTINATION.partnerUrl}`

/** The key store of a computer that keeps its secrets; what it seals never leaves this process. */
export const vault: Vault = {
  isProtected: () => Promise.resolve(true),
  seal: (text) => Promise.resolve(text),
  open: (sealed) => Promise.resolve(sealed),
}

/** The system's news of its network, as the world gives them. */
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

/** What an earlier run has left in the settings: the sign-in, and each client's list of terminals. */
export function prepare(settings: SettingsStore, token: string): void {
  const log = (): void => undefined
  const options = { settings, vault, log, destinationKey: DESTINATION_KEY }
  const sealed = JSON.stringify({ clientId: OWN_CLIENT, secretKey: 'secret', loginToken: '', token })
  createCredentialStore(options).write(OWN_CLIENT, sealed)
  const terminals = TERMINAL_ROWS.map(toTerminalView)
  const list = { terminals, totalCount: terminals.length, pagesRead: 1, isComplete: true, readAtMs: 0 }
  for (const clientId of [OWN_CLIENT, OTHER_CLIENT]) createTerminalStore(options).keepList(clientId, list)
}
