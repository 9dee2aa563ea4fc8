import { expect, test } from 'vitest'
import type { Answer, TransactionRecord } from '../gateway/answer.ts'
import { NOTHING_LEFT } from '../gateway/answer.ts'
import { err } from '../../shared/result.ts'
import { createAskHeard, type AnswerListener } from './heard.ts'

const declined: Answer<TransactionRecord> = {
  result: err({ kind: 'declined', message: 'no' }),
  evidence: NOTHING_LEFT,
}

function asking(listeners: readonly AnswerListener[], answer: Answer<TransactionRecord> | 'notSignedIn') {
  const lines: unknown[] = []
  const askHeard = createAskHeard(listeners, (...line) => lines.push(line))
  const ask = () =>
    askHeard(
      (listener) => listener.reference?.('SALE-1'),
      async () => answer,
    )
  return { lines, ask }
}

test('each listener hears the question as it is asked and its answer, in their order', async () => {
  const said: string[] = []
  const listener = (name: string): AnswerListener => ({
    name,
    reference: (transactionId) => {
      said.push(`${name} ${transactionId}`)
      return ({ result }) => said.push(`${name} ${result.ok ? 'yes' : result.error.kind}`)
    },
  })
  const { ask } = asking([listener('a'), { name: 'deaf' }, listener('b')], declined)
  const answering = ask()
  expect(said).toEqual(['a SALE-1', 'b SALE-1'])
  expect(await answering).toBe(declined)
  expect(said.slice(2)).toEqual(['a declined', 'b declined'])
})

test('a listener that throws, at the question or at the answer, stops neither the others nor the answer', async () => {
  const said: string[] = []
  const throws = (): never => {
    throw new TypeError('broken')
  }
  const { ask, lines } = asking(
    [
      { name: 'asked', reference: throws },
      { name: 'answered', reference: () => throws },
      { name: 'whole', reference: () => () => said.push('heard') },
    ],
    declined,
  )
  expect(await ask()).toBe(declined)
  expect(said).toEqual(['heard'])
  expect(lines).toEqual([
    ['error', 'bank.notHeard', { listener: 'asked', name: 'TypeError' }],
    ['error', 'bank.notHeard', { listener: 'answered', name: 'TypeError' }],
  ])
})

test('a question without a sign-in has no answer to hear', async () => {
  const said: string[] = []
  const { ask } = asking([{ name: 'a', reference: () => () => said.push('heard') }], 'notSignedIn')
  expect(await ask()).toBe('notSignedIn')
  expect(said).toEqual([])
})
