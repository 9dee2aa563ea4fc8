import { callError, type CallError } from '../../shared/callError.ts'
import { nameProblem, tidyName } from '../../shared/cashierName.ts'
import type { Request } from '../../shared/contract.ts'
import { pinProblem } from '../../shared/newPin.ts'
import { CASHIER_PIN_DIGITS, CASHIERS_EVER_MAX, CASHIERS_MAX, type PeopleView } from '../../shared/people.ts'
import { ok, type Result } from '../../shared/result.ts'
import { hashPin, SALT_BYTES, type StoredPin } from '../access/pinHash.ts'
import type { Random } from '../ports.ts'
import type { CashierTries } from './cashierTries.ts'
import type { CashierKeeping, KeptCashier } from './keptCashiers.ts'
import type { PeopleEvent, PeopleLog } from './peopleLog.ts'

type Answer = Result<PeopleView, CallError>

/** What a manager does with the list of cashiers; the guards of the calls ask for one. */
export interface PeopleList {
  add(request: Request<'people.add'>): Promise<Answer>
  rename(request: Request<'people.rename'>): Answer
  resetPin(request: Request<'people.resetPin'>): Promise<Answer>
  remove(request: Request<'people.remove'>): Answer
}

interface ListParts {
  readonly keeping: CashierKeeping
  readonly tries: CashierTries
  readonly audit: PeopleLog
  readonly random: Pick<Random, 'bytes'>
  readonly view: () => PeopleView
  readonly onChange: (removedId: string | null) => void
}

const ID_BYTES = 8

export function createPeopleList(parts: ListParts) {
  const { keeping, tries, audit, random } = parts
  // Read once: an outside change of the file during the run changes nothing.
  const kept = keeping.read()
  let isDamaged = kept.kind === 'damaged'
  /** Removed ones too. A list that replaces a damaged one starts empty: sales keep the names of the old one. */
  let all: readonly KeptCashier[] = kept.kind === 'list' ? kept.cashiers : []

  const active = (): readonly KeptCashier[] => all.filter(({ pin }) => pin !== null)
  const find = (id: string): KeptCashier | undefined => active().find((each) => each.id === id)

  function keep(next: readonly KeptCashier[], event: PeopleEvent, about: KeptCashier): Answer {
    if (!audit.ask(event, about) || !keeping.write(next)) return callError('notSaved')
    audit.tell(event, about)
    all = next
    isDamaged = false
    if (event === 'cashierAdded' || event === 'cashierPinReset') tries.clear(about.id)
    parts.onChange(event === 'cashierRemoved' ? about.id : null)
    return ok(parts.view())
  }

  const replaced = (changed: KeptCashier): readonly KeptCashier[] =>
    all.map((each) => (each.id === changed.id ? changed : each))

  function wrongName(name: string, ownId: string | null): Result<never, CallError> | undefined {
    const others = active().flatMap((each) => (each.id === ownId ? [] : [each.name]))
    const problem = nameProblem(name, others)
    return problem && callError('invalid', { fields: [{ field: 'name', problem }] })
  }

  /** A longer list could not be read again: every name in it would be lost. */
  function noRoom(): Result<never, CallError> | undefined {
    const problem =
      all.length >= CASHIERS_EVER_MAX
        ? 'tooManyEver'
        : active().length >= CASHIERS_MAX
          ? 'tooMany'
          : undefined
    return problem && callError('invalid', { fields: [{ field: 'name', problem }] })
  }

  const hashed = (pin: string): Promise<StoredPin> => hashPin(pin, random.bytes(SALT_BYTES), null)

  return {
    active,
    state: (): PeopleView['state'] => (isDamaged ? 'damaged' : active().length > 0 ? 'on' : 'off'),
    add: async ({ name: typed, pin }: Request<'people.add'>): Promise<Answer> => {
      const name = tidyName(typed)
      const wrong = wrongName(name, null) ?? wrongPin(pin)
      if (wrong !== undefined) return wrong
      const stored = await hashed(pin)
      // Another one may have been added meanwhile.
      const taken = wrongName(name, null)
      if (taken !== undefined) return taken
      const full = noRoom()
      if (full !== undefined) return full
      const added = { id: Buffer.from(random.bytes(ID_BYTES)).toString('hex'), name, pin: stored }
      return keep([...all, added], 'cashierAdded', added)
    },
    rename: ({ cashierId, name: typed }: Request<'people.rename'>): Answer => {
      const name = tidyName(typed)
      const cashier = find(cashierId)
      if (cashier === undefined) return callError('notFound')
      const renamed = { ...cashier, name }
      return wrongName(name, cashierId) ?? keep(replaced(renamed), 'cashierRenamed', renamed)
    },
    resetPin: async ({ cashierId, pin }: Request<'people.resetPin'>): Promise<Answer> => {
      const wrong = wrongPin(pin)
      if (wrong !== undefined) return wrong
      const stored = await hashed(pin)
      const cashier = find(cashierId)
      if (cashier === undefined) return callError('notFound')
      const changed = { ...cashier, pin: stored }
      return keep(replaced(changed), 'cashierPinReset', changed)
    },
    remove: ({ cashierId }: Request<'people.remove'>): Answer => {
      const cashier = find(cashierId)
      if (cashier === undefined) return callError('notFound')
      const removed = { ...cashier, pin: null }
      return keep(replaced(removed), 'cashierRemoved', removed)
    },
  }
}

function wrongPin(pin: string): Result<never, CallError> | undefined {
  const problem = pinProblem(pin) ?? (pin.length > CASHIER_PIN_DIGITS ? ('tooLong' as const) : undefined)
  return problem && callError('invalid', { fields: [{ field: 'pin', problem }] })
}
