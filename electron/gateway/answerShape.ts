import type { AnswerShape, ShapePlace } from './answer.ts'
import { redacted, type Confidence } from './answerText.ts'
import { isJsonObject, JsonNumber, parseJson, withoutByteOrderMark } from './jsonText.ts'
import type { WireOutcome } from './wire.ts'
import { readEnvelope, withDocumentedKeys } from './wireFields.ts'

/** An answer without data has a few hundred characters. A longer one is not the service's "not found". */
const BODY_LENGTH_MAX = 8_192
const PLACES_MAX = 64

/** @returns null where the answer has no envelope, or has data */
export function emptyAnswerShape(outcome: WireOutcome, confidence: Confidence): AnswerShape | null {
  if (outcome.kind !== 'response' || outcome.body.length > BODY_LENGTH_MAX) return null
  const parsed = parseJson(withoutByteOrderMark(outcome.body))
  const answer = parsed.ok ? withDocumentedKeys(parsed.value) : null
  if (answer?.ok !== true || !isJsonObject(answer.value)) return null
  if (!readEnvelope(answer.value, true).ok) return null
  if (!isNothing(answer.value['data'])) return null
  const places = placesOf(answer.value, confidence)
  return places.length > PLACES_MAX ? null : { httpStatus: outcome.status, places }
}

function isNothing(data: unknown): boolean {
  if (data === undefined || data === null || data === '') return true
  if (Array.isArray(data)) return data.length === 0
  return isJsonObject(data) && Object.keys(data).length === 0
}

function placesOf(answer: unknown, confidence: Confidence): readonly ShapePlace[] {
  const places: ShapePlace[] = []
  const walk = (value: unknown, path: string): void => {
    // One place beyond the maximum is enough to reject the answer.
    if (places.length > PLACES_MAX) return
    const kind = kindOf(value)
    places.push({ path, kind, literal: redacted(literalOf(value), confidence) })
    const entries = Array.isArray(value)
      ? value.map((item, index) => [String(index), item] as const)
      : isJsonObject(value)
        ? Object.entries(value)
        : []
    for (const [key, item] of entries) walk(item, `${path}/${JSON.stringify(redacted(key, confidence))}`)
  }
  walk(answer, '')
  return places.toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

function kindOf(value: unknown): ShapePlace['kind'] {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof JsonNumber) return 'number'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

function literalOf(value: unknown): string {
  if (value instanceof JsonNumber) return value.source
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}
