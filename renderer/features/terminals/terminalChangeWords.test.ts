import { exampleErrors } from '../../testing/callErrors.ts'
import { expect, test } from 'vitest'
import type { ReadBack, TerminalChangeView } from '../../../shared/terminalChange.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { changeOf, givenUpOf, readBackOf, registrationOf, sideOf } from '../../testing/changeFixtures.ts'
import { sideLines } from './terminalChangeSides.ts'
import {
  changeAdvice,
  changeFacts,
  changeFactTexts,
  changeSummary,
  changeTone,
  givingUpProblemText,
  isConfirmed,
  lookProblemText,
  mayEnterAgain,
  mayGiveUp,
  mayLookAgain,
  namesDifferText,
} from './terminalChangeWords.ts'

const kinds = ['register', 'edit'] as const
const states = ['asking', 'done', 'refused', 'unsent', 'unknown'] as const
const sightings = [
  'notRead',
  'asAsked',
  'endingAgrees',
  'differs',
  'asBefore',
  'notThere',
  'incomplete',
  'notTold',
] as const
type Sighting = (typeof sightings)[number]

function readBack(seen: Sighting): ReadBack | null {
  if (seen === 'notRead') return null
  if (seen === 'notTold') return readBackOf('incomplete', { incompleteReason: null, found: sideOf() })
  if (seen === 'endingAgrees') return readBackOf('asAsked', { isByEnding: true })
  return readBackOf(seen)
}

interface Case {
  readonly kind: (typeof kinds)[number]
  readonly state: TerminalChangeView['state']
  readonly seen: Sighting
  readonly change: TerminalChangeView
  readonly answer: string
  readonly list: string
  readonly advice: string
}

const table: readonly Case[] = kinds.flatMap((kind) =>
  states.flatMap((state) =>
    sightings.map((seen) => {
      const make = kind === 'register' ? registrationOf : changeOf
      const change = make({ state, readBack: readBack(seen) })
      const { answer, list } = changeFactTexts(change)
      return { kind, state, seen, change, answer, list: list ?? '', advice: changeAdvice(change) ?? '' }
    }),
  ),
)
const where = (isIt: (one: Case) => boolean): readonly Case[] => table.filter(isIt)
const every = (cases: readonly Case[], part: 'answer' | 'list' | 'advice', claim: RegExp): void => {
  expect(cases.length).toBeGreaterThan(0)
  for (const one of cases) expect(one[part], `${one.kind} ${one.state} ${one.seen}`).toMatch(claim)
}

test('the answer to the change and the list after it are told separately', () => {
  for (const state of states)
    expect(new Set(where((one) => one.state === state).map(({ answer }) => answer)).size).toBe(1)
  for (const seen of sightings) {
    const told = where((one) => one.seen === seen && one.list !== '').map(({ list }) => list)
    expect(new Set(told).size, seen).toBe(1)
  }
  expect(new Set(table.map(({ list }) => list).filter((text) => text !== '')).size).toBe(sightings.length)
})

test('a list that was not read, or not to its end, compares nothing, and none was read for what never left', () => {
  const compares = /as asked for|as it was before|not show|other values|agrees/u
  for (const { list, seen, state } of table) {
    const isOpenQuestion = seen === 'notRead' || seen === 'incomplete' || seen === 'notTold'
    expect(compares.test(list), `${state} ${seen}`).toBe(!isOpenQuestion)
    if (seen === 'notRead') expect(list === '').toBe(state === 'asking' || state === 'unsent')
  }
})

test('after no clear answer the advice never suggests asking again, unless the list shows the change', () => {
  const isThere = (seen: Sighting): boolean => seen === 'asAsked' || seen === 'endingAgrees'
  every(
    where(({ state, seen }) => state === 'unknown' && !isThere(seen)),
    'advice',
    /may or may not be (?:registered|changed)\. Do not (?:register|save) it again before the bank has told you/u,
  )
  every(
    where(({ state, seen }) => state === 'unknown' && isThere(seen)),
    'advice',
    /need not ask for it again/u,
  )
  for (const { change, advice } of table)
    if (/correct the entry|try again/u.test(advice)) expect(mayEnterAgain(change)).toBe(true)
})

