import * as z from 'zod/mini'
import { callError, CallError } from '../../shared/callError.ts'
import {
  type Bridge,
  type CallName,
  type CallResult,
  calls,
  type EventName,
  type EventPayload,
  events,
  type Request,
  type Response,
} from '../../shared/contract.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ok } from '../../shared/result.ts'

/** The screen's connection to the main process, typed by the contract. A call always answers and never throws. */
export interface Client {
  readonly call: <Name extends CallName>(name: Name, request: Request<Name>) => Promise<CallResult<Name>>
  /** @returns a function that stops listening */
  readonly listen: <Name extends EventName>(
    name: Name,
    listener: (payload: EventPayload<Name>) => void,
  ) => () => void
}

const Envelope = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: CallError }),
])

/**
 * Derives the client from the contract. Every answer and event is parsed first. An answer that does not parse becomes
 * an `internal` error with the path of the fault; an event that does not parse is dropped.
 */
export function createClient(bridge: Bridge): Client {
  async function call<Name extends CallName>(name: Name, request: Request<Name>): Promise<CallResult<Name>> {
    let answer: unknown
    try {
      answer = await bridge.call(name, request)
    } catch {
      return callError('internal', { about: `${name}: no answer from the main process` })
    }
    const envelope = parseUnknown(Envelope, answer)
    if (!envelope.ok) return callError('internal', { about: `${name}: answer of an unknown shape` })
    if (!envelope.value.ok) return envelope.value
    const value = parseUnknown(calls[name].response, envelope.value.value)
    if (!value.ok) {
      const paths = value.error.map(({ path, problem }) => `${path} ${problem}`).join('; ')
      return callError('internal', { about: `${name}: ${paths}` })
    }
    // The type is derived from this schema; TypeScript cannot follow that through the index.
    return ok(value.value as Response<Name>)
  }

  function listen<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void) {
    return bridge.listen(name, (payload) => {
      const parsed = parseUnknown(events[name], payload)
      if (parsed.ok) listener(parsed.value as EventPayload<Name>)
    })
  }

  return { call, listen }
}
