import {
  ClockAlert,
  CloudOff,
  FileLock,
  FileWarning,
  HardDrive,
  Info,
  KeyRound,
  LogOut,
  type LucideIcon,
  ServerCrash,
  TriangleAlert,
} from 'lucide-react'
import { assertNever } from '../../shared/result.ts'
import { openTotals } from '../../shared/sale.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { formatKobo } from '../ui/format/money.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { bannerFor, clockText, lateText, newsText, notCheckedText, type BannerKind } from '../core/banner.ts'
import styles from './BannerSlot.module.css'

const icons: Readonly<Record<BannerKind, LucideIcon>> = {
  storageFailing: HardDrive,
  storageReadOnly: FileLock,
  storageNews: FileWarning,
  leavingSoon: LogOut,
  signInAgain: KeyRound,
  clockWrong: ClockAlert,
  offline: CloudOff,
  serviceSilent: ServerCrash,
  serviceOdd: ServerCrash,
  late: TriangleAlert,
  notChecked: TriangleAlert,
  thisRunOnly: Info,
  thisRunSoFar: Info,
}

/** At most one banner, in a live region that stays while its text changes. */
export function BannerSlot() {
  const kind = useApp(bannerFor)
  const text = useText(kind)
  const Icon = kind === null ? null : icons[kind]
  return (
    <div role="status" aria-label={strings.banner.label}>
      {kind !== null && Icon !== null && (
        <div className={cx(styles.banner, styles[kind])} data-banner={kind}>
          <Icon aria-hidden="true" size={18} />
          <p className={cx(styles.text)}>{text}</p>
          <BannerAction kind={kind} />
        </div>
      )}
    </div>
  )
}

function useText(kind: BannerKind | null): string {
  const signInText = useSignInText()
  const storage = useApp((state) => state.storage)
  const clockAheadMs = useApp((state) => state.connection.clockAheadMs ?? 0)
  const queue = useApp((state) => state.queue)
  const lateAfterMinutes = useApp((state) => state.app?.lateAfterMinutes ?? 0)
  const platform = useApp((state) => state.app?.platform ?? 'windows')
  switch (kind) {
    case null:
      return ''
    case 'signInAgain':
      return signInText
    case 'clockWrong':
      return clockText(clockAheadMs, platform)
    case 'late':
      return queue === null ? '' : lateText(queue, lateAfterMinutes)
    case 'notChecked':
      return queue === null ? '' : notCheckedText(queue)
    case 'storageFailing':
      return strings.banner.storageFailing(storage?.file ?? '')
    case 'storageNews':
      return storage?.news ? newsText(storage.news, storage.file) : ''
    case 'leavingSoon':
      return strings.signOut.leavingSoon
    case 'storageReadOnly':
    case 'offline':
    case 'serviceSilent':
    case 'serviceOdd':
    case 'thisRunOnly':
    case 'thisRunSoFar':
      return strings.banner[kind]
    default:
      return assertNever(kind, 'banner')
  }
}

/** After sign-in, waiting sales are sent; sales that are being checked are only looked up. */
function useSignInText(): string {
  const queue = useApp((state) => state.queue)
  const words = strings.banner
  if (queue === null || openTotals(queue).count === 0) return words.signInNoQueue
  if (queue.waitingCount > 0) {
    const count = strings.count.waitingSales(queue.waitingCount)
    return `${words.signIn(count, formatKobo(queue.waitingKobo))} ${words.signInNote}`
  }
  const { count, kobo } = openTotals(queue)
  return `${words.signInToCheck(strings.count.sales(count), formatKobo(kobo))} ${words.signInNote}`
}

function BannerAction({ kind }: { kind: BannerKind }) {
  const openSignIn = useApp((state) => state.openSignIn)
  const tryNow = useApp((state) => state.tryNow)
  const isOnWaiting = useApp((state) => state.screen === 'waiting')
  const showDue = useApp((state) => state.showDue)
  const isOn = useApp(({ screen, query }) => screen === 'transactions' && query.filter === kind)
  const dismiss = useApp((state) => state.dismissThisRunOnly)
  const storageNewsRead = useApp((state) => state.storageNewsRead)
  const signOutWhenSent = useApp((state) => state.signOutWhenSent)
  switch (kind) {
    case 'signInAgain':
      return <Button onPress={() => openSignIn(true)}>{strings.banner.signInButton}</Button>
    case 'offline':
    case 'serviceSilent':
      // The Waiting screen has this button itself.
      return isOnWaiting ? null : <Button onPress={() => void tryNow()}>{strings.banner.tryNow}</Button>
    case 'late':
    case 'notChecked':
      return isOn ? null : <Button onPress={() => showDue(kind)}>{strings.banner.lateShow}</Button>
    case 'leavingSoon':
      return <Button onPress={() => signOutWhenSent(false)}>{strings.signOut.leavingStop}</Button>
    case 'thisRunOnly':
    case 'thisRunSoFar':
      return <Button onPress={dismiss}>{strings.banner.understood}</Button>
    case 'storageNews':
      return <Button onPress={() => void storageNewsRead()}>{strings.banner.understood}</Button>
    case 'storageFailing':
    case 'storageReadOnly':
    case 'clockWrong':
    case 'serviceOdd':
      return null
  }
}
