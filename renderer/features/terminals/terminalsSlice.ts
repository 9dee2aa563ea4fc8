import { callError } from '../../../shared/callError.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { ok } from '../../../shared/result.ts'
import type { TerminalListView } from '../../../shared/terminal.ts'
import { countText } from '../../ui/format/count.ts'
import { strings } from '../../strings/strings.ts'
import { latestQuestion } from '../../core/latestQuestion.ts'
import type { TerminalActions, TerminalOffers, TerminalRows } from '../../core/terminalTypes.ts'
import type { AppState, Deps, Get, Guarded, Set } from '../../core/types.ts'

/** Rows of one page on the screen. */
export const TERMINALS_PAGE_SIZE = 50
/** More than anyone looks through below a field. */
const OFFERS_MAX = 20

const emptyRows: TerminalRows = {
  search: '',
  found: null,
  rows: [],
  sharedMerchants: [],
  total: 0,
  offset: 0,
  isReading: false,
  couldNotRead: false,
}
const noOffers: TerminalOffers = { found: null, rows: [], total: 0, isReading: false, couldNotRead: false }

type TerminalFacts = Pick<
  AppState,
  'terminalRows' | 'terminalOffers' | 'openTerminalId' | 'terminalTask' | 'terminalsProblem'
>

/** Before anything was read, and for each client anew: terminals belong to the client that is signed in. */
export const noTerminals: TerminalFacts = {
  terminalRows: emptyRows,
  terminalOffers: noOffers,
  openTerminalId: null,
  terminalTask: null,
  terminalsProblem: null,
}

/** Whether the rows of terminals are on the screen: on their own, or to choose the counter's first one from. */
export function showsTerminals({ phase, session, screen, terminals, terminalTask }: AppState): boolean {
  if (phase !== 'ready' || session === null || session.status === 'signedOut' || terminals === null)
    return false
  return screen === 'terminal'
    ? terminalTask === null
    : screen === 'sale' && terminals.chosenTerminalId === null
}

/** The list of terminals: its summary comes from main by itself, its rows in pages. */
export function terminalsSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): TerminalActions {
  const { client } = deps
  const { forgetPage, ...pages } = pageActions(set, get, deps)
  const { forgetOffers, ...offers } = offerActions(set, get, deps)
  return {
    ...pages,
    ...offers,
    async refreshTerminals() {
      if (get().terminalsReading) return
      const clientId = get().session?.clientId
      set({ terminalsReading: true, terminalsProblem: null })
      const answer = await client.call('terminals.refresh', {})
      set({ terminalsReading: false })
      // The result of another client's reading is dropped.
      if (get().session?.clientId !== clientId) return
      if (!answer.ok) return set({ terminalsProblem: { of: 'reading', error: answer.error } })
      takeTerminals(answer.value, set, get)
      const { knownCount, isComplete } = answer.value
      set({
        announcement: strings.announce.terminalsRead(
          strings.count.terminals(knownCount, countText(knownCount)),
          isComplete,
        ),
      })
    },
    async cancelTerminalReading() {
      const answer = await client.call('terminals.cancelRefresh', {})
      if (answer.ok) takeTerminals(answer.value, set, get)
    },
    async chooseTerminal(terminalId) {
      const answer = await guarded(() => client.call('terminals.choose', { terminalId }))
      // Without the PIN the counter keeps its terminal, and there is nothing to say.
      if (!answer.ok && answer.error.code === 'needsManager') return
      if (!answer.ok) return set({ terminalsProblem: { of: 'choice', error: answer.error } })
      takeTerminals(answer.value, set, get)
      set({ terminalsProblem: null, announcement: strings.announce.terminalChosen(terminalId) })
    },
    openTerminal: (openTerminalId) => set({ openTerminalId }),
    forgetTerminals() {
      forgetPage()
      forgetOffers()
      set(noTerminals)
    },
    async openTerminalTask(task) {
      if (task !== null && task.kind !== 'changes') {
        // What a manager alone may see: where main asks for one, so does the screen, before anything is entered.
        const isManager = await asManager(get, guarded)
        if (!isManager) return
      }
      const isEntry = task !== null && get().terminalsProblem?.of === 'entry'
      set({ terminalTask: task, ...(isEntry ? { terminalsProblem: null } : {}) })
    },
  }
}

