import type { CallResult } from '../../shared/contract.ts'
import { draftKey, type TerminalChangeView, type TerminalDraft } from '../../shared/terminalChange.ts'
import { changeHeadline } from '../words/terminalChangeWords.ts'
import { changesActions } from './terminalChanges.ts'
import type {
  FormState,
  TerminalChangeActions,
  TerminalChangeSlice,
  TerminalWork,
  WorkTools,
} from './terminalChangeTypes.ts'
import { draftKeeper } from './terminalDrafts.ts'
import { formActions } from './terminalFormActions.ts'
import {
  broughtBack,
  editFromDraft,
  emptyRegister,
  formKey,
  isPristine,
  isSpent,
  latestOf,
  putAway,
  registerFromDraft,
  unchangedEdit,
  withEarlier,
} from './terminalForms.ts'
import { knownMerchant, knownTerminal, latestChanges, openChanges } from './terminalLookUps.ts'
import { nameCheckActions } from './terminalNameCheck.ts'
import { vouchActions } from './terminalVouch.ts'
import type { TerminalTask } from './terminalTypes.ts'
import type { Deps, Get, Guarded, Set } from './types.ts'
import type { AccessView } from '../../shared/access.ts'

/**
 * Registering and editing a terminal. Main alone asks the bank, once for each press of the last button; an answer that
 * does not come is nobody's reason to ask again.
 */
