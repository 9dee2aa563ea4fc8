import type { CallError } from './callError.ts'
import { asksCashier, type CallName, callNames, guardOf, type Handlers, type Request } from './contract.ts'
import type { Result } from './result.ts'

/** The conditions of conditional guards that the request alone does not decide. */
export interface GuardConditions {
  readonly otherTerminal: (request: Request<'terminals.choose'>) => Promise<boolean> | boolean
  readonly pinIsSet: () => boolean
  readonly closesByManager: () => boolean
  readonly sessionHeld: () => boolean
}

/** Why a person may not make a call now; undefined if they may. */
export type Refusal = () => Result<never, CallError> | undefined

export interface Refusals {
  /** What a cashier is answered where a manager is needed. */
  readonly manager: Refusal
  /** The answer to everyone while no cashier is in at a counter that has cashiers. */
  readonly cashier: Refusal
}

const anotherSlip = ({ confirmedRemovedSlip, confirmedAlikeSlip }: Request<'sales.record'>): boolean =>
  confirmedRemovedSlip === true || confirmedAlikeSlip === true

type Handler = (request: unknown) => unknown
type Condition = (request: unknown) => Promise<boolean> | boolean

/**
 * Puts each call's guards (contract.ts) before its handler. Only this checks for a manager, and for a cashier. The
 * cashier comes last, right before the handler: a lock meanwhile still counts.
 */
export function guardCalls(handlers: Handlers, conditions: GuardConditions, refusals: Refusals): Handlers {
  const all = { ...conditions, anotherSlip }
  const guarded = callNames.map((name): [CallName, Handler] => {
    const answerIt = handlers[name] as Handler
    const handle: Handler = asksCashier(name)
      ? (request) => refusals.cashier() ?? answerIt(request)
      : answerIt
    const guard = guardOf(name)
    if (guard === undefined) return [name, handle]
    const isManagers = guard === 'manager' ? () => true : (all[guard] as Condition)
    return [
      name,
      (request) => {
        const answer = (isIt: boolean): unknown => (isIt ? refusals.manager() : undefined) ?? handle(request)
        const isIt = isManagers(request)
        return isIt instanceof Promise ? isIt.then(answer) : answer(isIt)
      },
    ]
  })
  return Object.fromEntries(guarded) as unknown as Handlers
}
