import { contextBridge, ipcRenderer } from 'electron'
import { callNames, eventNames } from '../shared/callNames.ts'
import type { CallError } from '../shared/callError.ts'
import type { Bridge } from '../shared/contract.ts'

// This file runs in the sandbox beside the page, so it knows names alone: no library, no schema, no state. Main checks
// every call again; refusing a name here only saves the round trip.
const calls: ReadonlySet<string> = new Set(callNames)
const events: ReadonlySet<string> = new Set(eventNames)

function refusal(code: 'unknownCall' | 'internal'): { readonly ok: false; readonly error: CallError } {
  return { ok: false, error: { code } }
}

const bridge: Bridge = Object.freeze({
  call: async (name, request) => {
    if (!calls.has(name)) return refusal('unknownCall')
    try {
      return (await ipcRenderer.invoke(name, request)) as unknown
    } catch {
      // Electron's own words about a missing handler or a value that cannot be copied must not reach the page.
      return refusal('internal')
    }
  },
  listen: (name, listener) => {
    if (!events.has(name)) throw new Error('no such event')
    // The event object would give the page access to `ipcRenderer`; only the payload passes.
    const onEvent = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(name, onEvent)
    return () => {
      ipcRenderer.removeListener(name, onEvent)
    }
  },
} satisfies Bridge)

contextBridge.exposeInMainWorld('tillside', bridge)
