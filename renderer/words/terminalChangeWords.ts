import type { CallError } from '../../shared/contract.ts'
import { assertNever } from '../../shared/result.ts'
import type {
  ReadBack,
  TerminalChangeView,
  TerminalField,
  TerminalSide,
} from '../../shared/terminalChange.ts'
import { momentText } from '../format/time.ts'
import { strings } from '../strings.ts'
import { problemText } from './problems.ts'

const words = strings.terminalChange

type Seen = ReadBack['outcome'] | 'notRead' | 'notTold'

export type ChangeOutcome = keyof typeof words.outcome

export interface ChangeHeadline {
  readonly title: string
  readonly body: string
}

/**
 * What the list showed afterwards; `notRead` where it was not read since, `notTold` where it was and nothing follows: the
 * account before and the one asked for end alike.
 */
function seenOf({ readBack }: TerminalChangeView): Seen {
  if (readBack === null) return 'notRead'
  const isRead = readBack.outcome === 'incomplete' && readBack.incompleteReason === null
  return isRead ? 'notTold' : readBack.outcome
}

/** What the screen says of a change: what the bank answered, what its list shows, and no more than that. */
export function changeHeadline(change: TerminalChangeView): ChangeHeadline {
  const texts = words.headline
  const deed = words.deed[change.kind](change.terminalId)
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
  const { done, doneAsAsked, doneDiffers, doneAsBefore, doneNotThere } = words.headline
  const { terminalId, kind } = change
  const seen = seenOf(change)
  switch (seen) {
    case 'notRead':
    case 'notTold':
    case 'incomplete':
      return { title: done.title(deed), body: done[seen] }
    case 'asAsked':
      return { title: doneAsAsked(terminalId), body: '' }
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
  const { refused, refusedAsAsked, refusedDiffers } = words.headline
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
    case 'differs':
      return { title: refusedDiffers.title(change.terminalId), body: refusedDiffers.body }
    default:
      return assertNever(seen, 'outcome of reading the list')
  }
}

function unsentBody(seen: Seen): string {
  const { unsent } = words.headline
  if (seen === 'asAsked') return unsent.asAsked
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
      return { title: texts.unknownAsAsked.title(terminalId), body: texts.unknownAsAsked.body }
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
  const isSeen = seen === 'asAsked'
  const isOther = seen === 'differs'
  switch (change.state) {
    case 'asking':
    case 'unsent':
      return change.state
    case 'done':
      if (isSeen) return 'doneSeen'
      if (isOther) return 'doneDiffers'
      return seen === 'asBefore' || seen === 'notThere' ? 'doneNotSeen' : 'done'
    case 'refused':
      if (isSeen) return 'refusedSeen'
      return isOther ? 'refusedDiffers' : 'refused'
    case 'unknown':
      if (isSeen) return 'unknownSeen'
      return isOther ? 'unknownDiffers' : 'unknown'
    default:
      return assertNever(change.state, 'state of a change')
  }
}

/** How a change stands out: green is for money that was paid, so a change never has it. */
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
}

export function changeTone(change: TerminalChangeView): ChangeTone {
  return tones[changeOutcome(change)]
}

/**
 * Whether the entry may be taken up once more: only where the bank's answer, and its list as far as it was read, leave
 * no room for the change having been made.
 */
export function mayEnterAgain(change: TerminalChangeView): boolean {
  const seen = seenOf(change)
  if (change.state === 'unsent') return seen !== 'asAsked'
  return change.state === 'refused' && seen !== 'asAsked' && seen !== 'differs'
}

/** Of what never left there is nothing to be seen, and what has no answer yet is read by itself. */
export function mayLookAgain({ state }: TerminalChangeView): boolean {
  return state !== 'asking' && state !== 'unsent'
}

