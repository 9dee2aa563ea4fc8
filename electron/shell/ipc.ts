import { callNames, type CallName } from '../../shared/callNames.ts'
import { callError, CallError } from '../../shared/callError.ts'
import { calls, events, type CallResult, type Emit, type Handlers } from '../../shared/contract.ts'
import { parseUnknown, type ParseProblem } from '../../shared/parse.ts'
import type { Log } from '../ports.ts'
import { isAppUrl } from './appProtocol.ts'

/** What the door needs of Electron's `ipcMain`, so that it is tested without Electron. */
export interface IpcPort {
  handle(channel: string, listener: (event: SenderEvent, ...args: unknown[]) => Promise<unknown>): void
  removeAllListeners(channel: string): unknown
}

export interface SenderEvent {
  /** Null where the frame went away before the call was handled. */
  readonly senderFrame: SenderFrame | null
}

export interface SenderFrame {
  readonly url: string
  /** Null for a main frame only. */
  readonly parent: unknown
}

/** What the door needs of a window to push an event to it. */
export interface EventTarget {
  isDestroyed(): boolean
  readonly webContents: { send(channel: string, payload: unknown): void }
}

/** electron-store opens this one for pages by itself, and it tells where the data folder is. */
const FOREIGN_CHANNEL = 'electron-store-get-data'

/**
 * The one door into the main process: a handler for every name of the contract and for no other. Each call passes four
 * checks (sender, request, result, error) and always answers with a Result; an exception becomes `internal` and its
 * text goes nowhere, since it may quote an address, a path or a header.
 * @param started a call that comes earlier waits: none may meet a back end that has not recovered its outbox
 */
export function registerCalls(
  ipc: IpcPort,
  handlers: Handlers,
  log: Log,
  started: Promise<unknown> = Promise.resolve(),
): void {
  ipc.removeAllListeners(FOREIGN_CHANNEL)
  for (const name of callNames) {
    ipc.handle(name, async (event, request) => {
      if (!isTrustedSender(event)) {
        log('warn', 'ipc.untrustedSender', { call: name })
        return callError('untrustedSender')
      }
      return answer(name, handlers, request, log, started)
    })
  }
}

/**
 * Only the main frame of our own origin may call. A sub-frame or a page that was navigated to is a stranger, and so is
 * a frame that throws when it is asked, as one does that was taken down in between.
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
    // Inside, too: a value that runs code when it is read cannot come through Electron's copy, but may still throw.
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

/** What leaves has to fit the contract, so that no field can slip out that nobody agreed on. */
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
 * The way out for events. An event that does not fit the contract is logged and dropped: the screen notices with the next, and asks.
 * @param target the window of now, or undefined while there is none
 */
export function createEmit(target: () => EventTarget | undefined, log: Log): Emit {
  return (name, payload) => {
    const parsed = parseUnknown(events[name], payload)
    if (!parsed.ok) {
      log('error', 'ipc.badEvent', { event: name, ...firstProblem(parsed.error) })
      return
    }
    const window = target()
    if (window !== undefined && !window.isDestroyed()) window.webContents.send(name, parsed.value)
  }
}

function firstProblem(problems: readonly ParseProblem[]): {
  readonly path: string
  readonly problem: string
} {
  const [first] = problems
  // A path may hold keys that the caller chose, so it is cut; the value itself is never in it.
  return { path: (first?.path ?? '').slice(0, 100), problem: (first?.problem ?? '').slice(0, 100) }
}
