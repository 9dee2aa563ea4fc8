import { callNames, type CallName } from './callNames.ts'
import type { CallError } from './callError.ts'
import { guardOf, type Handlers, type Request } from './contract.ts'
import type { Result } from './result.ts'

/** The conditions of conditional guards that the request alone does not decide. */
export interface GuardConditions {
  readonly otherTerminal: (request: Request<'terminals.choose'>) => Promise<boolean> | boolean
}

const removedSlip = ({ confirmedRemovedSlip }: Request<'sales.record'>): boolean =>
  confirmedRemovedSlip === true

type Handler = (request: unknown) => unknown
type Condition = (request: unknown) => Promise<boolean> | boolean

/**
 * Puts each call's guard (contract.ts) before its handler. Only this checks for a manager.
 * @param refusal what a cashier is answered; undefined while a manager is there
 */
export function guardCalls(
  handlers: Handlers,
  conditions: GuardConditions,
  refusal: () => Result<never, CallError> | undefined,
): Handlers {
  const all = { ...conditions, removedSlip }
  const guarded = callNames.map((name): [CallName, Handler] => {
    const handle = handlers[name] as Handler
    const guard = guardOf(name)
    if (guard === undefined) return [name, handle]
    const isManagers = guard === 'manager' ? () => true : (all[guard] as Condition)
    return [
      name,
      (request) => {
        const answer = (isIt: boolean): unknown => (isIt ? refusal() : undefined) ?? handle(request)
        const isIt = isManagers(request)
        return isIt instanceof Promise ? isIt.then(answer) : answer(isIt)
      },
    ]
  })
  return Object.fromEntries(guarded) as unknown as Handlers
}
