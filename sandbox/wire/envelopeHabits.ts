import { Decimal, jsonText, type Json } from '../jsonText.ts'
import type { BankHabits } from '../options.ts'
import type { BankAnswer } from './exchange.ts'

/** Applies the deployment's habits to the envelope of an answer; anything but a JSON object stays as it is. */
export function inEnvelopeHabits(
  answer: BankAnswer,
  { envelopeKeys, textValues }: Pick<BankHabits, 'envelopeKeys' | 'textValues'>,
): BankAnswer {
  if (envelopeKeys === 'documented' && !textValues) return answer
  const envelope = readObject(answer.body)
  if (envelope === undefined) return answer
  const valued = Object.entries(envelope).map(([key, value]): [string, Json] => [
    key,
    textValues ? asText(value) : value,
  ])
  return { ...answer, body: jsonText(Object.fromEntries(spelled(valued, envelopeKeys))) }
}

function spelled(
  entries: readonly [string, Json][],
  envelopeKeys: BankHabits['envelopeKeys'],
): readonly [string, Json][] {
  const capitalised = entries.map(([key, value]): [string, Json] => [
    key.slice(0, 1).toUpperCase() + key.slice(1),
    value,
  ])
  switch (envelopeKeys) {
    case 'documented':
      return entries
    case 'capitalised':
      return capitalised
    case 'upperCase':
      return entries.map(([key, value]) => [key.toUpperCase(), value])
    case 'twoSpellings':
      return [...entries, ...capitalised]
  }
}

function asText(value: Json): Json {
  if (value instanceof Decimal) return value.text
  return typeof value === 'boolean' ? String(value) : value
}

/** The JSON object of a body, its numbers as they were written; undefined for anything else. */
export function readObject(body: string): { readonly [key: string]: Json } | undefined {
  try {
    // Numbers keep their source text: `0.50` stays `0.50`.
    const value = JSON.parse(body, keepSource) as Json
    const isObject =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal)
    return isObject ? (value as { readonly [key: string]: Json }) : undefined
  } catch {
    return undefined
  }
}

function keepSource(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new Decimal(context?.source ?? String(value)) : value
}
