import type { CallError } from '../../shared/contract.ts'
import { strings } from '../strings.ts'
import { problemText } from '../words/problems.ts'
import type { Actions, Deps, FindState, Get, Set } from './types.ts'

export const emptyFind: FindState = {
  terminalId: '',
  dateFrom: '',
  dateTo: '',
  isReading: false,
  problem: null,
  result: null,
  openRecordId: null,
}

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u

function searchProblem(error: CallError): string {
  if (error.fields.some(({ problem }) => problem === 'tooManyDays')) return strings.find.tooManyDays
  return error.code === 'invalid' ? strings.find.badDates : problemText(error)
}

export function findSlice(set: Set, get: Get, deps: Deps): Pick<Actions, 'setFind' | 'search'> {
  let latest = 0
  const change = (part: Partial<FindState>): void => set(({ find }) => ({ find: { ...find, ...part } }))

  return {
    setFind: change,
    async search() {
      const { find, terminals } = get()
      const terminalId = find.terminalId === '' ? (terminals?.chosenTerminalId ?? '') : find.terminalId
      if (terminalId === '') return change({ problem: strings.find.noTerminal })
      const { dateFrom, dateTo } = find
      if (!DAY.test(dateFrom) || !DAY.test(dateTo) || dateFrom > dateTo) {
        return change({ problem: strings.find.badDates })
      }
      const ticket = deps.nextTicket()
      latest = ticket
      change({ isReading: true, problem: null, openRecordId: null })
      const answer = await deps.client.call('records.search', { terminalId, dateFrom, dateTo })
      // A later search has been started; this answer belongs to a question that nobody asks any more.
      if (latest !== ticket) return
      change(
        answer.ok
          ? { isReading: false, result: answer.value }
          : { isReading: false, problem: searchProblem(answer.error) },
      )
    },
  }
}
