import { callError } from '../../shared/callError.ts'
import type { CallResult, Request } from '../../shared/contract.ts'
import type { PeopleView } from '../../shared/people.ts'
import { ok } from '../../shared/result.ts'

/** The PIN of every cashier of the double. */
export const DOUBLE_CASHIER_PIN = '2580'
const WAIT_AFTER_TRIES = 3

export const noCashiers: PeopleView = { state: 'off', cashiers: [], currentId: null }

/** Cashiers by name, with the first one in. */
export function cashiersOf(...names: readonly string[]): PeopleView {
  const cashiers = names.map((name, place) => ({ id: `c${place + 1}`, name, wrongTries: 0, waitMs: 0 }))
  return { state: 'on', cashiers, currentId: 'c1' }
}

interface PeopleFacts {
  readonly people: PeopleView
}

/** The answer of a call that asks for a cashier while none is in; undefined otherwise. */
export function cashierOnly({ people }: PeopleFacts): ReturnType<typeof callError> | undefined {
  return people.state === 'on' && people.currentId === null ? callError('needsCashier') : undefined
}

/** The cashiers, in memory. */
export function peopleAnswers(facts: () => PeopleFacts, become: (people: PeopleView) => void) {
  const people = (): PeopleView => facts().people
  const now = (next: PeopleView): CallResult<'people.get'> => {
    become(next)
    return ok(next)
  }
  const changed = (id: string, part: Partial<PeopleView['cashiers'][number]>): CallResult<'people.get'> =>
    now({
      ...people(),
      cashiers: people().cashiers.map((each) => (each.id === id ? { ...each, ...part } : each)),
    })
  return {
    'people.get': (): CallResult<'people.get'> => ok(people()),
    'people.lock': (): CallResult<'people.lock'> => now({ ...people(), currentId: null }),
    'people.enter': ({ cashierId, pin }: Request<'people.enter'>): CallResult<'people.enter'> => {
      const cashier = people().cashiers.find(({ id }) => id === cashierId)
      if (cashier === undefined) return callError('notFound')
      if (cashier.waitMs > 0) return callError('tooManyTries')
      if (pin === DOUBLE_CASHIER_PIN) return now({ ...people(), currentId: cashierId })
      const wrongTries = cashier.wrongTries + 1
      changed(cashierId, { wrongTries, waitMs: wrongTries < WAIT_AFTER_TRIES ? 0 : 30_000 })
      return callError('wrongPin')
    },
    'people.add': ({ name }: Request<'people.add'>): CallResult<'people.add'> => {
      const { cashiers } = people()
      if (cashiers.some((each) => each.name === name)) {
        return callError('invalid', { fields: [{ field: 'name', problem: 'nameUsed' }] })
      }
      const added = { id: `c${cashiers.length + 1}`, name, wrongTries: 0, waitMs: 0 }
      return now({ ...people(), state: 'on', cashiers: [...cashiers, added] })
    },
    'people.rename': ({ cashierId, name }: Request<'people.rename'>): CallResult<'people.rename'> =>
      changed(cashierId, { name }),
    'people.resetPin': ({ cashierId }: Request<'people.resetPin'>): CallResult<'people.resetPin'> =>
      changed(cashierId, { wrongTries: 0, waitMs: 0 }),
    'people.remove': ({ cashierId }: Request<'people.remove'>): CallResult<'people.remove'> => {
      const cashiers = people().cashiers.filter(({ id }) => id !== cashierId)
      const currentId = people().currentId === cashierId ? null : people().currentId
      return now({ state: cashiers.length === 0 ? 'off' : 'on', cashiers, currentId })
    },
  }
}