test('a yes that the list confirms leaves nothing to do, and a no that it contradicts is for the bank', () => {
  const of = (state: Case['state'], seen: Sighting): string =>
    where((one) => one.state === state && one.seen === seen)[0]?.advice ?? ''
  expect(of('done', 'asAsked')).toBe('')
  expect(of('refused', 'asAsked')).toContain('Only the bank can tell which of the two is right.')
  expect(of('done', 'asBefore')).toContain('tell the bank before the terminal is used')
  // Settled by an earlier reading, and changed since.
  const later = registrationOf({ state: 'done', readBack: readBackOf('differs'), isOpen: false })
  expect(changeAdvice(later)).toContain('An earlier reading showed it as asked for')
})

test('the entry can be taken up again only after a refusal that the list supports, or where nothing was sent', () => {
  const open = where(({ change }) => mayEnterAgain(change)).map(({ state, seen }) => `${state} ${seen}`)
  expect([...new Set(open)].toSorted()).toEqual(
    [
      ...['asBefore', 'notThere'].map((seen) => `refused ${seen}`),
      ...['notRead', 'differs', 'asBefore', 'notThere', 'incomplete', 'notTold'].map(
        (seen) => `unsent ${seen}`,
      ),
    ].toSorted(),
  )
})

test('a row says both facts in a few words, and a doubtful change is never shown as good', () => {
  for (const { change, state, seen, advice } of table) {
    const row = changeSummary(change)
    const { answer, list } = lazyStrings.terminalChange.outcome.row
    expect(row.startsWith(answer[state])).toBe(true)
    expect(row.endsWith(', in its list')).toBe(seen === 'asAsked' || seen === 'endingAgrees')
    expect(row.endsWith(list.notRead)).toBe(seen === 'notRead' && state !== 'asking' && state !== 'unsent')
    if (changeTone(change) === 'good') expect(advice).not.toMatch(/Do not|tell the bank|Only the bank/u)
  }
})

test('names that differ are said with both names, also of a change that is confirmed', () => {
  const text = namesDifferText(registrationOf({ otherNames: ['MAMA ṢADE FOODS', 'SADE EZE'] }))
  expect(text).toContain('‘ADÉBÁYỌ̀ STORES LTD’')
  expect(text).toContain('‘MAMA ṢADE FOODS, SADE EZE’')
  expect(namesDifferText(registrationOf())).toBeNull()
})

test('no look-up is offered for a change that was never sent, is under way, or is confirmed', () => {
  for (const { change, state } of table) {
    const isOver = state === 'done' || state === 'refused' || state === 'unknown'
    expect(mayLookAgain(change)).toBe(isOver && !isConfirmed(change))
  }
})

test('an incomplete reading keeps the known result, and says so', () => {
  const { incomplete, unreachable } = exampleErrors
  expect(lookProblemText(incomplete)).toContain('what was known before')
  expect(lookProblemText(unreachable)).toContain('could not reach the bank')
  const stopped = { ...unreachable, fault: { kind: 'unsent', reason: 'aborted' } } as const
  expect(lookProblemText(stopped)).toContain('could not be read to its end')
  expect(givingUpProblemText(stopped, 'notDone')).toContain('could not be read to its end')
})

test('the sides mark changed and differing values, with the account masked', () => {
  const change = changeOf({
    from: sideOf({ serialNumber: '' }),
    to: sideOf({ accountEnding: '6789', accountName: 'KANO PHONE HUB', merchantId: null }),
    nameCheckedAtMs: 1,
    readBack: readBackOf('differs', { differences: ['account'], found: sideOf() }),
  })
  const lines = sideLines(change)
  const account = lines.find(({ field }) => field === 'account')
  expect(account).toMatchObject({
    before: '••••••1234',
    wanted: '••••••6789',
    found: '••••••1234',
    differs: true,
  })
  expect(lines.filter(({ isChanged }) => isChanged).map(({ field }) => field)).toEqual([
    'merchant',
    'account',
    'accountName',
    'serialNumber',
  ])
  expect(lines.find(({ field }) => field === 'serialNumber')?.before).toBe('No serial number')
  expect(lines.find(({ field }) => field === 'merchant')?.wanted).toBe('not known')
})

