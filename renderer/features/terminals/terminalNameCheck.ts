import { ACCOUNT_PATTERN, accountProblem } from '../../../shared/terminalForm.ts'
import { cleanedAccount, formProblems } from './terminalFormWords.ts'
import { vouchOffer } from './vouchWords.ts'
import {
  type AccountCheck,
  closedToken,
  type NameCheckActions,
  type VouchState,
} from '../../core/terminalChangeTypes.ts'
import { checkHindrance } from './terminalHindrance.ts'
import type { WorkPorts } from './terminalWork.ts'

/** After this time without an answer, the person is offered to stop. */
const SLOW_MS = 5_000

const newVouch: VouchState = { isBusy: false, problems: {}, problem: null }

/** The name of an account: the bank says it, or a manager does where the bank cannot. Main decides what it accepts. */
export function nameCheckActions({ set, get, deps, guarded, tools }: WorkPorts): NameCheckActions {
  const { client, later, nextTicket } = deps
  const { work, setWork, current, dispatch } = tools
  const setCheck = (key: string, check: AccountCheck): void => dispatch(key, { type: 'set', part: { check } })
  const setVouch = (key: string, vouch: VouchState | null): void =>
    dispatch(key, { type: 'set', part: { vouch } })

  /** False once the number was edited, or the person stopped waiting. */
  function isOpen(key: string, ticket: number): boolean {
    const check = work().forms[key]?.check
    return check?.phase === 'asking' && check.ticket === ticket
  }

  /** The account number of a form; null if it cannot be one, which is then marked. */
  function accountOf(key: string): string | null {
    const accountNumber = work().forms[key]?.values.accountNumber.trim() ?? ''
    const problem = accountProblem(accountNumber, get().app?.accountPattern ?? ACCOUNT_PATTERN)
    if (problem === null) return accountNumber
    dispatch(key, { type: 'mark', problems: { accountNumber: problem } })
    return null
  }

  const askForToken = (isForCheck: boolean): void =>
    setWork({ token: { ...closedToken, isOpen: true, isForCheck } })

  return {
    async checkAccountName() {
      const open = current()
      if (open === null || open.form.check.phase === 'asking' || checkHindrance(get()) !== null) return
      const { key } = open
      const accountNumber = accountOf(key)
      if (accountNumber === null) return
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
      const problem = answer.error
      if (problem.code === 'invalid') {
        setCheck(key, { phase: 'none' })
        return dispatch(key, { type: 'mark', problems: formProblems(problem.fields) })
      }
      setCheck(key, { phase: 'problem', problem })
      const isTokenBad = problem.code === 'notAllowed' && problem.reason === 'tokenNotTaken'
      if (isTokenBad && current()?.key === key) askForToken(true)
    },
    async checkWholeAccount() {
      const { check, values } = current()?.form ?? {}
      const pattern = get().app?.accountPattern ?? ACCOUNT_PATTERN
      const typed = values?.accountNumber.trim() ?? ''
      const fits = (number: string): boolean => accountProblem(number, pattern) === null
      const isWhole = fits(typed) && !fits(typed.padEnd(typed.length + 1, '0'))
      const isWanted = check?.phase === 'none' || check?.phase === 'cleared'
      if (isWhole && isWanted && get().terminals?.nameCheck !== 'tokenRefused') await get().checkAccountName()
    },
    openVouch(isShown) {
      const open = current()
      if (open === null) return
      if (!isShown) return setVouch(open.key, null)
      const isOffered = vouchOffer(open.form, get()) === 'offered'
      if (isOffered && accountOf(open.key) !== null) setVouch(open.key, newVouch)
    },
    async vouchForName(word) {
      const open = current()
      if (open === null || open.form.vouch === null || open.form.vouch.isBusy) return
      const { key } = open
      const accountNumber = open.form.values.accountNumber.trim()
      const asked = { ...newVouch, isBusy: true }
      setVouch(key, asked)
      const request = { ...word, accountNumber, accountAgain: cleanedAccount(word.accountAgain) }
      const answer = await guarded(() => client.call('terminals.vouchName', request))
      // Another number was typed meanwhile, the dialog was closed, or the form was put away.
      if (work().forms[key]?.vouch !== asked) return
      if (answer.ok) {
        const check = { phase: 'confirmed', check: answer.value } as const
        return dispatch(key, { type: 'set', part: { check, vouch: null } })
      }
      const { error } = answer
      const isInvalid = error.code === 'invalid'
      const problems = isInvalid ? formProblems(error.fields) : {}
      setVouch(key, { isBusy: false, problems, problem: isInvalid ? null : error })
    },
    openTokenDialog(isShown) {
      // If the token was refused, the person also wants the name.
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
