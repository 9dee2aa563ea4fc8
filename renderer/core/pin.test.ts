import { expect, test } from 'vitest'
import { callError } from '../../shared/callError.ts'
import { cashier } from '../testing/fixtures.ts'
import { pinProblemText, waitLeftMs, waitText } from './pin.ts'

test('a wait counts down from the time of main’s answer, and never below zero', () => {
  const access = { ...cashier, waitMs: 30_000 }
  expect(waitLeftMs(access, 1_000, 1_000)).toBe(30_000)
  expect(waitLeftMs(access, 1_000, 21_000)).toBe(10_000)
  expect(waitLeftMs(access, 1_000, 99_000)).toBe(0)
  expect(waitLeftMs(null, 0, 0)).toBe(0)
})

test('a clock that is set back does not make a wait longer than main said', () => {
  expect(waitLeftMs({ ...cashier, waitMs: 30_000 }, 1_000_000, 0)).toBe(30_000)
})

test('waits are given in words, rounded up', () => {
  expect(waitText(1)).toBe('1 second')
  expect(waitText(29_100)).toBe('30 seconds')
  expect(waitText(119_000)).toBe('119 seconds')
  expect(waitText(121_000)).toBe('3 minutes')
  expect(waitText(3_600_000)).toBe('60 minutes')
})

test('each rule of a new PIN has its own sentence, and an unknown rule has one too', () => {
  const say = (problem: string): string => {
    const { error } = callError('invalid', { fields: [{ field: 'pin', problem }] })
    return pinProblemText(error)
  }
  const texts = ['notDigits', 'tooShort', 'tooLong', 'tooSimple', 'brandNew'].map(say)
  expect(new Set(texts).size).toBe(5)
  expect(pinProblemText(callError('wrongPin').error)).toBe('That is not the PIN.')
  expect(pinProblemText(callError('notSaved').error)).toContain('did not count')
})
