import type { CallResult } from '../../../shared/contract.ts'
import { latestQuestion } from '../../core/latestQuestion.ts'
import type { FormEntry, TerminalFormActions } from './terminalChangeTypes.ts'
import { draftKeeper } from './terminalDrafts.ts'
import { formOpening, type FormOpening } from './terminalFormOpening.ts'
import { formSubmit } from './terminalFormSubmit.ts'
import type { WorkPorts } from './terminalWork.ts'

/** More than a person looks through below a field. */
const MERCHANTS_MAX = 20

/** From opening a form to the bank's answer. What a form holds after each step is in terminalForm.ts. */
export function formActions(ports: WorkPorts): Pick<FormOpening, 'onRole'> & {
  readonly actions: TerminalFormActions
} {
  const { deps, tools } = ports
  const { work, setWork, current, dispatch } = tools
  const keeper = draftKeeper(ports)
  const { actions: opening, onRole, reopen } = formOpening(ports, keeper)

  function enter(entry: FormEntry): void {
    const open = current()
    if (open === null || open.form.isPutAway || open.form.isAsking || open.form.told !== null) return
    const { key, form } = open
    dispatch(key, entry)
    const values = work().forms[key]?.values
    if (values === form.values) return
    // A lock may come at any moment, and only main may then have the account number.
    if (values?.accountNumber === form.values.accountNumber) keeper.keepSoon(key)
    else keeper.keepNow(key)
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
      ...formSubmit(ports, keeper, reopen),
      enterTerminalForm: enter,
      searchMerchants(search, isTyped) {
        if (isTyped) merchants.soon(search.trim())
        else void merchants.now(search.trim())
      },
    },
  }
}
