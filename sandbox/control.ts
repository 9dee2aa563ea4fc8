import * as z from 'zod/mini'
import { parseUnknown } from '../shared/parse.ts'
import type { PracticeBank } from './bank.ts'
import { parseFaultRules } from './faults.ts'
import { HabitChange, withHabits } from './options.ts'
import { RecordChange } from './recordChange.ts'
import { TerminalChange } from './terminalChange.ts'

/** The part of a served bank that its control port may change. */
export interface Controlled {
  readonly bank: PracticeBank
  cutNetwork(): Promise<void>
  restoreNetwork(): Promise<void>
}

export interface ControlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface ControlAnswer {
  readonly status: number
  readonly value: unknown
}

/**
 * The control port, for tests in another process. A POST must have the content type of JSON: a web page cannot send
 * that without a preflight request, which is never answered here.
 */
export async function answerControl(sandbox: Controlled, request: ControlRequest): Promise<ControlAnswer> {
  const { bank } = sandbox
  const { pathname, searchParams } = new URL(request.url)
  if (request.method === 'POST' && request.headers['content-type'] !== 'application/json') {
    return { status: 415, value: { error: 'send application/json' } }
  }
  switch (`${request.method} ${pathname}`) {
    case 'GET /commits':
      return { status: 200, value: bank.commits() }
    case 'GET /settlement-count':
      return { status: 200, value: bank.settlementCount(searchParams.get('transactionId') ?? '') }
    case 'GET /requests':
      return { status: 200, value: bank.requests() }
    case 'POST /faults':
      return addFaults(bank, request.body ?? '')
    case 'POST /faults/clear':
      bank.faults.clear()
      return { status: 200, value: {} }
    case 'POST /habits':
      return changeHabits(bank, request.body ?? '')
    case 'POST /records/change':
      return changeRecord(bank, request.body ?? '')
    case 'POST /terminals/change':
      return changeTerminal(bank, request.body ?? '')
    case 'POST /tokens/expire':
      bank.expireTokens()
      return { status: 200, value: {} }
    case 'POST /network/cut':
      await sandbox.cutNetwork()
      return { status: 200, value: {} }
    case 'POST /network/restore':
      await sandbox.restoreNetwork()
      return { status: 200, value: {} }
    default:
      return { status: 404, value: { error: 'there is no such control' } }
  }
}

function addFaults(bank: PracticeBank, body: string): ControlAnswer {
  const rules = parseFaultRules(jsonOf(body))
  if (!rules.ok) return { status: 400, value: { error: 'not a list of fault rules', problems: rules.error } }
  bank.faults.add(...rules.value)
  return { status: 200, value: { pending: bank.faults.pendingCount() } }
}

function changeHabits(bank: PracticeBank, body: string): ControlAnswer {
  const habits = parseUnknown(HabitChange, jsonOf(body))
  if (!habits.ok) return { status: 400, value: { error: 'no habits of this bank', problems: habits.error } }
  bank.changeOptions(withHabits(bank.options(), habits.value))
  return { status: 200, value: {} }
}

const RecordOrder = z.strictObject({
  transactionId: z.string(),
  change: RecordChange,
  secondRecord: z.optional(RecordChange),
})

function changeRecord(bank: PracticeBank, body: string): ControlAnswer {
  const order = parseUnknown(RecordOrder, jsonOf(body))
  if (!order.ok) return { status: 400, value: { error: 'no change of a record', problems: order.error } }
  const { transactionId, change, secondRecord } = order.value
  return bank.changeRecord(transactionId, change, secondRecord)
    ? { status: 200, value: {} }
    : { status: 404, value: { error: 'there is no record of this reference' } }
}

const TerminalOrder = z.strictObject({ terminalId: z.string(), change: TerminalChange })

function changeTerminal(bank: PracticeBank, body: string): ControlAnswer {
  const order = parseUnknown(TerminalOrder, jsonOf(body))
  if (!order.ok) return { status: 400, value: { error: 'no change of a terminal', problems: order.error } }
  return bank.changeTerminal(order.value.terminalId, order.value.change)
    ? { status: 200, value: {} }
    : { status: 404, value: { error: 'there is no such terminal' } }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
