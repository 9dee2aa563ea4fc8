import { accountProblem } from '../../shared/terminalForm.ts'
import { cleanedAccount, formProblems } from '../words/terminalFormWords.ts'
import { vouchOffer } from '../words/vouchWords.ts'
import type { TerminalChangeActions, VouchState, WorkTools } from './terminalChangeTypes.ts'
import { withProblems } from './terminalNameCheck.ts'
import type { Deps, Get, Guarded } from './types.ts'

const untried: VouchState = { isBusy: false, problems: {}, problem: null }

/** A manager's word for the name of an account, where the bank cannot be asked for it. Main decides whether it is taken. */
export function vouchActions(
  get: Get,
  { client }: Deps,
  guarded: Guarded,
  { work, current, changeForm }: WorkTools,
): Pick<TerminalChangeActions, 'openVouch' | 'vouchForName'> {
  return {
    openVouch(isOpen) {
      const open = current()
      if (open === null || (isOpen && vouchOffer(open.form, get()) !== 'offered')) return
      const problem = accountProblem(open.form.values.accountNumber.trim())
      if (isOpen && problem !== null) {
        return changeForm(open.key, (form) => withProblems(form, { accountNumber: problem }))
      }
      changeForm(open.key, (form) => ({ ...form, vouch: isOpen ? untried : null }))
    },
    async vouchForName(word) {
      const open = current()
      if (open === null || open.form.vouch === null || open.form.vouch.isBusy) return
      const { key } = open
      const accountNumber = open.form.values.accountNumber.trim()
      const asked: VouchState = { ...untried, isBusy: true }
      changeForm(key, (form) => ({ ...form, vouch: asked }))
      const request = { ...word, accountNumber, accountAgain: cleanedAccount(word.accountAgain) }
      const answer = await guarded(() => client.call('terminals.vouchName', request))
      // Another number was typed meanwhile, the dialog was closed, or the entry was put away.
      if (work().forms[key]?.vouch !== asked) return
      if (answer.ok) {
        const check = { phase: 'confirmed', check: answer.value } as const
        return changeForm(key, (form) => ({ ...form, check, vouch: null }))
      }
      const problems = answer.error.code === 'invalid' ? formProblems(answer.error.fields) : {}
      const problem = answer.error.code === 'invalid' ? null : answer.error
      changeForm(key, (form) => ({ ...form, vouch: { isBusy: false, problems, problem } }))
    },
  }
}
