import { exampleErrors } from '../../testing/callErrors.ts'
import { expect, test } from 'vitest'
import type { ReadBack, TerminalChangeView } from '../../../shared/terminalChange.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { changeOf, givenUpOf, readBackOf, registrationOf, sideOf } from '../../testing/changeFixtures.ts'
import { sideLines } from './terminalChangeSides.ts'
import {
  changeFacts,
  changeHeadline,
  changeOutcome,
  changeTone,
  givingUpProblemText,
  lookProblemText,
  mayEnterAgain,
  mayGiveUp,
  mayLookAgain,
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
  readonly text: string
}

const table: readonly Case[] = kinds.flatMap((kind) =>
  states.flatMap((state) =>
    sightings.map((seen) => {
      const make = kind === 'register' ? registrationOf : changeOf
      const change = make({ state, readBack: readBack(seen) })
      const { title, body } = changeHeadline(change)
      return { kind, state, seen, change, text: `${title} ${body}` }
    }),
  ),
)
const where = (isIt: (one: Case) => boolean): readonly Case[] => table.filter(isIt)
const every = (cases: readonly Case[], claim: RegExp): void => {
  expect(cases.length).toBeGreaterThan(0)
  for (const { kind, state, seen, text } of cases) expect(text, `${kind} ${state} ${seen}`).toMatch(claim)
}
const none = (cases: readonly Case[], claim: RegExp): void => {
  expect(cases.length).toBeGreaterThan(0)
  for (const { kind, state, seen, text } of cases) expect(text, `${kind} ${state} ${seen}`).not.toMatch(claim)
}

test('the table has every state with every result of the list, for both kinds', () => {
  expect(table).toHaveLength(2 * 5 * 8)
})

test('the text says that the bank accepted only after its yes, and that it refused only after its no', () => {
  every(
    where(({ state }) => state === 'done'),
    /bank said yes/iu,
  )
  none(
    where(({ state }) => state !== 'done'),
    /bank said yes/iu,
  )
  every(
    where(({ state }) => state === 'refused'),
    /bank said no/iu,
  )
  none(
    where(({ state }) => state !== 'refused'),
    /bank said no/iu,
  )
})

test('the text says that nothing reached the bank only where that is proven', () => {
  every(
    where(({ state }) => state === 'unsent'),
    /^Nothing reached the bank\./u,
  )
  none(
    where(({ state }) => state !== 'unsent'),
    /nothing reached|was not asked/iu,
  )
})

test('the text says that the list shows the change only where it does', () => {
  const shown = /shows (?:terminal \S+ as asked for|these values)/u
  every(
    where(({ seen, state }) => seen === 'asAsked' && state !== 'asking'),
    shown,
  )
  none(
    where(({ seen, state }) => seen !== 'asAsked' && !(seen === 'endingAgrees' && state === 'unsent')),
    shown,
  )
  // Where only the account's ending was compared, the text says that instead.
  every(
    where(({ seen, state }) => seen === 'endingAgrees' && state !== 'asking' && state !== 'unsent'),
    /agrees with what was asked for\..*the last four digits agree/u,
  )
})

test('the text says that the list does not show it only after a complete reading', () => {
  const absent = /list does not show/u
  every(
    where(
      ({ seen, state }) =>
        seen === 'notThere' && (state === 'done' || state === 'refused' || state === 'unknown'),
    ),
    absent,
  )
  none(
    where(({ seen }) => seen !== 'notThere'),
    absent,
  )
})

test('a list that was not read, or not to its end, compares nothing', () => {
  none(
    where(({ seen }) => seen === 'notRead' || seen === 'incomplete' || seen === 'notTold'),
    /as asked for|as it was before|not asked for|differs|other values/u,
  )
  every(
    where(
      ({ seen, state }) =>
        seen === 'incomplete' && (state === 'done' || state === 'refused' || state === 'unknown'),
    ),
    /could not be read to its end/u,
  )
  // It was read, but the two accounts have the same ending, so "not read" would be wrong as well.
  none(
    where(({ seen }) => seen === 'notTold'),
    /could not be read/u,
  )
})

test('after no clear answer the text never suggests asking again, unless the list shows the change', () => {
  every(
    where(({ state, seen }) => state === 'unknown' && seen !== 'asAsked' && seen !== 'endingAgrees'),
    /Do not (?:register|save) it again before/u,
  )
  every(
    where(({ state, seen, kind }) => state === 'unknown' && seen === 'notThere' && kind === 'register'),
    /It may still be registered\. Do not register it again before the bank has told you/u,
  )
  every(
    where(({ state, seen }) => state === 'unknown' && seen === 'asAsked'),
    /need not ask for it again/u,
  )
  none(
    where(({ state }) => state === 'unknown'),
    /try again|was registered|was changed|is registered\b(?!\.)/u,
  )
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

test('a row says the same as the headline: a doubtful change is never shown as good', () => {
  for (const { change, state, seen, text } of table) {
    const row = laterStrings.terminalChange.outcome[changeOutcome(change)]
    expect(/said yes|Done/u.test(row), `${state} ${seen}`).toBe(state === 'done')
    expect(/said no/u.test(row), `${state} ${seen}`).toBe(state === 'refused')
    if (/\bseen in its list|confirmed/u.test(row) && !row.includes('not seen'))
      expect(['asAsked', 'endingAgrees']).toContain(seen)
    if (changeTone(change) === 'good') expect(text).not.toMatch(/Do not|not asked for|does not show/u)
  }
})

test('no look-up is offered for a change that was never sent or is under way', () => {
  for (const { change, state } of table) {
    expect(mayLookAgain(change)).toBe(state === 'done' || state === 'refused' || state === 'unknown')
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
  expect(changeHeadline(given).title).toBe('A manager has marked changing terminal 2ABC1234 as not done.')
  expect(changeOutcome(given)).toBe('givenUp')
  const facts = changeFacts(given).map(({ value }) => value)
  expect(facts.some((value) => value.includes('Ngozi Eze'))).toBe(true)
  expect(facts).toContain(given.givenUp?.note)
  const late = givenUpOf({ readBack: readBackOf('asAsked') })
  expect(changeHeadline(late).title).toContain('shows terminal 2ABC1234 as asked for')
  expect(changeOutcome(late)).toBe('unknownSeen')
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

test('a change that the bank writes in its own way is done, and says what the marks mean', () => {
  const change = (state: 'done' | 'unknown') =>
    changeOf({ state, readBack: readBackOf('asAsked', { differences: ['accountName'] }) })
  for (const state of ['done', 'unknown'] as const)
    expect(changeHeadline(change(state)).body).toContain('The bank writes it in its own way')
  expect(changeHeadline(changeOf({ state: 'done', readBack: readBackOf('asAsked') })).body).toBe('')
})