export function terminalChangeSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): TerminalChangeSlice {
  const tools = workTools(set, get, deps)
  const { setWork, changeForm, current } = tools
  const keeper = draftKeeper(tools, deps)
  const changes = changesActions(get, deps, guarded, tools)

  /** Main's last word on a change that was asked for from an entry. */
  function onAnswered(key: string, change: TerminalChangeView): void {
    const isInView = current()?.key === key
    changeForm(key, (form) => ({ ...form, isAsking: false, told: change, result: change }))
    if (isSpent(change)) keeper.drop(key)
    else keeper.keepNow(key)
    if (!isInView) set({ announcement: changeHeadline(change).title })
  }

  const { reopen, ...opening } = openingActions(get, deps, {
    tools,
    keeper,
    readChanges: changes.actions.readChanges,
  })

  /** With the manager go the account numbers; with the next one the entry in view comes back. */
  function onRole(role: AccessView['role']): void {
    const { forms } = tools.work()
    if (role === 'cashier') {
      const away = Object.entries(forms).map(([key, form]) => [key, putAwayOnce(key, form)] as const)
      return setWork({ forms: Object.fromEntries(away) })
    }
    const open = current()
    if (open?.form.isPutAway === true && !open.form.isAsking && open.form.result === null) {
      void reopen(open.key)
    }
  }

  function putAwayOnce(key: string, form: FormState): FormState {
    return form.isPutAway ? form : putAway(form, keeper.stop(key) || isPristine(form), deps.nowMs())
  }

  return {
    actions: {
      ...opening,
      ...formActions(set, get, deps, guarded, { tools, keeper, onAnswered, reopen }),
      ...nameCheckActions(set, get, deps, guarded, tools),
      ...vouchActions(get, deps, guarded, tools),
      ...changes.actions,
      async openPutAway() {
        const drafts = await guarded(() => deps.client.call('terminals.drafts', {}))
        const open = current()
        if (drafts.ok && open?.form.isPutAway === true) await reopen(open.key)
      },
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
    listen: () => {
      deps.client.listen('terminals.changeTold', changes.onTold)
      deps.client.listen('access.changed', ({ role }) => onRole(role))
    },
  }
}

function workTools(set: Set, get: Get, { client }: Deps): WorkTools {
  const work = (): TerminalWork => get().terminalWork
  const setWork = (part: Partial<TerminalWork>): void =>
    set(({ terminalWork }) => ({ terminalWork: { ...terminalWork, ...part } }))
  const changeForm: WorkTools['changeForm'] = (key, change) => {
    const { forms } = work()
    const form = forms[key]
    if (form !== undefined) setWork({ forms: { ...forms, [key]: change(form) } })
  }
  return {
    work,
    setWork,
    changeForm,
    async lookForEarlier(key) {
      const form = work().forms[key]
      if (form === undefined) return
      const open = await openChanges(client, form)
      changeForm(key, (one) => (isOfSame(one, form) ? withEarlier(one, open) : one))
    },
    current() {
      const key = formKey(get().terminalTask)
      const form = key === null ? undefined : work().forms[key]
      return key === null || form === undefined ? null : { key, form }
    },
  }
}

/** Another terminal ID may have been typed meanwhile. */
function isOfSame(now: FormState, asked: FormState): boolean {
  if (now.kind !== 'register' || asked.kind !== 'register') return now.kind === asked.kind
  return now.values.terminalId === asked.values.terminalId
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
): Pick<TerminalChangeActions, 'beginTerminalTask' | 'leaveTerminalTask' | 'finishTerminalTask'> & {
  readonly reopen: (key: string) => Promise<void>
} {
  const { client } = deps
  const { work, setWork, current, changeForm } = tools

  function close(key: string): void {
    const { [key]: _closed, ...forms } = work().forms
    setWork({ forms })
  }

  async function openForm(
    task: EntryTask,
    key: string,
    drafts: CallResult<'terminals.drafts'>,
  ): Promise<FormState | null> {
    const draft = drafts.ok ? drafts.value.drafts.find((one) => draftKey(one) === key) : undefined
    const form = await formOf(task, draft, drafts.ok && drafts.value.keepsAccounts)
    if (form === null) return null
    const asked = draft === undefined ? null : latestOf(form, await latestChanges(client))
    // It was asked of the bank, and this computer went down before the draft of it could be dropped.
    if (asked !== null && draft !== undefined && asked.askedAtMs >= draft.keptAtMs && isSpent(asked)) {
      keeper.drop(key)
      return { ...form, offer: null, told: asked, result: asked }
    }
    return withEarlier(form, await openChanges(client, form))
  }

  /** Null where the drafts are a manager's and there is none, or the list does not show the terminal. */
  async function openedForm(task: EntryTask, key: string): Promise<FormState | null> {
    const drafts = await client.call('terminals.drafts', {})
    const away = work().forms[key]
    if (away?.isPutAway !== true) return openForm(task, key, drafts)
    if (!drafts.ok) return null
    const kept = await openForm(task, key, drafts)
    return kept === null ? null : broughtBack(away, kept)
  }

  /** @param isOffered the person is asked whether he wants to go on with what was entered */
  async function open(task: EntryTask, key: string, isOffered: boolean): Promise<void> {
    if (work().opening === key) return
    setWork({ opening: key })
    const form = await openedForm(task, key)
    // Somebody may have gone on to another entry, or have signed out.
    if (work().opening !== key) return
    setWork({ opening: null })
    if (form === null) return
    const shown = isOffered || form.offer?.lacksAccount === true ? form : { ...form, offer: null }
    // It may have been locked while main was asked.
    const isLocked = get().access?.role === 'cashier'
    setWork({ forms: { ...work().forms, [key]: isLocked ? putAway(shown, true, deps.nowMs()) : shown } })
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
    return editFromDraft(draft, offerOf(draft, keepsAccounts), base, merchant)
  }

  return {
    async beginTerminalTask(task) {
      if (task.kind === 'changes') return readChanges(0)
      const key = formKey(task)
      if (key === null) return
      const begun = work().forms[key]
      const isAway = begun?.isPutAway === true && !begun.isAsking && begun.result === null
      if (begun === undefined || isAway) await open(task, key, true)
    },
    async reopen(key) {
      const task = get().terminalTask
      if (task !== null && task.kind !== 'changes' && formKey(task) === key) await open(task, key, false)
    },
    leaveTerminalTask() {
      const open = current()
      if (open !== null) {
        const { key, form } = open
        if (form.isPutAway && form.result === null) {
          // What main has kept of it stays with main.
          if (isPristine(form) && !form.isAsking) close(key)
        } else if (form.result !== null || (isPristine(form) && !form.isAsking)) {
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
