import type { CallResult } from '../../shared/contract.ts'
import type { TerminalChangeView } from '../../shared/terminalChange.ts'
import { latestQuestion } from './latestQuestion.ts'
import {
  type ChangesState,
  type FormState,
  nothingGivenUp,
  type TerminalChangeActions,
  type WorkTools,
} from './terminalChangeTypes.ts'
import type { Deps, Get, Guarded } from './types.ts'

/** Rows of one page on the screen. */
export const CHANGES_PAGE_SIZE = 20

type ChangesActions = Pick<
  TerminalChangeActions,
  'lookUpChange' | 'readChanges' | 'openChange' | 'openGivingUp' | 'giveUpChange'
>

interface Changes {
  readonly actions: ChangesActions
  /** Main told of a change: asked, answered, or compared with the list. */
  readonly onTold: (change: TerminalChangeView) => void
}

/** What was asked of the bank so far, and what its list shows of it. */
export function changesActions(
  get: Get,
  deps: Deps,
  guarded: Guarded,
  { work, setWork, changeForm, lookForEarlier }: WorkTools,
): Changes {
  const { client, nowMs } = deps
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
      if (isOf(form, told)) changeForm(key, (one) => withTold(one, told))
      // Where it is settled now, another one may be open behind it.
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
        setWork({ look: { changeId: null, isLooking: false, problem: null } })
      },
      async lookUpChange(changeId) {
        if (work().look.isLooking) return
        setWork({ look: { changeId, isLooking: true, problem: null } })
        const answer = await client.call('terminals.lookUpChange', { changeId })
        setWork({ look: { changeId, isLooking: false, problem: answer.ok ? null : answer.error } })
        if (answer.ok) onTold(answer.value)
      },
      openGivingUp: (changeId) => setWork({ givingUp: { ...nothingGivenUp, changeId } }),
      async giveUpChange({ by, note }) {
        const { changeId, isBusy } = work().givingUp
        if (changeId === null || isBusy) return
        setWork({ givingUp: { changeId, isBusy: true, problem: null } })
        const answer = await guarded(() => client.call('terminals.giveUpChange', { changeId, by, note }))
        if (answer.ok) {
          setWork({ givingUp: nothingGivenUp, lastBy: by })
          onTold(answer.value)
        } else setWork({ givingUp: { changeId, isBusy: false, problem: answer.error } })
      },
    },
  }
}

/** Whether a change is the one that was asked for from this entry. */
function isOf({ kind, isAsking, told, values }: FormState, change: TerminalChangeView): boolean {
  if (told !== null) return told.changeId === change.changeId
  if (!isAsking || change.kind !== kind) return false
  return 'terminalId' in values
    ? values.terminalId === change.terminalId
    : values.recordId === change.recordId
}

function withTold(form: FormState, told: TerminalChangeView): FormState {
  return { ...form, told, ...(form.result === null ? {} : { result: told }) }
}
