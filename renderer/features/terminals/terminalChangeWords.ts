import type { CallError } from '../../../shared/callError.ts'
import { assertNever } from '../../../shared/result.ts'
import type { ClosedHow, ReadBack, TerminalChangeView } from '../../../shared/terminalChange.ts'
import { momentText } from '../../ui/format/time.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { problemText } from '../../core/problems.ts'
import { saidText } from './vouchWords.ts'
import { isStopped } from './terminalFormWords.ts'

const words = laterStrings.terminalChange

type Seen = ReadBack['outcome'] | 'endingAgrees' | 'notRead' | 'notTold'

export type ChangeOutcome = keyof typeof words.outcome

export interface ChangeHeadline {
  readonly title: string
  readonly body: string
}

/**
 * The result of the list after the change. `notRead`: it was not read since. `notTold`: it was, but the old and the
 * new account have the same ending. `endingAgrees`: the whole account number is no longer known, and its ending
 * matches.
 */
function seenOf({ readBack }: TerminalChangeView): Seen {
  if (readBack === null) return 'notRead'
  const isRead = readBack.outcome === 'incomplete' && readBack.incompleteReason === null
  if (isRead) return 'notTold'
  return readBack.outcome === 'asAsked' && readBack.isByEnding ? 'endingAgrees' : readBack.outcome
}

/** It is done, and the marked fields differ only in how the bank writes them. */
function isOwnSpelling({ readBack }: TerminalChangeView): boolean {
  return readBack !== null && readBack.differences.length > 0
}

/** Whether the list shows the change, as far as it can be compared. */
function isSeen(seen: Seen): boolean {
  return seen === 'asAsked' || seen === 'endingAgrees'
}

/** How a manager has closed it, while no later list shows it as done. */
function closedHow(change: TerminalChangeView): ClosedHow | null {
  return isSeen(seenOf(change)) ? null : (change.givenUp?.how ?? null)
}

/** The headline of a change: the bank's answer, what its list shows, and no more than that. */
export function changeHeadline(change: TerminalChangeView): ChangeHeadline {
  const texts = words.headline
  const deed = words.deed[change.kind](change.terminalId)
  const how = closedHow(change)
  if (how !== null) return { title: texts.givenUp[how].title(deed), body: texts.givenUp[how].body }
  switch (change.state) {
    case 'asking':
      return { title: texts.asking.title(deed), body: texts.asking.body }
    case 'done':
      return doneHeadline(change, deed)
    case 'refused':
      return refusedHeadline(change, deed)
    case 'unsent':
      return { title: texts.unsent.title, body: unsentBody(seenOf(change)) }
    case 'unknown':
      return unknownHeadline(change, deed)
    default:
      return assertNever(change.state, 'state of a change')
  }
}

function doneHeadline(change: TerminalChangeView, deed: string): ChangeHeadline {
  const { endingAgrees, doneEnding, done, doneAsAsked, doneDiffers, doneAsBefore, doneNotThere } =
    words.headline
  const { terminalId, kind } = change
  const seen = seenOf(change)
  switch (seen) {
    case 'notRead':
    case 'notTold':
    case 'incomplete':
      return { title: done.title(deed), body: done[seen] }
    case 'asAsked':
      return { title: doneAsAsked(terminalId), body: isOwnSpelling(change) ? words.headline.asWritten : '' }
    case 'endingAgrees':
      return { title: doneEnding(terminalId), body: endingAgrees }
    case 'differs':
      return { title: doneDiffers.title(terminalId), body: doneDiffers.body }
    case 'asBefore':
      return { title: doneAsBefore.title(terminalId), body: doneAsBefore.body }
    case 'notThere':
      return { title: doneNotThere.title(terminalId), body: doneNotThere[kind] }
    default:
      return assertNever(seen, 'outcome of reading the list')
  }
}

function refusedHeadline(change: TerminalChangeView, deed: string): ChangeHeadline {
  const { endingAgrees, refusedEnding, refused, refusedAsAsked, refusedDiffers } = words.headline
  const seen = seenOf(change)
  switch (seen) {
    case 'notRead':
    case 'notThere':
    case 'asBefore':
    case 'notTold':
    case 'incomplete':
      return { title: refused.title(deed), body: refused[seen] }
    case 'asAsked':
      return { title: refusedAsAsked.title(change.terminalId), body: refusedAsAsked.body }
    case 'endingAgrees':
      return {
        title: refusedEnding(change.terminalId),
        body: `${endingAgrees} ${refusedAsAsked.body}`,
      }
    case 'differs':
      return { title: refusedDiffers.title(change.terminalId), body: refusedDiffers.body }
    default:
      return assertNever(seen, 'outcome of reading the list')
  }
}

function unsentBody(seen: Seen): string {
  const { unsent } = words.headline
  if (isSeen(seen)) return unsent.asAsked
  return seen === 'differs' ? unsent.differs : unsent.body
}

