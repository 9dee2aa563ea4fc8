import { draftKey, type TerminalChangeView, type TerminalDraft } from '../../shared/terminalChange.ts'
import { changeHeadline } from '../words/terminalChangeWords.ts'
import { changesActions, noChanges } from './terminalChanges.ts'
import type { FormState, TerminalChangeActions, TerminalWork } from './terminalChangeTypes.ts'
import { draftKeeper } from './terminalDrafts.ts'
import { formActions } from './terminalFormActions.ts'
import {
  editFromDraft,
  emptyRegister,
  formKey,
  isPristine,
  isSpent,
  latestOf,
  registerFromDraft,
  unchangedEdit,
  withEarlier,
} from './terminalForms.ts'
import { knownMerchant, knownTerminal, latestChanges } from './terminalLookUps.ts'
import { nameCheckActions } from './terminalNameCheck.ts'
import type { TerminalTask } from './terminalTypes.ts'
import type { Deps, Get, Guarded, Set } from './types.ts'

/** Before anything was begun, and for each client anew: what is entered belongs to whoever is signed in. */
export const noTerminalWork: TerminalWork = {
  forms: {},
  opening: null,
  merchants: { rows: [], total: 0 },
  token: { isOpen: false, isBusy: false, problem: null },
  changes: noChanges,
  look: { changeId: null, isLooking: false, problem: null },
  lastBy: '',
}

/** What the rooms of this slice share: the work, and the entry of the task in view. */
export interface WorkTools {
  readonly work: () => TerminalWork
  readonly setWork: (part: Partial<TerminalWork>) => void
  /** Null where no task with an entry is in view, or its entry is not open yet. */
  readonly current: () => { readonly key: string; readonly form: FormState } | null
  /** Does nothing where the entry was closed meanwhile. */
  readonly changeForm: (key: string, change: (form: FormState) => FormState) => void
}

/**
 * Registering and editing a terminal. Main alone asks the bank, once for each press of the last button; an answer that
 * does not come is nobody's reason to ask again.
 */
export function terminalChangeSlice(
  set: Set,
  get: Get,
  deps: Deps,
  guarded: Guarded,
): { readonly actions: TerminalChangeActions; readonly listen: () => void } {
  const tools = workTools(set, get)
  const { setWork, changeForm, current } = tools
  const keeper = draftKeeper(tools, deps)
  const changes = changesActions(get, deps, tools)

  /** Main's last word on a change that was asked for from an entry. */
  function onAnswered(key: string, change: TerminalChangeView): void {
    const isInView = current()?.key === key
    changeForm(key, (form) => ({ ...form, isAsking: false, told: change, result: change }))
    if (isSpent(change)) keeper.drop(key)
    else keeper.keepNow(key)
    if (!isInView) set({ announcement: changeHeadline(change).title })
  }

  const opening = openingActions(get, deps, { tools, keeper, readChanges: changes.actions.readChanges })
  return {
    actions: {
      ...opening,
      ...formActions(set, get, deps, guarded, { tools, keeper, onAnswered }),
      ...nameCheckActions(set, get, deps, guarded, tools),
      ...changes.actions,
      showChange(change) {
        opening.leaveTerminalTask()
        setWork({ changes: { ...tools.work().changes, open: change } })
        void get().openTerminalTask({ kind: 'changes' })
      },
      answerDraft(isWanted) {
        const open = current()
        if (open === null || open.form.offer === null) return
        const { key, form } = open
        if (isWanted) return changeForm(key, (one) => ({ ...one, offer: null }))
        keeper.drop(key)
        const { lastBy, forms } = tools.work()
        setWork({ forms: { ...forms, [key]: emptied(form, lastBy) } })
      },
    },
    listen: () => void deps.client.listen('terminals.changeTold', changes.onTold),
  }
}

function workTools(set: Set, get: Get): WorkTools {
  const work = (): TerminalWork => get().terminalWork
  const setWork = (part: Partial<TerminalWork>): void =>
    set(({ terminalWork }) => ({ terminalWork: { ...terminalWork, ...part } }))
  return {
    work,
    setWork,
    current() {
      const key = formKey(get().terminalTask)
      const form = key === null ? undefined : work().forms[key]
      return key === null || form === undefined ? null : { key, form }
    },
    changeForm(key, change) {
      const { forms } = work()
      const form = forms[key]
      if (form !== undefined) setWork({ forms: { ...forms, [key]: change(form) } })
    },
  }
}

