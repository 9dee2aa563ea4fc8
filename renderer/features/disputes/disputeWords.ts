import type { CallError } from '../../../shared/callError.ts'
import { type DisputeRow, isOpenDispute, stateWords } from '../../../shared/dispute.ts'
import { workingDaysUntil, type WorkCalendar } from '../../../shared/workingDays.ts'
import { fileProblemText, problemText } from '../../core/problems.ts'
import { serviceDayOf } from '../../core/serviceDay.ts'
import type { AppState } from '../../core/types.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'

const words = lazyStrings.disputes

/** The working days of the profile's bank, and the holidays that were set here. */
export function calendarOf({ app, settingsState }: Pick<AppState, 'app' | 'settingsState'>): WorkCalendar {
  return { workingDays: app?.workingDays ?? [], holidays: settingsState.settings?.holidays ?? [] }
}

/** How long an open case still has; null for one without a day, or a closed one. */
export function leftText({ answerBy, state }: DisputeRow, app: AppState): string | null {
  if (answerBy === '' || !isOpenDispute(state)) return null
  const today = serviceDayOf(app)
  if (answerBy === today) return words.today
  return answerBy < today ? words.overdue : words.daysLeft(workingDaysUntil(today, answerBy, calendarOf(app)))
}

export function stateText({ state, isDue }: Pick<DisputeRow, 'state' | 'isDue'>): string {
  return isDue ? words.answerDue : stateWords[state]
}

/** Why a step of a case was refused, in a sentence. */
export function disputeProblem(error: CallError): string {
  if (error.code === 'notAllowed' && error.reason === 'noKeyStore') return words.problems.noKeyStore
  if (error.code === 'notAllowed' && error.reason === 'disputeMoved') return words.problems.moved
  if (error.code !== 'invalid') return fileProblemText(error)
  const [{ field, problem } = { field: '', problem: '' }] = error.fields
  if (problem === 'gone') return words.problems.gone(field)
  if (problem === 'tooLong') return field === 'note' ? words.problems.noteTooLong : words.problems.tooLong
  if (problem === 'notADay') return words.problems.day
  if (problem === 'unknown') return words.problems.unknown(field)
  return problem === 'tooLarge' || problem === 'unread' ? words.problems[problem] : problemText(error)
}