test('another account with the same last digits is marked as changed', () => {
  const lines = sideLines(changeOf({ to: sideOf(), nameCheckedAtMs: 1 }))
  expect(lines.filter(({ isChanged }) => isChanged).map(({ field }) => field)).toEqual(['account'])
})

test('only a yes or a no is called an answer: an end without one has a time, but is no answer', () => {
  const answeredOf = (change: TerminalChangeView): string | undefined =>
    changeFacts({ ...change, endedAtMs: change.askedAtMs }).find(({ label }) => label === 'Answered')?.value
  for (const { change, state } of table) {
    const answered = answeredOf(change)
    if (state === 'unsent') expect(answered).toBeUndefined()
    else
      expect(/^no clear answer$/u.test(answered ?? ''), state).toBe(state === 'asking' || state === 'unknown')
  }
  const unsent = changeFacts(changeOf({ state: 'unsent', readBack: null })).map(({ label }) => label)
  expect(unsent).not.toContain('Asked of the bank')
})

test('a change may be marked as not done only where it is open and a list that was read does not show it', () => {
  const may = where(({ change }) => mayGiveUp(change)).map(({ state, seen }) => `${state} ${seen}`)
  const absent = ['differs', 'asBefore', 'notThere', 'notTold'] as const
  expect([...new Set(may)].toSorted()).toEqual(
    [
      ...absent.flatMap((seen) => [`done ${seen}`, `unknown ${seen}`]),
      ...['differs', 'notTold'].map((seen) => `refused ${seen}`),
    ].toSorted(),
  )
})

test('a change marked as not done says so, with who and why, unless a list shows it later', () => {
  const given = givenUpOf()
  expect(given.isOpen).toBe(false)
  expect(changeAdvice(given)).toContain('A manager has marked it as not done')
  expect(changeSummary(given)).toBe('Marked as not done')
  const facts = changeFacts(given).map(({ value }) => value)
  expect(facts.some((value) => value.includes('Ngozi Eze'))).toBe(true)
  expect(facts).toContain(given.givenUp?.note)
  const late = givenUpOf({ readBack: readBackOf('asAsked') })
  expect(changeFactTexts(late).list).toContain('as asked for')
  expect(changeSummary(late)).toBe('No clear answer, in its list')
})

test('when a change cannot be closed the text says whether it stays open or is settled', () => {
  for (const code of ['incomplete', 'notSaved', 'unreachable', 'needsManager'] as const)
    expect(givingUpProblemText(exampleErrors[code], 'notDone')).toContain('stays open')
  expect(givingUpProblemText({ code: 'notAllowed', reason: 'underWay' }, 'notDone')).toContain('stays open')
  expect(givingUpProblemText({ code: 'notAllowed', reason: 'settled' }, 'notDone')).toContain('was settled')
  expect(givingUpProblemText({ code: 'notAllowed', reason: 'settled' }, 'asShown')).toContain(
    'something else now',
  )
})

test('a name from a manager is not called checked, and the text says how the bank confirmed it', () => {
  const nameSaid = { how: 'by telephone', who: 'Mrs. Bello', on: '2026-11-20' }
  const labels = (part: Parameters<typeof changeOf>[0]) =>
    changeFacts(changeOf(part)).map(({ label, value }) => `${label}: ${value}`)
  const bank = labels({ nameCheckedAtMs: 1 }).join()
  const manager = labels({ nameCheckedAtMs: 1, nameSaid }).join()
  expect(bank).toContain('Account name checked: ')
  expect(bank).not.toContain('manager says')
  expect(manager).not.toContain('Account name checked')
  expect(manager).toContain(
    'How the bank confirmed the name, as the manager says: by telephone, Mrs. Bello, 20 Nov 2026',
  )
})

test('a change that the bank writes in its own way is done, and the list’s fact says what the marks mean', () => {
  const change = changeOf({ readBack: readBackOf('asAsked', { differences: ['accountName'] }) })
  expect(isConfirmed(change)).toBe(true)
  expect(changeFactTexts(change).list).toContain('differs only in capitals, spaces')
})