function emptied(form: FormState, by: string): FormState {
  if (form.kind === 'register') return emptyRegister(by)
  return form.base === null ? form : unchangedEdit(form.base, by)
}

type EntryTask = Exclude<TerminalTask, { kind: 'changes' }>

interface OpeningTools {
  readonly tools: WorkTools
  readonly keeper: ReturnType<typeof draftKeeper>
  readonly readChanges: (offset: number) => Promise<void>
}

/** Into an entry and out of it. */
function openingActions(
  get: Get,
  deps: Deps,
  { tools, keeper, readChanges }: OpeningTools,
): Pick<TerminalChangeActions, 'beginTerminalTask' | 'leaveTerminalTask' | 'finishTerminalTask'> {
  const { client } = deps
  const { work, setWork, current, changeForm } = tools

  function close(key: string): void {
    const { [key]: _closed, ...forms } = work().forms
    setWork({ forms })
  }

  async function openForm(task: EntryTask, key: string): Promise<FormState | null> {
    const drafts = await client.call('terminals.drafts', {})
    const draft = drafts.ok ? drafts.value.drafts.find((one) => draftKey(one) === key) : undefined
    const form = await formOf(task, draft, drafts.ok && drafts.value.keepsAccounts)
    if (form === null) return null
    const asked = latestOf(form, await latestChanges(client))
    if (asked === null) return form
    // It was asked of the bank, and this computer went down before the draft of it could be dropped.
    const isLeftOver = draft !== undefined && asked.askedAtMs >= draft.keptAtMs && isSpent(asked)
    if (isLeftOver) keeper.drop(key)
    return isLeftOver ? { ...form, offer: null, told: asked, result: asked } : withEarlier(form, asked)
  }

  async function formOf(
    task: EntryTask,
    draft: TerminalDraft | undefined,
    keepsAccounts: boolean,
  ): Promise<FormState | null> {
    const { lastBy } = work()
    if (task.kind === 'register') return registerOf(draft, keepsAccounts, lastBy)
    const base = await knownTerminal(client, get(), task.recordId)
    if (base === null) return null
    if (draft?.kind !== 'edit') return unchangedEdit(base, lastBy)
    const merchant = await knownMerchant(client, draft.form.merchantRecordId)
    return editFromDraft(draft.form, offerOf(draft, keepsAccounts), base, merchant)
  }

  return {
    async beginTerminalTask(task) {
      if (task.kind === 'changes') return readChanges(0)
      const key = formKey(task)
      if (key === null || work().forms[key] !== undefined || work().opening === key) return
      setWork({ opening: key })
      const form = await openForm(task, key)
      // Somebody may have gone on to another entry, or have signed out.
      if (work().opening !== key) return
      setWork({ opening: null, ...(form === null ? {} : { forms: { ...work().forms, [key]: form } }) })
    },
    leaveTerminalTask() {
      const open = current()
      if (open !== null) {
        const { key, form } = open
        if (form.result !== null || (isPristine(form) && !form.isAsking)) {
          if (form.result === null && form.draft.status !== 'none') keeper.drop(key)
          close(key)
        } else if (!form.isAsking && form.offer === null) {
          keeper.keepNow(key)
          const begunAtMs = form.draft.status === 'none' ? deps.nowMs() : form.draft.atMs
          changeForm(key, (one) => ({ ...one, offer: { begunAtMs, lacksAccount: false } }))
        }
      }
      void get().openTerminalTask(null)
    },
    finishTerminalTask() {
      const open = current()
      if (open !== null && open.form.result !== null) close(open.key)
      void get().openTerminalTask(null)
    },
  }
}

function offerOf({ keptAtMs, form }: TerminalDraft, keepsAccounts: boolean): NonNullable<FormState['offer']> {
  return { begunAtMs: keptAtMs, lacksAccount: !keepsAccounts && form.accountNumber === '' }
}

function registerOf(draft: TerminalDraft | undefined, keepsAccounts: boolean, by: string): FormState {
  if (draft?.kind !== 'register') return emptyRegister(by)
  return registerFromDraft(draft.form, offerOf(draft, keepsAccounts))
}
