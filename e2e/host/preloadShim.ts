/** Names that Playwright puts into the page; the shim removes them before any script of the page runs. */
export const INVOKE_BINDING = '__standInInvoke'
export const REPORT_BINDING = '__standInReport'
/** The symbol under which the host finds the function that pushes an event into the page. */
export const EMIT_SYMBOL = 'tillside.standIn.emit'

/**
 * The script that runs before the page's own: it evaluates the real preload bundle with a double of `electron`, as the
 * sandbox would. Sub-frames get nothing, as by Electron's own setting.
 */
export function preloadScript(preloadSource: string): string {
  return `(() => {
  const hostInvoke = window.${INVOKE_BINDING}
  const report = window.${REPORT_BINDING}
  delete window.${INVOKE_BINDING}
  delete window.${REPORT_BINDING}
  window.addEventListener('securitypolicyviolation', (event) => {
    void report(event.effectiveDirective + ' ' + (event.blockedURI || 'inline'))
  })
  if (window.top !== window) return
  const listeners = new Map()
  Object.defineProperty(window, Symbol.for('${EMIT_SYMBOL}'), {
    value: (channel, args) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, ...args)
    },
  })
  const deepFreeze = (value) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      Object.values(value).forEach(deepFreeze)
      Object.freeze(value)
    }
    return value
  }
  const electron = {
    ipcRenderer: {
      invoke: (channel, ...args) =>
        hostInvoke(channel, args).catch((error) => {
          throw new Error("Error invoking remote method '" + channel + "': " + error)
        }),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      removeListener: (channel, listener) =>
        listeners.set(channel, (listeners.get(channel) ?? []).filter((other) => other !== listener)),
    },
    contextBridge: {
      exposeInMainWorld: (key, api) => Object.defineProperty(window, key, { value: deepFreeze({ ...api }), enumerable: true }),
    },
  }
  const require = (name) => {
    if (name !== 'electron') throw new Error('module not found: ' + name)
    return electron
  }
  const module = { exports: {} }
  ;(function (require, module, exports) {
${preloadSource}
})(require, module, module.exports)
})()`
}
