import type { CredentialStore } from './credentialStore.ts'
import type { CurrentSignIn } from './currentSignIn.ts'
import type { Held } from './held.ts'
import type { Patience } from './patience.ts'

/** Stores it sealed. A key store that asks its owner is not awaited: until sealed, the sign-in is for this run. */
export async function keepSignIn(
  held: Held,
  current: CurrentSignIn,
  store: CredentialStore,
  patience: Patience,
): Promise<void> {
  const { clientId, secrets, token } = held
  if (secrets === null || token === null) return
  // After a sign-out or a newer token, writing now would restore what was forgotten.
  const isLatest = (): boolean => current.held() === held && held.token === token
  let hasEnded = false
  const sealing = store.seal({ clientId, ...secrets, token }).then((sealed) => {
    hasEnded = true
    if (!isLatest()) return
    if (sealed !== null && store.write(clientId, sealed)) held.keptAs = 'sealed'
    else if (held.keptAs !== 'sealed') held.keptAs = 'thisRunOnly'
    current.changed()
  })
  await patience(sealing)
  if (hasEnded || !isLatest() || held.keptAs === 'sealed') return
  held.keptAs = 'thisRunSoFar'
  current.changed()
}