function unknownHeadline(change: TerminalChangeView, deed: string): ChangeHeadline {
  const texts = words.headline
  const { terminalId, kind } = change
  const seen = seenOf(change)
  switch (seen) {
    case 'notRead':
      return { title: texts.unknownNotRead.title(deed), body: texts.unknownNotRead[kind] }
    case 'incomplete':
      return { title: texts.unknownNotRead.title(deed), body: texts.unknownIncomplete[kind] }
    case 'notTold':
      return { title: texts.unknownNotRead.title(deed), body: texts.unknownNotTold }
    case 'asAsked':
      return {
        title: texts.unknownAsAsked.title(terminalId),
        body: [texts.unknownAsAsked.body, ...(isOwnSpelling(change) ? [texts.asWritten] : [])].join(' '),
      }
    case 'endingAgrees':
      return {
        title: texts.unknownEnding(terminalId),
        body: `${texts.endingAgrees} ${texts.unknownAsAsked.body}`,
      }
    case 'asBefore':
      return { title: texts.unknownAsBefore.title(terminalId), body: texts.unknownAsBefore.body }
    case 'notThere':
      return { title: texts.unknownNotThere.title(terminalId), body: texts.unknownNotThere[kind] }
    case 'differs':
      return { title: texts.unknownDiffers.title(terminalId), body: texts.unknownDiffers[kind] }
    default:
      return assertNever(seen, 'outcome of reading the list')
  }
}

/** The same in a few words, for a row. */
export function changeOutcome(change: TerminalChangeView): ChangeOutcome {
  const seen = seenOf(change)
  const isThere = isSeen(seen)
  const isOther = seen === 'differs'
  const how = closedHow(change)
  if (how !== null) return how === 'notDone' ? 'givenUp' : 'keptAsShown'
  switch (change.state) {
    case 'asking':
    case 'unsent':
      return change.state
    case 'done':
      if (isThere) return 'doneSeen'
      if (isOther) return 'doneDiffers'
      return seen === 'asBefore' || seen === 'notThere' ? 'doneNotSeen' : 'done'
    case 'refused':
      if (isThere) return 'refusedSeen'
      return isOther ? 'refusedDiffers' : 'refused'
    case 'unknown':
      if (isThere) return 'unknownSeen'
      return isOther ? 'unknownDiffers' : 'unknown'
    default:
      return assertNever(change.state, 'state of a change')
  }
}

/** The tone of a change. Green is for money that was paid, so a change never has it. */
export type ChangeTone = 'good' | 'doubt' | 'bad' | 'none'

const tones: Readonly<Record<ChangeOutcome, ChangeTone>> = {
  asking: 'doubt',
  done: 'good',
  doneSeen: 'good',
  doneDiffers: 'doubt',
  doneNotSeen: 'doubt',
  refused: 'bad',
  refusedSeen: 'doubt',
  refusedDiffers: 'doubt',
  unsent: 'none',
  unknown: 'doubt',
  unknownSeen: 'good',
  unknownDiffers: 'doubt',
  givenUp: 'none',
  keptAsShown: 'none',
}

export function changeTone(change: TerminalChangeView): ChangeTone {
  return tones[changeOutcome(change)]
}

/**
 * Whether the entry may be taken up again: only where the bank's answer and its list rule out that the change was made
 * or still will be.
 */
export function mayEnterAgain(change: TerminalChangeView): boolean {
  const isClosed = !change.isOpen && !isSeen(seenOf(change))
  return isClosed && (change.state === 'unsent' || change.state === 'refused')
}

/**
 * Whether a manager may mark it as not done: a list that was read does not show it. Main reads the list again first.
 */
export function mayGiveUp(change: TerminalChangeView): boolean {
  const seen = seenOf(change)
  return change.isOpen && change.state !== 'asking' && seen !== 'notRead' && seen !== 'incomplete'
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

/** A change that was never sent has no result to look for, and one without an answer is read automatically. */
export function mayLookAgain({ state }: TerminalChangeView): boolean {
  return state !== 'asking' && state !== 'unsent'
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
  const here = (atMs: number): string => texts.here(momentText(atMs))
  const isAnswered = (state === 'done' || state === 'refused') && endedAtMs !== null
  const isUnsent = state === 'unsent'
  const reason = readBack?.incompleteReason ?? null
  return [
    { label: isUnsent ? texts.tried : texts.asked, value: here(askedAtMs) },
    ...(isUnsent ? [] : [{ label: texts.answered, value: isAnswered ? here(endedAtMs) : texts.notAnswered }]),
    ...(nameCheckedAtMs === null
      ? []
      : [{ label: nameSaid === null ? texts.nameChecked : texts.nameSaidAt, value: here(nameCheckedAtMs) }]),
    ...(nameSaid === null ? [] : [{ label: texts.nameSaidHow, value: saidText(nameSaid) }]),
    { label: texts.listRead, value: readBack === null ? texts.listNotRead : here(readBack.atMs) },
    ...(reason === null
      ? []
      : [{ label: texts.listIncomplete, value: laterStrings.terminal.incompleteReason[reason] }]),
    { label: words.history.by, value: by },
    { label: words.fields.note, value: note === '' ? strings.detail.notGiven : note },
    ...(givenUp === null
      ? []
      : [
          { label: texts.givenUp[givenUp.how], value: texts.givenUpBy(here(givenUp.atMs), givenUp.by) },
          { label: texts.givenUpWhy, value: givenUp.note },
        ]),
    { label: texts.changeNumber, value: changeId },
  ]
}
