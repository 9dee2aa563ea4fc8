import { assertNever } from '../../shared/result.ts'
import type { StorageNews } from '../../shared/storage.ts'
import type { AppState } from '../state/types.ts'
import { strings } from '../strings.ts'

export type BannerKind =
  | 'storageFailing'
  | 'storageReadOnly'
  | 'storageNews'
  | 'signInAgain'
  | 'offline'
  | 'serviceSilent'
  | 'serviceOdd'
  | 'thisRunOnly'

/**
 * The one banner to show, by priority. Practice is not among them: its frame and stripe are always there, and the
 * slot below is free for what a person can act on.
 */
export function bannerFor({
  app,
  session,
  connection,
  storage,
  thisRunOnlyDismissed,
}: Pick<AppState, 'app' | 'session' | 'connection' | 'storage' | 'thisRunOnlyDismissed'>): BannerKind | null {
  // Where nothing can be saved, nothing else matters as much.
  if (storage?.status === 'failing') return 'storageFailing'
  if (storage?.status === 'readOnly') return 'storageReadOnly'
  if (storage?.news) return 'storageNews'
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

/** What happened to the sales file, what is safe, and what to do. */
export function newsText({ kind, keptAs, unreadableSales }: StorageNews, file: string): string {
  const words = strings.banner
  switch (kind) {
    case 'salvaged': {
      const lost = unreadableSales ?? 0
      return words.salvaged(keptAs ?? file, lost === 0 ? words.salvagedAll : words.salvagedLost(lost))
    }
    case 'behind':
      return words.behind(file)
    case 'foreign':
      return words.foreign(file)
    case 'begunAnew':
      return words.begunAnew(keptAs)
    default:
      return assertNever(kind, 'news')
  }
}
