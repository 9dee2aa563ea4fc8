import type { CallError } from '../../../shared/callError.ts'
import type { CallResult } from '../../../shared/contract.ts'
import type { PeopleView } from '../../../shared/people.ts'
import { isLocked } from '../../core/locked.ts'
import type { Deps, Get, Guarded, Set } from '../../core/types.ts'
import { strings } from '../../strings/strings.ts'
import type { PeopleActions, PeopleState } from '../../core/peopleTypes.ts'

export const noPeople: PeopleState = { view: null, atMs: 0, isChoosing: false, heldScans: 0 }

type PeopleCall = 'people.add' | 'people.rename' | 'people.resetPin' | 'people.remove'

interface People {
  readonly actions: PeopleActions
  readonly takePeople: (view: PeopleView) => void
}

/** Who is at the counter. Only main knows the PINs, and who is in; the screen shows it. */
export function peopleSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): People {
  /** Who was in last: another person does not go on with an act of theirs. */
  let lastId: string | null = null
  /** Resolves when the fast keys on the lock screen have ended: whether a person typed them. */
  let keys: PromiseWithResolvers<boolean> | null = null
  /** A PIN that was typed before someone pressed Lock opens nothing afterwards. */
  let locks = 0

  function takePeople(view: PeopleView): void {
    const { view: before, isChoosing: isAsked } = get().people
    const isOther = view.currentId !== null && view.currentId !== before?.currentId
    const isLeft = view.currentId === null && before?.currentId != null
    set(({ people }) => ({
      people: {
        ...people,
        view,
        atMs: deps.nowMs(),
        isChoosing: people.isChoosing && !isOther && view.state === 'on',
      },
    }))
    if (isLeft) left()
    if (isOther) entered(view, isAsked)
  }

  function left(): void {
    // It replaces what was said of a sale.
    set({ announcement: strings.people.locked })
    // A guarded act of the person who left must not go on with the PIN of the next.
    if (isLocked(get())) get().closePinDialog()
  }

  /** @param isAsked an act asked who is in, and its screen stays for the same person */
  function entered({ cashiers, currentId }: PeopleView, isAsked: boolean): void {
    const name = cashiers.find(({ id }) => id === currentId)?.name ?? ''
    if (!isAsked || (lastId !== null && lastId !== currentId)) get().show('sale')
    lastId = currentId
    set({ announcement: strings.people.isIn(name) })
  }

  async function change(ask: () => Promise<CallResult<PeopleCall>>): Promise<CallError | null> {
    const answer = await guarded(ask as () => Promise<CallResult<'people.add'>>)
    if (!answer.ok) return answer.error
    takePeople(answer.value)
    return null
  }

  return {
    takePeople,
    actions: {
      followHeld(burst) {
        if (burst === 'goesOn') keys = Promise.withResolvers()
        else keys?.resolve(burst === 'typed')
        if (burst !== 'goesOn') keys = null
        if (burst !== 'scan') return
        set(({ people }) => ({
          people: { ...people, heldScans: people.heldScans + 1 },
          announcement: strings.people.scanHeld,
        }))
      },
      async enterCashier(cashierId, pin) {
        const locksBefore = locks
        if ((await keys?.promise) === false || locks !== locksBefore) return null
        const answer = await deps.client.call('people.enter', { cashierId, pin })
        if (answer.ok) {
          takePeople(answer.value)
          // Also where the one who is in typed their PIN again.
          if (locks === locksBefore) get().chooseCashier(false)
        }
        return answer.ok ? null : answer.error
      },
      async lockCounter() {
        if (get().people.view?.state !== 'on') return get().lock()
        locks += 1
        // At once: the next keys are meant for the lock screen, which says nothing of the last sale.
        set({ announcement: strings.people.locked })
        get().chooseCashier(true)
        const answer = await deps.client.call('people.lock', {})
        if (!answer.ok) return
        takePeople(answer.value)
        get().chooseCashier(false)
      },
      chooseCashier: (isChoosing) => set(({ people }) => ({ people: { ...people, isChoosing } })),
      addCashier: (name, pin) => change(() => deps.client.call('people.add', { name, pin })),
      renameCashier: (cashierId, name) =>
        change(() => deps.client.call('people.rename', { cashierId, name })),
      resetCashierPin: (cashierId, pin) =>
        change(() => deps.client.call('people.resetPin', { cashierId, pin })),
      removeCashier: (cashierId) => change(() => deps.client.call('people.remove', { cashierId })),
    },
  }
}
