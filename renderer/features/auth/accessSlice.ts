import type { AccessView } from '../../../shared/access.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { assertNever } from '../../../shared/result.ts'
import { strings } from '../../strings/strings.ts'
import type { PinEntry } from '../../core/credentials.ts'
import type { Actions, Deps, Get, Guarded, PinDialog, Set } from '../../core/types.ts'

export const closedPin: PinDialog = { mode: 'closed', isBusy: false, problem: null }

/** Main forwards at most one touch a second; one every ten seconds is enough to keep manager mode and the counter open. */
const TOUCH_PERIOD_MS = 10_000

type AccessActions = Pick<Actions, 'touch' | 'lock' | 'openPinDialog' | 'closePinDialog' | 'submitPin'>

interface Access {
  readonly actions: AccessActions
  readonly guarded: Guarded
  readonly takeAccess: (access: AccessView) => void
}

/** The manager's mode. Only main knows the PIN; the screen asks for it when main says so. */
export function accessSlice(set: Set, get: Get, deps: Deps): Access {
  let touchedAtMs = Number.NEGATIVE_INFINITY
  /** Continues the call for which main asked for a manager, once the PIN dialog closes. */
  let goOn: ((isManager: boolean) => void) | null = null

  function takeAccess(access: AccessView): void {
    const before = get().access
    set({ access, accessAtMs: deps.nowMs() })
    if (before?.role === 'manager' && access.role === 'cashier') set({ announcement: strings.access.locked })
    // From the lock screen a manager goes on to the screens.
    if (before?.role !== 'manager' && access.role === 'manager') get().chooseCashier(false)
  }

  function end(isManager: boolean): void {
    set({ pinDialog: closedPin })
    const waiting = goOn
    goOn = null
    waiting?.(isManager)
  }

  const guarded: Guarded = async (ask) => {
    const first = await ask()
    // No cashier is in: the lock screen asks who is, also where a manager works.
    if (!first.ok && first.error.code === 'needsCashier') get().chooseCashier(true)
    if (first.ok || first.error.code !== 'needsManager') return first
    // A second question at the same time cancels the first.
    goOn?.(false)
    // Where the stored PIN cannot be read, only the partner's secret can reset it.
    const known = get().access?.pin === 'damaged' ? 'reset' : 'enter'
    const mode = first.error.needs === 'setPin' ? 'set' : known
    const { promise, resolve } = Promise.withResolvers<boolean>()
    goOn = resolve
    set({ pinDialog: { ...closedPin, mode } })
    return (await promise) ? ask() : first
  }

  function ask({ pin, currentPin, secretKey }: PinEntry): Promise<CallResult<'access.get'>> | null {
    const { mode } = get().pinDialog
    switch (mode) {
      case 'closed':
        return null
      case 'set':
      case 'change':
        return deps.client.call('access.setPin', { currentPin, pin })
      case 'enter':
        return deps.client.call('access.enter', { pin })
      case 'reset':
        return deps.client.call('access.reset', { secretKey, pin })
      default:
        return assertNever(mode, 'PIN dialog')
    }
  }

  return {
    guarded,
    takeAccess,
    actions: {
      touch() {
        const nowMs = deps.nowMs()
        set({ touchedAtMs: nowMs })
        // A clock that was set back must not suppress this for hours.
        const isRecent = nowMs >= touchedAtMs && nowMs - touchedAtMs < TOUCH_PERIOD_MS
        const isNobody = get().access?.role !== 'manager' && get().people.view?.currentId == null
        if (isNobody || isRecent) return
        touchedAtMs = nowMs
        void deps.client.call('access.touch', {}).then((answer) => {
          if (answer.ok) takeAccess(answer.value)
        })
      },
      async lock() {
        if (get().access?.role !== 'manager') return
        const answer = await deps.client.call('access.lock', {})
        if (answer.ok) takeAccess(answer.value)
      },
      openPinDialog: (mode) => set({ pinDialog: { ...closedPin, mode } }),
      closePinDialog: () => end(false),
      async submitPin(entry) {
        const { pinDialog } = get()
        if (pinDialog.isBusy) return
        const asking = ask(entry)
        if (asking === null) return
        set({ pinDialog: { ...pinDialog, isBusy: true, problem: null } })
        const answer = await asking
        if (answer.ok) {
          takeAccess(answer.value)
          end(answer.value.role === 'manager')
        } else set(({ pinDialog: now }) => ({ pinDialog: { ...now, isBusy: false, problem: answer.error } }))
      },
    },
  }
}
