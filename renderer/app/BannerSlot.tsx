import {
  ClockAlert,
  CloudOff,
  FileLock,
  FileWarning,
  HardDrive,
  HardDriveDownload,
  Info,
  KeyRound,
  LogOut,
  type LucideIcon,
  ServerCrash,
  TriangleAlert,
} from 'lucide-react'
import { assertNever } from '../../shared/result.ts'
import { todoOf } from '../../shared/todo.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { formatKobo } from '../ui/format/money.ts'
import { momentText } from '../ui/format/time.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { bannerFor, clockText, lateText, notCheckedText, serviceText, totalsOf } from '../core/banner.ts'
import type { BannerKind } from '../core/bannerKinds.ts'
import { useLazyScreens } from './lazyLoading.ts'
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
  serviceRefuses: ServerCrash,
  payout: TriangleAlert,
  late: TriangleAlert,
  notChecked: TriangleAlert,
  thisRunOnly: Info,
  thisRunSoFar: Info,
  backupDue: HardDriveDownload,
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
  const problem = useApp((state) => state.connection.problem)
  const queue = useApp((state) => state.queue)
  const lateAfterMinutes = useApp((state) => state.app?.lateAfterMinutes ?? 0)
  const platform = useApp((state) => state.app?.platform ?? 'windows')
  const later = useLazyScreens(kind === 'storageNews')
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
    case 'payout':
      return strings.payout.banner(totalsOf(kind, queue).count)
    case 'storageFailing':
      return strings.banner.storageFailing(storage?.file ?? '')
    case 'storageNews':
      if (later.hasFailed) return strings.banner.fileNewsUnread
      return storage?.news ? (later.parts?.newsText(storage.news, storage.file) ?? '') : ''
    case 'serviceOdd':
    case 'serviceRefuses':
      return serviceText(kind, problem)
    case 'leavingSoon':
      return strings.signOut.leavingSoon
    case 'storageReadOnly':
      return storage?.givenAwayAtMs == null
        ? strings.banner.storageReadOnly
        : strings.banner.givenAway(momentText(storage.givenAwayAtMs))
    case 'offline':
    case 'serviceSilent':
    case 'thisRunOnly':
    case 'thisRunSoFar':
    case 'backupDue':
      return strings.banner[kind]
    default:
      return assertNever(kind, 'banner')
  }
}

/** After sign-in, waiting sales are sent; sales that are being checked are only looked up. */
function useSignInText(): string {
  const queue = useApp((state) => state.queue)
  const words = strings.banner
  if (queue === null || todoOf(queue).open.count === 0) return words.signInNoQueue
  if (queue.waitingCount > 0) {
    return `${words.signIn(queue.waitingCount, formatKobo(queue.waitingKobo))} ${words.signInNote}`
  }
  const { count, kobo } = todoOf(queue).open
  return `${words.signInToCheck(count, formatKobo(kobo))} ${words.signInNote}`
}

function BannerAction({ kind }: { kind: BannerKind }) {
  const openSignIn = useApp((state) => state.openSignIn)
  const tryNow = useApp((state) => state.tryNow)
  const isOnTodo = useApp((state) => state.screen === 'todo')
  const showSettings = useApp((state) => state.showSettings)
  const showTodo = useApp((state) => state.showTodo)
  const count = useApp((state) => totalsOf(kind, state.queue).count)
  const isGivenAway = useApp((state) => state.storage?.givenAwayAtMs != null)
  const putAwayBanner = useApp((state) => state.putAwayBanner)
  const storageNewsRead = useApp((state) => state.storageNewsRead)
  const signOutWhenSent = useApp((state) => state.signOutWhenSent)
  switch (kind) {
    case 'signInAgain':
      return <Button onPress={() => openSignIn(true)}>{strings.banner.signInButton}</Button>
    case 'offline':
    case 'serviceSilent':
      // The screen To do has this button itself.
      return isOnTodo ? null : <Button onPress={() => void tryNow()}>{strings.banner.tryNow}</Button>
    case 'payout':
    case 'late':
    case 'notChecked':
      return (
        <>
          {!isOnTodo && (
            <Button onPress={() => showTodo(kind === 'payout' ? 'needsYou' : kind)}>
              {strings.banner.lateShow(count)}
            </Button>
          )}
          <Button onPress={() => putAwayBanner(kind)}>{strings.banner.putAway}</Button>
        </>
      )
    case 'leavingSoon':
      return <Button onPress={() => signOutWhenSent(false)}>{strings.signOut.leavingStop}</Button>
    case 'thisRunOnly':
    case 'thisRunSoFar':
      return <Button onPress={() => putAwayBanner(kind)}>{strings.banner.understood}</Button>
    case 'backupDue':
      return (
        <>
          <Button onPress={() => showSettings('computer')}>{strings.banner.backup}</Button>
          <Button onPress={() => putAwayBanner(kind)}>{strings.banner.putAway}</Button>
        </>
      )
    case 'storageNews':
      return <Button onPress={() => void storageNewsRead()}>{strings.banner.understood}</Button>
    case 'storageFailing':
    case 'storageReadOnly':
    case 'clockWrong':
    case 'serviceOdd':
    case 'serviceRefuses':
      // The file, the clock and the field that cannot be read are in the diagnostics.
      if (isGivenAway) return <Button onPress={() => showSettings('computer')}>{strings.banner.show}</Button>
      return <Button onPress={() => showSettings('diagnostics')}>{strings.banner.diagnostics}</Button>
  }
}
