import type { CallResult } from '../../../shared/contract.ts'
import { latestQuestion } from '../../core/latestQuestion.ts'
import type { FormEntry, TerminalFormActions } from '../../core/terminalChangeTypes.ts'
import { formOpening } from './terminalFormOpening.ts'
import { formSubmit } from './terminalFormSubmit.ts'
import type { WorkPorts } from './terminalWork.ts'

/** More than a person looks through below a field. */
const MERCHANTS_MAX = 20

/** From opening a form to the bank's answer. What a form holds after each step is in terminalForm.ts. */
export function formActions(ports: WorkPorts): {
  readonly actions: TerminalFormActions
  readonly onRole: ReturnType<typeof formOpening>['onRole']
} {
  const { deps, tools } = ports
  const { setWork, current, dispatch } = tools
  const { actions: opening, onRole } = formOpening(ports)

  function enter(entry: FormEntry): void {
    const open = current()
    if (open === null || open.form.isAsking || open.form.told !== null) return
    dispatch(open.key, entry)
  }

  const merchants = latestQuestion<string, CallResult<'terminals.merchants'>>(
    deps,
    (search) => deps.client.call('terminals.merchants', { search, offset: 0, limit: MERCHANTS_MAX }),
    (answer) => {
      const found = answer.ok ? answer.value : { rows: [], total: 0 }
      setWork({ merchants: found })
      const form = current()?.form
      // It was typed or scanned before main had found it.
      if (form?.kind === 'edit' && form.merchant === null) {
        enter({ type: 'typeMerchant', text: form.merchantText, rows: found.rows })
      }
    },
  )

  return {
    onRole,
    actions: {
      ...opening,
      ...formSubmit(ports),
      enterTerminalForm: enter,
      searchMerchants(search, isTyped) {
        if (isTyped) merchants.soon(search.trim())
        else void merchants.now(search.trim())
      },
    },
  }
}
