import { callError, CallError } from '../../shared/callError.ts'
import {
  calls,
  events,
  isCallName,
  type CallChannel,
  type CallName,
  type CallResult,
  type Emit,
  type EventChannel,
  type Handlers,
} from '../../shared/contract.ts'
import { parseUnknown, type ParseProblem } from '../../shared/parse.ts'
import type { Log } from '../ports.ts'
import { isAppUrl } from './appProtocol.ts'

/** Electron's `ipcMain`, as far as needed, so that tests need no Electron. */
export interface IpcPort {
  handle(channel: string, listener: (event: SenderEvent, ...args: unknown[]) => Promise<unknown>): void
  removeAllListeners(channel: string): unknown
}

export interface SenderEvent {
  /** Null if the frame was destroyed before the call was handled. */
  readonly senderFrame: SenderFrame | null
}

export interface SenderFrame {
  readonly url: string
  /** Null only for a main frame. */
  readonly parent: unknown
}

/** A window, as far as needed to send it an event. */
export interface EventTarget {
  isDestroyed(): boolean
  readonly webContents: { send(channel: string, name: string, payload: unknown): void }
}

/** electron-store registers this channel by itself. It would tell pages the path of the data folder. */
const FOREIGN_CHANNEL = 'electron-store-get-data'
const CALL: CallChannel = 'call'
const EVENT: EventChannel = 'event'

/**
 * The only entry into the main process, for the names of the contract and no other. Each call passes five checks
 * (sender, name, request, result, error) and always returns a Result. An exception becomes `internal` and its text is
 * dropped, since it may quote an address, a path or a header.
 * @param started calls wait for it, so that none runs before the outbox has recovered
 */
export function registerCalls(
  ipc: IpcPort,
  handlers: Handlers,
  log: Log,
  started: Promise<unknown> = Promise.resolve(),
): void {
  ipc.removeAllListeners(FOREIGN_CHANNEL)
  ipc.handle(CALL, async (event, name, request) => {
    const call = isCallName(name) ? name : null
    if (!isTrustedSender(event)) {
      log('warn', 'ipc.untrustedSender', { call })
      return callError('untrustedSender')
    }
    if (call !== null) return answer(call, handlers, request, log, started)
    log('warn', 'ipc.unknownCall')
    return callError('unknownCall')
  })
}

/**
 * Only the main frame of our own origin may call. Sub-frames and pages of other origins are not trusted, nor is a frame
 * that throws when it is read, as a destroyed frame does.
 */
function isTrustedSender(event: SenderEvent): boolean {
  try {
    const { senderFrame } = event
    return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url)
  } catch {
    return false
  }
}

async function answer<Name extends CallName>(
  name: Name,
  handlers: Handlers,
  input: unknown,
  log: Log,
  started: Promise<unknown>,
): Promise<CallResult<Name>> {
  try {
    // Parsing is inside the `try` too: getters do not survive Electron's copy, but reading a value may still throw.
    const request = parseUnknown(calls[name].request, input)
    if (!request.ok) {
      log('warn', 'ipc.badRequest', { call: name, ...firstProblem(request.error) })
      const fields = request.error.map(({ path, problem }) => ({ field: path, problem }))
      return callError('invalid', { fields })
    }
    await started
    const handle: (value: unknown) => unknown = handlers[name] as (value: unknown) => unknown
    return checkedResult(name, await handle(request.value), log)
  } catch (thrown) {
    log('error', 'ipc.handlerThrew', {
      call: name,
      error: thrown instanceof Error ? thrown.name : typeof thrown,
    })
    return callError('internal')
  }
}

/** A result must match the contract, so that no undeclared field leaves main. */
function checkedResult<Name extends CallName>(name: Name, result: unknown, log: Log): CallResult<Name> {
  const open = result as CallResult<Name>
  const schema = open.ok ? calls[name].response : CallError
  const parsed = parseUnknown(schema, open.ok ? open.value : open.error)
  if (!parsed.ok) {
    log('error', 'ipc.badResult', { call: name, ...firstProblem(parsed.error) })
    return callError('internal')
  }
  return (
    open.ok ? { ok: true, value: parsed.value } : { ok: false, error: parsed.value }
  ) as CallResult<Name>
}

/**
 * Sends events to the window. An event that breaks the contract is logged and dropped: after the next event the screen
 * asks for the current state.
 * @param target the current window, or undefined while there is none
 */
export function createEmit(target: () => EventTarget | undefined, log: Log): Emit {
  return (name, payload) => {
    const parsed = parseUnknown(events[name], payload)
    if (!parsed.ok) {
      log('error', 'ipc.badEvent', { event: name, ...firstProblem(parsed.error) })
      return
    }
    const window = target()
    if (window !== undefined && !window.isDestroyed()) window.webContents.send(EVENT, name, parsed.value)
  }
}

function firstProblem(problems: readonly ParseProblem[]): {
  readonly path: string
  readonly problem: string
} {
  const [first] = problems
  // The caller chooses the keys in a path, so it is cut. It never holds a value.
  return { path: (first?.path ?? '').slice(0, 100), problem: (first?.problem ?? '').slice(0, 100) }
}