/** Why the list could not be looked at once more. */
export function lookProblemText(error: CallError): string {
  const texts = words.result
  if (error.code === 'incomplete') return texts.lookIncomplete
  if (error.code === 'unreachable' || error.code === 'noAnswer') return texts.lookNotReached
  return problemText(error)
}

/** When what was done, by whom and why. Only a yes or a no is an answer; an end without one is not called so. */
export function changeFacts(
  change: TerminalChangeView,
): readonly { readonly label: string; readonly value: string }[] {
  const texts = words.result
  const { state, askedAtMs, endedAtMs, nameCheckedAtMs, readBack, by, note, changeId } = change
  const here = (atMs: number): string => texts.here(momentText(atMs))
  const isAnswered = (state === 'done' || state === 'refused') && endedAtMs !== null
  const isUnsent = state === 'unsent'
  const reason = readBack?.incompleteReason ?? null
  return [
    { label: isUnsent ? texts.tried : texts.asked, value: here(askedAtMs) },
    ...(isUnsent ? [] : [{ label: texts.answered, value: isAnswered ? here(endedAtMs) : texts.notAnswered }]),
    ...(nameCheckedAtMs === null ? [] : [{ label: texts.nameChecked, value: here(nameCheckedAtMs) }]),
    { label: texts.listRead, value: readBack === null ? texts.listNotRead : here(readBack.atMs) },
    ...(reason === null
      ? []
      : [{ label: texts.listIncomplete, value: strings.terminal.incompleteReason[reason] }]),
    { label: words.history.by, value: by },
    { label: words.fields.note, value: note === '' ? strings.detail.notGiven : note },
    { label: texts.changeNumber, value: changeId },
  ]
}

/** A line of what was, what was asked for, and what the list shows. */
export interface SideLine {
  readonly field: TerminalField
  readonly label: string
  readonly before: string | null
  readonly wanted: string
  /** Null where the list was not read, or does not show the terminal. */
  readonly found: string | null
  readonly differs: boolean
  /** It was asked to be otherwise than before. */
  readonly isChanged: boolean
}

/** The sides of a change, line by line, in the order of the forms. */
export function sideLines({ from, to, readBack, nameCheckedAtMs }: TerminalChangeView): readonly SideLine[] {
  return sideFields.map(({ field, label, text }) => {
    const before = from === null ? null : text(from)
    const wanted = text(to)
    return {
      field,
      label,
      before,
      wanted,
      found: readBack?.found == null ? null : text(readBack.found),
      differs: readBack?.differences.includes(field) === true,
      // Two accounts may end alike; only of another one is the name asked for.
      isChanged: before !== null && (before !== wanted || (field === 'account' && nameCheckedAtMs !== null)),
    }
  })
}

interface SideField {
  readonly field: TerminalField
  readonly label: string
  readonly text: (side: TerminalSide) => string
}

const yesNo = (value: boolean): string => (value ? words.fields.yes : words.fields.no)

const sideFields: readonly SideField[] = [
  {
    field: 'merchant',
    label: words.fields.merchant,
    text: ({ merchantId }) => merchantId ?? words.fields.notKnown,
  },
  { field: 'account', label: words.fields.account, text: ({ accountEnding }) => maskedText(accountEnding) },
  {
    field: 'accountName',
    label: words.fields.accountName,
    text: ({ accountName }) => accountName ?? words.fields.notAsked,
  },
  {
    field: 'serialNumber',
    label: words.fields.serialNumber,
    text: ({ serialNumber }) => (serialNumber === '' ? words.fields.empty : serialNumber),
  },
  { field: 'isActive', label: words.fields.isActive, text: ({ isActive }) => yesNo(isActive) },
  {
    field: 'isReceivingPayment',
    label: words.fields.isReceivingPayment,
    text: ({ isReceivingPayment }) => yesNo(isReceivingPayment),
  },
]

/** An account by its last digits. */
export function maskedText(ending: string): string {
  return ending === '' ? strings.detail.notGiven : strings.detail.accountMasked(ending)
}
