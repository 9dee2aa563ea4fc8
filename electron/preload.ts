import { contextBridge, ipcRenderer } from 'electron'
import type { CallError } from '../shared/callError.ts'
import type { Bridge, CallChannel, EventChannel } from '../shared/contract.ts'

// This file runs in the sandbox beside the page, so it knows its two channels alone: no library, no schema, no state.
// Main checks the name and the request of every call.
const CALL: CallChannel = 'call'
const EVENT: EventChannel = 'event'
const internal: { readonly ok: false; readonly error: CallError } = { ok: false, error: { code: 'internal' } }

const bridge: Bridge = Object.freeze({
  call: async (name, request) => {
    try {
      return (await ipcRenderer.invoke(CALL, name, request)) as unknown
    } catch {
      // Electron's own words about a missing handler or a value that cannot be copied must not reach the page.
      return internal
    }
  },
  listen: (name, listener) => {
    // The event object would give the page access to `ipcRenderer`; only the payload passes.
    const onEvent = (_event: unknown, told: unknown, payload: unknown): void => {
      if (told === name) listener(payload)
    }
    ipcRenderer.on(EVENT, onEvent)
    return () => {
      ipcRenderer.removeListener(EVENT, onEvent)
    }
  },
} satisfies Bridge)

contextBridge.exposeInMainWorld('tillside', bridge)
