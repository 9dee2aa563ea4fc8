import { accountProblem } from '../../shared/terminalForm.ts'
import { formProblems } from '../words/terminalFormWords.ts'
import type { AccountCheck, FormState, TerminalChangeActions, WorkTools } from './terminalChangeTypes.ts'
import { checkHindrance } from './terminalHindrance.ts'
import type { Deps, Get, Guarded, Set } from './types.ts'

/** So long a person waits for a name without being offered a way out. */
const SLOW_MS = 5_000

type NameCheckActions = Pick<
  TerminalChangeActions,
  'checkAccountName' | 'stopNameCheck' | 'answerNameCheck' | 'openTokenDialog' | 'setBusinessToken'
>

/** Whose account is it? The bank says a name, the person says whether that is the merchant. */
export function nameCheckActions(
  set: Set,
  get: Get,
  { client, later, nextTicket }: Deps,
  guarded: Guarded,
  { work, setWork, current, changeForm }: WorkTools,
): NameCheckActions {
  const setCheck = (key: string, check: AccountCheck): void => changeForm(key, (form) => ({ ...form, check }))

  /** Whether this very question is still open: an edit of the number, or a person who waits no longer, has ended it. */
  function isOpen(key: string, ticket: number): boolean {
    const check = work().forms[key]?.check
    return check?.phase === 'asking' && check.ticket === ticket
  }

  const askForToken = (isForCheck: boolean): void =>
    setWork({ token: { isOpen: true, isBusy: false, problem: null, isForCheck } })

  return {
    async checkAccountName() {
      const open = current()
      if (open === null || open.form.check.phase === 'asking' || checkHindrance(get()) !== null) return
      const { key, form } = open
      const accountNumber = form.values.accountNumber.trim()
      const problem = accountProblem(accountNumber)
      if (problem !== null) return changeForm(key, (one) => withProblems(one, { accountNumber: problem }))
      // With a token that the bank has refused there is nothing to ask.
      if (get().terminals?.nameCheck === 'tokenRefused') return askForToken(true)
      const ticket = nextTicket()
      setCheck(key, { phase: 'asking', ticket, isSlow: false })
      const callOff = later(SLOW_MS, () => {
        if (isOpen(key, ticket)) setCheck(key, { phase: 'asking', ticket, isSlow: true })
      })
      const answer = await guarded(() => client.call('terminals.checkName', { accountNumber }))
      callOff()
      if (!isOpen(key, ticket)) return
      if (answer.ok) return setCheck(key, { phase: 'answered', check: answer.value })
      if (answer.error.code !== 'invalid') {
        const problem = answer.error
        setCheck(key, { phase: 'problem', problem })
        const isTokenBad = problem.code === 'notAllowed' && problem.reason === 'tokenNotTaken'
        if (isTokenBad && current()?.key === key) askForToken(true)
        return
      }
      const problems = formProblems(answer.error.fields)
      changeForm(key, (one) => withProblems({ ...one, check: { phase: 'none' } }, problems))
    },
    stopNameCheck() {
      const open = current()
      if (open?.form.check.phase === 'asking') setCheck(open.key, { phase: 'none' })
    },
    answerNameCheck(isMerchant) {
      const open = current()
      if (open === null || open.form.check.phase !== 'answered') return
      const { check } = open.form.check
      setCheck(open.key, isMerchant ? { phase: 'confirmed', check } : { phase: 'none' })
    },
    openTokenDialog(isShown) {
      // Of a refused token, whoever presses for another one wants the name.
      if (isShown) askForToken(get().terminals?.nameCheck === 'tokenRefused')
      else setWork({ token: closedToken })
    },
    async setBusinessToken(token) {
      const { isBusy, isForCheck } = work().token
      if (isBusy) return
      setWork({ token: { isOpen: true, isBusy: true, problem: null, isForCheck } })
      const answer = await guarded(() => client.call('terminals.setBusinessToken', { token }))
      if (!answer.ok) {
        return setWork({ token: { isOpen: true, isBusy: false, problem: answer.error, isForCheck } })
      }
      set({ terminals: answer.value })
      setWork({ token: closedToken })
      const open = current()
      if (open?.form.check.phase === 'problem') setCheck(open.key, { phase: 'none' })
      if (isForCheck) await get().checkAccountName()
    },
  }
}

const closedToken = { isOpen: false, isBusy: false, problem: null, isForCheck: false } as const

export function withProblems(form: FormState, problems: FormState['problems']): FormState {
  return { ...form, problems, problemCount: form.problemCount + 1 }
}
