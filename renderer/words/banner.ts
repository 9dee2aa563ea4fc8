import type { AppState } from '../state/types.ts'

export type BannerKind = 'signInAgain' | 'offline' | 'serviceSilent' | 'serviceOdd' | 'thisRunOnly'

/**
 * The one banner to show, by priority. Practice is not among them: its frame and stripe are always there, and the
 * slot below is free for what a person can act on.
 */
export function bannerFor({
  app,
  session,
  connection,
  thisRunOnlyDismissed,
}: Pick<AppState, 'app' | 'session' | 'connection' | 'thisRunOnlyDismissed'>): BannerKind | null {
  // The sign-in screen says itself what waits, and "you can keep recording sales" would not be true there.
  if (session?.status === 'signedOut') return null
  if (session?.status === 'expired') return 'signInAgain'
  switch (connection.status) {
    case 'offline':
    case 'serviceSilent':
    case 'serviceOdd':
      return connection.status
    case 'online':
    case 'notTried':
      // Practice signs in by itself at every start, so there is nothing to be told about.
      if (app?.environment === 'practice' || thisRunOnlyDismissed) return null
      return session?.keptAs === 'thisRunOnly' ? 'thisRunOnly' : null
  }
}
