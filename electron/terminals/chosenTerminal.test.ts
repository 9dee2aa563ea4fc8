import { expect, test } from 'vitest'
import { terminal } from '../session/testing/fakes.ts'
import { toTerminalView } from '../gateway/recordView.ts'
import { chooseTerminal, type ChoiceFacts, type Remembered } from './chosenTerminal.ts'

const [one, two, three] = [1, 2, 3].map((id) => toTerminalView(terminal(id), 'v')) as [
  ReturnType<typeof toTerminalView>,
  ReturnType<typeof toTerminalView>,
  ReturnType<typeof toTerminalView>,
]
const person = (recordId: string): Remembered => ({ ...rule(recordId), byPerson: true })
const rule = (recordId: string): Remembered => ({
  terminalId: terminal(Number(recordId)).terminalId,
  terminalRecordId: recordId,
  byPerson: false,
})

const cases: readonly (readonly [string, Partial<ChoiceFacts>, string | null])[] = [
  ['nothing is known', { terminals: [] }, null],
  ['there are several and none is named', {}, null],
  ['there is a single one', { terminals: [two] }, '2'],
  ['there is a single one, and a manager has to choose', { terminals: [two], asksManager: true }, null],
  ['one was seen but the list is not complete', { terminals: [two], isComplete: false }, null],
  ['the profile names one', { profileTerminalId: two.terminalId }, '2'],
  ['the profile names one that is not there', { profileTerminalId: 'X', terminals: [one] }, null],
  ['a person chose', { remembered: person('3'), profileTerminalId: two.terminalId }, '3'],
  [
    'what a person chose is gone, profile or not',
    { remembered: person('9'), profileTerminalId: two.terminalId },
    null,
  ],
  ['what a person chose is gone and one is left', { remembered: person('9'), terminals: [one] }, null],
  ['what a person chose is not in an incomplete list', { remembered: person('9'), isComplete: false }, '9'],
  [
    'nothing was read yet but a person chose',
    { remembered: person('3'), terminals: [], isComplete: false },
    '3',
  ],
  ['a rule had settled it and more came', { remembered: rule('2') }, '2'],
  [
    'a rule had settled it and the profile names another',
    { remembered: rule('2'), profileTerminalId: three.terminalId },
    '3',
  ],
  ['what a rule settled is gone', { remembered: rule('9'), terminals: [one] }, null],
  ['practice starts', { environment: 'practice' }, '1'],
  ['practice starts with no list', { environment: 'practice', terminals: [] }, null],
  [
    'practice starts afresh without the chosen one',
    { environment: 'practice', remembered: person('9') },
    '1',
  ],
  ['practice names one that is not there', { environment: 'practice', profileTerminalId: 'X' }, null],
]

test.each(cases)('with %s', (_name, facts, recordId) => {
  const chosen = chooseTerminal({
    terminals: [one, two, three],
    isComplete: true,
    remembered: null,
    profileTerminalId: null,
    environment: 'live',
    asksManager: false,
    ...facts,
  })
  expect(chosen?.terminalRecordId ?? null).toBe(recordId)
})

test.each(['live', 'practice'] as const)(
  '%s: the profile’s terminal is this counter’s unless a complete list lacks it, its record id unknown',
  (environment) => {
    const facts = { remembered: null, profileTerminalId: three.terminalId, environment, asksManager: false }
    const named = { terminalId: three.terminalId, terminalRecordId: null, byPerson: false }
    for (const terminals of [[], [one, two]])
      expect(chooseTerminal({ ...facts, terminals, isComplete: false })).toEqual(named)
    expect(chooseTerminal({ ...facts, terminals: [three], isComplete: false })).toEqual({
      ...named,
      terminalRecordId: '3',
    })
    expect(chooseTerminal({ ...facts, terminals: [one, two], isComplete: true })).toBeNull()
  },
)

test('the record id follows the list if the service gave the terminal another', () => {
  const chosen = chooseTerminal({
    terminals: [{ ...one, recordId: '41' }],
    isComplete: true,
    remembered: person('1'),
    profileTerminalId: null,
    environment: 'live',
    asksManager: false,
  })
  expect(chosen).toEqual({ terminalId: one.terminalId, terminalRecordId: '41', byPerson: true })
})