/** Takes a summary that is not older than the one known. A later reading makes up for one that came to nothing. */
export function takeTerminals(terminals: TerminalListView, set: Set, get: Get): void {
  const { terminals: before, terminalsProblem } = get()
  if (before !== null && terminals.revision < before.revision) return
  const isMended = terminalsProblem?.of === 'reading' && terminals.readAtMs !== before?.readAtMs
  set({ terminals, ...(isMended ? { terminalsProblem: null } : {}) })
}

function pageActions(
  set: Set,
  get: Get,
  deps: Deps,
): Pick<TerminalActions, 'readTerminals' | 'searchTerminals' | 'turnTerminals'> & { forgetPage(): void } {
  const change = (part: Partial<TerminalRows>): void =>
    set(({ terminalRows }) => ({ terminalRows: { ...terminalRows, ...part } }))
  let isAsking = false
  let askAgain = false

  interface Question {
    readonly search: string
    readonly offset: number
  }
  const page = latestQuestion<Question, CallResult<'terminals.page'>>(
    deps,
    ({ search, offset }) => {
      askAgain = false
      isAsking = true
      change({ isReading: true })
      return deps.client.call('terminals.page', { search, offset, limit: TERMINALS_PAGE_SIZE })
    },
    (answer, question) => {
      isAsking = false
      if (!answer.ok) change({ isReading: false, couldNotRead: true })
      else {
        const { rows, total, sharedMerchants } = answer.value
        if (rows.length === 0 && question.offset > 0 && total > 0) {
          // The page that was shown has emptied: the last one that has rows takes its place.
          const offset = Math.floor((total - 1) / TERMINALS_PAGE_SIZE) * TERMINALS_PAGE_SIZE
          void page.now({ ...question, offset })
          return
        }
        change({
          rows,
          sharedMerchants,
          total,
          found: question.search,
          offset: question.offset,
          isReading: false,
          couldNotRead: false,
        })
        set(closedWhereGone)
      }
      if (askAgain) void page.now(inView())
    },
  )
  const inView = (): Question => {
    const { search, offset } = get().terminalRows
    return { search: search.trim(), offset }
  }

  return {
    forgetPage() {
      isAsking = false
      page.forget()
    },
    async readTerminals() {
      // While a list of thousands is being read main tells of each page, faster than it is worth asking.
      if (isAsking) askAgain = true
      else await page.now(inView())
    },
    searchTerminals(search) {
      isAsking = false
      change({ search, offset: 0 })
      set({ openTerminalId: null })
      page.soon({ search: search.trim(), offset: 0 })
    },
    turnTerminals(offset) {
      set({ openTerminalId: null })
      return page.now({ ...inView(), offset })
    },
  }
}

/** A terminal that is not on the page any more is closed; it must not open by itself when it comes back. */
function closedWhereGone({ openTerminalId, terminalRows, terminals }: AppState): Partial<AppState> {
  const isThere =
    terminals?.chosen?.recordId === openTerminalId ||
    terminalRows.rows.some(({ recordId }) => recordId === openTerminalId)
  return isThere ? {} : { openTerminalId: null }
}

function offerActions(
  set: Set,
  get: Get,
  deps: Deps,
): Pick<TerminalActions, 'offerTerminals'> & { forgetOffers(): void } {
  const change = (part: Partial<TerminalOffers>): void =>
    set({ terminalOffers: { ...get().terminalOffers, ...part } })
  const offers = latestQuestion<string, CallResult<'terminals.page'>>(
    deps,
    (search) => deps.client.call('terminals.page', { search, offset: 0, limit: OFFERS_MAX }),
    (answer, found) => {
      if (!answer.ok) change({ found, rows: [], total: 0, isReading: false, couldNotRead: true })
      else {
        const { rows, total } = answer.value
        change({ found, rows, total, isReading: false, couldNotRead: false })
      }
    },
  )
  return {
    forgetOffers: offers.forget,
    offerTerminals(text, isTyped) {
      change({ isReading: true })
      if (isTyped) offers.soon(text.trim())
      else void offers.now(text.trim())
    },
  }
}

/**
 * Asks for the manager's PIN unless manager mode is on.
 * @returns whether a manager is there
 */
async function asManager(get: Get, guarded: Guarded): Promise<boolean> {
  const { access } = get()
  const needs = access?.pin === 'none' ? 'setPin' : 'enterPin'
  const answer = await guarded<'access.get'>(async () => {
    const now = get().access
    return now?.role === 'manager' ? ok(now) : callError('needsManager', { needs })
  })
  return answer.ok
}
