import { changesActions } from './terminalChanges.ts'
import type { TerminalChangeSlice } from '../../core/terminalChangeTypes.ts'
import { formActions } from './terminalFormActions.ts'
import { nameCheckActions } from './terminalNameCheck.ts'
import { workTools } from './terminalWork.ts'
import type { Deps, Get, Guarded, Set } from '../../core/types.ts'

/**
 * Registering and editing a terminal. Only main asks the bank, once for each press of the last button; a missing answer
 * is no reason to ask again.
 */
export function terminalChangeSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): TerminalChangeSlice {
  const ports = { set, get, deps, guarded, tools: workTools(set, get, deps) }
  const forms = formActions(ports)
  const changes = changesActions(ports)
  return {
    actions: { ...forms.actions, ...nameCheckActions(ports), ...changes.actions },
    listen: () => {
      deps.client.listen('terminals.changeTold', changes.onTold)
      deps.client.listen('access.changed', ({ role }) => forms.onRole(role))
    },
  }
}
