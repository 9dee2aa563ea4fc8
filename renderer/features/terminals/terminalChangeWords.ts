import type { CallError } from '../../../shared/callError.ts'
import type { ClosedHow, TerminalChangeView } from '../../../shared/terminalChange.ts'
import { momentText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { problemText } from '../../core/problems.ts'
import { saidText } from './vouchWords.ts'
import { isStopped } from './terminalFormWords.ts'

const words = lazyStrings.terminalChange

/** What the bank's list shows of a change; its own fact, beside the bank's answer. */
export type Sighting = keyof typeof words.outcome.list

/**
 * `notRead`: the list was not read since. `notTold`: it was, but the old and the new account have the same ending.
 * `endingAgrees`: the whole account number is no longer known. `ownSpelling`: done, as the bank writes it.
 */
export function sightingOf({ readBack }: TerminalChangeView): Sighting {
  if (readBack === null) return 'notRead'
  const { outcome, incompleteReason, isByEnding, differences } = readBack
  if (outcome === 'incomplete') return incompleteReason === null ? 'notTold' : 'incomplete'
  if (outcome !== 'asAsked') return outcome
  if (isByEnding) return 'endingAgrees'
  return differences.length > 0 ? 'ownSpelling' : 'asAsked'
}

/** Whether the list shows the change, as far as it can be compared. */
function isSeen({ readBack }: TerminalChangeView): boolean {
  return readBack?.outcome === 'asAsked'
}

/** The bank said yes, and its list shows it. */
export function isConfirmed(change: TerminalChangeView): boolean {
  return change.state === 'done' && isSeen(change)
}

/** How a manager has closed it, while no later list shows it as done. */
function closedHow(change: TerminalChangeView): ClosedHow | null {
  return isSeen(change) ? null : (change.givenUp?.how ?? null)
}

/** The two facts of a change. Neither says anything of the other. */
export function changeFactTexts(change: TerminalChangeView): {
  readonly answer: string
  /** Null where there is nothing to be seen. */
  readonly list: string | null
} {
  const { answer, list } = words.outcome
  return {
    answer: answer[change.state],
    list: hasList(change) ? list[sightingOf(change)] : null,
  }
}

/** The list was not read for a change that is under way, or that never left; it may have been read before a kill. */
function hasList({ state, readBack }: TerminalChangeView): boolean {
  return readBack !== null || (state !== 'asking' && state !== 'unsent')
}

/** What to do now, from both facts; null where nothing is left to do. */
export function changeAdvice(change: TerminalChangeView): string | null {
  const texts = words.outcome.advice
  const { state, kind, isOpen } = change
  const how = closedHow(change)
  if (how !== null) return texts[how]
  if (state === 'asking') return texts.asking
  if (isSeen(change)) return seenAdvice(state)
  const sighting = sightingOf(change)
  if (state === 'unsent') return sighting === 'differs' ? texts.unsentDiffers : texts.unsent
  if (state === 'refused' && !isOpen && sighting !== 'differs') return texts.refused
  // Nothing but an earlier reading settles it otherwise.
  if (!isOpen) return texts.seenBefore
  if (state === 'refused') return texts.refusedOpen
  if (state === 'unknown') return texts.unknown[kind]
  return sighting === 'notRead' || sighting === 'incomplete' ? texts.doneUnread : texts.doneOpen
}

function seenAdvice(state: Exclude<TerminalChangeView['state'], 'asking'>): string | null {
  const { seenUnsent, seenRefused, seenUnknown } = words.outcome.advice
  return { done: null, unsent: seenUnsent, refused: seenRefused, unknown: seenUnknown }[state]
}

/** Both facts in a few words, for a row. */
export function changeSummary(change: TerminalChangeView): string {
  const { answer, list, ...closed } = words.outcome.row
  const how = closedHow(change)
  if (how !== null) return closed[how]
  return hasList(change) ? `${answer[change.state]}, ${list[sightingOf(change)]}` : answer[change.state]
}

/** The change and its facts, in sentences. */
export function changeSentences(change: TerminalChangeView): string {
  const { answer, list } = changeFactTexts(change)
  const deed = words.result[change.kind](change.terminalId)
  return [`${deed}: ${answer}`, list, changeAdvice(change)].filter((text) => text !== null).join(' ')
}

/** That the account's name was none of those that the merchant's terminals paid to; null where it was one. */
export function namesDifferText({ to, otherNames }: TerminalChangeView): string | null {
  if (otherNames.length === 0) return null
  return words.outcome.namesDiffer(to.accountName ?? words.fields.notKnown, otherNames.join(', '))
}

/** The tone of a change. Green is for money that was paid, so a change never has it. */
export type ChangeTone = 'good' | 'doubt' | 'bad' | 'none'

export function changeTone(change: TerminalChangeView): ChangeTone {
  if (closedHow(change) !== null || change.state === 'unsent') return 'none'
  const isRead = change.readBack !== null && change.readBack.outcome !== 'incomplete'
  if (change.state === 'refused') return change.isOpen || isSeen(change) || !isRead ? 'doubt' : 'bad'
  return isSeen(change) && change.state !== 'asking' ? 'good' : 'doubt'
}

/**
 * Whether the entry may be taken up again: only where the bank's answer and its list rule out that the change was made
 * or still will be.
 */
export function mayEnterAgain(change: TerminalChangeView): boolean {
  const isClosed = !change.isOpen && !isSeen(change)
  return isClosed && (change.state === 'unsent' || change.state === 'refused')
}

/**
 * Whether a manager may mark it as not done: a list that was read does not show it. Main reads the list again first.
 */
export function mayGiveUp(change: TerminalChangeView): boolean {
  const sighting = sightingOf(change)
  return change.isOpen && change.state !== 'asking' && sighting !== 'notRead' && sighting !== 'incomplete'
}

/** Whether a manager may close it as the bank's list shows it, which differs. Main reads the list again first. */
export function mayKeepAsShown(change: TerminalChangeView): boolean {
  return mayGiveUp(change) && change.readBack?.outcome === 'differs'
}

/** Why a change could not be closed: it stays open. */
export function givingUpProblemText(error: CallError, how: ClosedHow): string {
  const texts = words.givingUp
  switch (error.code) {
    case 'notAllowed':
      return error.reason === 'underWay' ? texts.underWay : texts.settled[how]
    case 'incomplete':
    case 'notSaved':
      return texts[error.code]
    case 'unreachable':
    case 'noAnswer':
      return isStopped(error) ? texts.incomplete : texts.notReached
    case 'needsManager':
      return texts.forManager
    case 'invalid':
      return words.problem.invalid
    default:
      return problemText(error)
  }
}

/** A change that was never sent has no result to look for, and one that is confirmed has nothing left to be found. */
export function mayLookAgain(change: TerminalChangeView): boolean {
  const { state } = change
  return state !== 'asking' && state !== 'unsent' && !isConfirmed(change)
}

/** Why the list could not be read again. */
export function lookProblemText(error: CallError): string {
  const texts = words.result
  if (error.code === 'incomplete' || isStopped(error)) return texts.lookIncomplete
  if (error.code === 'unreachable' || error.code === 'noAnswer') return texts.lookNotReached
  return problemText(error)
}

/** The history of a change: what, when, by whom and why. Only a yes or a no is called an answer. */
export function changeFacts(
  change: TerminalChangeView,
): readonly { readonly label: string; readonly value: string }[] {
  const texts = words.result
  const { state, askedAtMs, endedAtMs, nameCheckedAtMs, nameSaid, readBack, by, note, changeId, givenUp } =
    change
  const isAnswered = (state === 'done' || state === 'refused') && endedAtMs !== null
  const isUnsent = state === 'unsent'
  const reason = readBack?.incompleteReason ?? null
  return [
    { label: isUnsent ? texts.tried : texts.asked, value: momentText(askedAtMs) },
    ...(isUnsent
      ? []
      : [{ label: texts.answered, value: isAnswered ? momentText(endedAtMs) : texts.notAnswered }]),
    ...(nameCheckedAtMs === null
      ? []
      : [
          {
            label: nameSaid === null ? texts.nameChecked : texts.nameSaidAt,
            value: momentText(nameCheckedAtMs),
          },
        ]),
    ...(nameSaid === null ? [] : [{ label: texts.nameSaidHow, value: saidText(nameSaid) }]),
    { label: texts.listRead, value: readBack === null ? texts.listNotRead : momentText(readBack.atMs) },
    ...(reason === null
      ? []
      : [{ label: texts.listIncomplete, value: lazyStrings.terminal.incompleteReason[reason] }]),
    { label: words.history.by, value: by },
    { label: words.fields.note, value: note === '' ? strings.detail.notGiven : note },
    ...(givenUp === null
      ? []
      : [
          { label: texts.givenUp[givenUp.how], value: texts.givenUpBy(momentText(givenUp.atMs), givenUp.by) },
          { label: texts.givenUpWhy, value: givenUp.note },
        ]),
    { label: texts.changeNumber, value: changeId },
  ]
}
