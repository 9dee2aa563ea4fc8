import type { CallResult } from '../../../shared/contract.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import { latestQuestion } from '../../core/latestQuestion.ts'
import {
  type ChangesActions,
  type ChangesState,
  noCall,
  noClosing,
  noPayout,
} from '../../core/terminalChangeTypes.ts'
import { isOf } from './terminalForm.ts'
import type { WorkPorts } from './terminalWork.ts'

/** Rows of one page on the screen. */
export const CHANGES_PAGE_SIZE = 20

/** What was asked of the bank so far, and what its list shows of it. */
export function changesActions({ get, deps, guarded, tools }: WorkPorts): {
  readonly actions: ChangesActions
  /** Main told of a change: asked, answered, or compared with the list. */
  readonly onTold: (change: TerminalChangeView) => void
} {
  const { client, nowMs } = deps
  const { work, setWork, dispatch, lookForEarlier } = tools
  const change = (part: Partial<ChangesState>): void => setWork({ changes: { ...work().changes, ...part } })

  const page = latestQuestion<number, CallResult<'terminals.changes'>>(
    deps,
    (offset) => {
      change({ isReading: true })
      return client.call('terminals.changes', { offset, limit: CHANGES_PAGE_SIZE })
    },
    (answer, offset) => {
      if (!answer.ok) return change({ isReading: false, problem: answer.error })
      change({ ...answer.value, offset, asOfMs: nowMs(), isReading: false, problem: null })
    },
  )

  function onTold(told: TerminalChangeView): void {
    for (const [key, form] of Object.entries(work().forms)) {
      const isOwn =
        form.told === null ? form.isAsking && isOf(form, told) : form.told.changeId === told.changeId
      if (isOwn) dispatch(key, { type: 'set', part: { told } })
      // If it is settled now, an older one may still be open.
      if (form.earlier?.changeId === told.changeId) void lookForEarlier(key)
    }
    const { rows, open, offset, asOfMs } = work().changes
    const isShown = rows.some(({ changeId }) => changeId === told.changeId)
    change({
      rows: rows.map((row) => (row.changeId === told.changeId ? told : row)),
      open: open?.changeId === told.changeId ? told : open,
    })
    // A new one moves all the others, and what is known by now is not to be counted here.
    if (asOfMs !== null && (!isShown || get().terminalTask?.kind === 'changes')) void page.now(offset)
  }

  return {
    onTold,
    actions: {
      readChanges: (offset) => page.now(offset),
      openChange(changeId) {
        const open = work().changes.rows.find((row) => row.changeId === changeId) ?? null
        change({ open })
        setWork({ look: noCall })
      },
      showChange(open) {
        get().leaveTerminalTask()
        change({ open })
        void get().openTerminalTask({ kind: 'changes' })
      },
      async lookUpChange(changeId) {
        if (work().look.isBusy) return
        setWork({ look: { changeId, isBusy: true, problem: null } })
        const answer = await client.call('terminals.lookUpChange', { changeId })
        setWork({ look: { changeId, isBusy: false, problem: answer.ok ? null : answer.error } })
        if (answer.ok) onTold(answer.value)
      },
      openGivingUp: (changeId, how = 'notDone') => setWork({ givingUp: { ...noCall, changeId, how } }),
      async giveUpChange({ by, note }) {
        const { changeId, how, isBusy } = work().givingUp
        if (changeId === null || isBusy) return
        setWork({ givingUp: { changeId, how, isBusy: true, problem: null } })
        const answer = await guarded(() => client.call('terminals.giveUpChange', { changeId, how, by, note }))
        if (answer.ok) {
          setWork({ givingUp: noClosing, lastBy: by })
          onTold(answer.value)
        } else setWork({ givingUp: { changeId, how, isBusy: false, problem: answer.error } })
      },
      openPayout(terminalId) {
        if (terminalId !== null) get().show('terminal')
        setWork({ payout: { ...noPayout, terminalId } })
      },
      async acknowledgePayout({ seen, by, note }) {
        const { terminalId, isBusy } = work().payout
        if (terminalId === null || isBusy) return
        setWork({ payout: { terminalId, isBusy: true, problem: null } })
        const request = { terminalId, seen, by, note }
        const answer = await guarded(() => client.call('terminals.acknowledgePayout', request))
        if (answer.ok) {
          setWork({ payout: noPayout, lastBy: by })
        } else setWork({ payout: { terminalId, isBusy: false, problem: answer.error } })
      },
    },
  }
}
