import type { AnswerShape, ShapePlace } from '../../gateway/answer.ts'
import { maskAccounts } from '../../gateway/answerText.ts'

/** The service's answer about a reference, by its structure. */
export interface Said {
  readonly transactionId: string
  readonly shape: AnswerShape
}

/** What all answers of one meaning share, learned from two of them. */
export interface MissTemplate {
  readonly httpStatus: number
  readonly places: readonly TemplatePlace[]
}

interface TemplatePlace extends Pick<ShapePlace, 'path' | 'kind'> {
  /** The words of its literal; null for one that differed, such as a trace id. */
  readonly words: readonly (string | null)[]
}

/** Replaces the reference. A private-use character: no service writes it. */
const REFERENCE = '\uE000'
const VARIABLE = '\uE001'

/**
 * @returns null if the two differ in structure. A differing word is variable only if it has a digit, as trace ids and
 * times do: two other words, such as "busy" and "unknown", have two meanings.
 */
export function learnTemplate(one: Said, other: Said): MissTemplate | null {
  const left = one.shape
  const right = other.shape
  if (left.httpStatus !== right.httpStatus || left.places.length !== right.places.length) return null
  const places: TemplatePlace[] = []
  for (const [index, place] of left.places.entries()) {
    const beside = right.places[index]
    if (beside === undefined || !isSamePlace(place, beside)) return null
    const words = commonWords(
      place.kind,
      wordsOf(masked(place.literal, one.transactionId)),
      wordsOf(masked(beside.literal, other.transactionId)),
    )
    if (words === null) return null
    places.push({ path: place.path, kind: place.kind, words })
  }
  return { httpStatus: left.httpStatus, places }
}

/** Whether an answer says of its reference what the template's two answers said of theirs. */
export function fits(template: MissTemplate, { shape, transactionId }: Said): boolean {
  if (template.httpStatus !== shape.httpStatus || template.places.length !== shape.places.length) return false
  return template.places.every((expected, index) => {
    const place = shape.places[index]
    if (place === undefined || !isSamePlace(expected, place)) return false
    const said = wordsOf(place.literal)
    return writtenForms(transactionId).some((form) => isSaidSo(expected.words, form, said))
  })
}

function isSamePlace(
  left: Pick<ShapePlace, 'path' | 'kind'>,
  right: Pick<ShapePlace, 'path' | 'kind'>,
): boolean {
  return left.path === right.path && left.kind === right.kind
}

function commonWords(
  kind: ShapePlace['kind'],
  left: readonly string[],
  right: readonly string[],
): readonly (string | null)[] | null {
  if (left.length !== right.length) return null
  const words: (string | null)[] = []
  for (const [index, word] of left.entries()) {
    const other = right[index] ?? ''
    if (word === other) words.push(word)
    else if (kind !== 'boolean' && hasDigit(word) && hasDigit(other)) words.push(null)
    else return null
  }
  return words
}

/** A reference may hold spaces, so it is inserted before the words are counted. */
function isSaidSo(template: readonly (string | null)[], reference: string, said: readonly string[]): boolean {
  const expected = wordsOf(
    template
      .map((word) => word ?? VARIABLE)
      .join(' ')
      .replaceAll(REFERENCE, () => reference),
  )
  return (
    expected.length === said.length && expected.every((word, index) => isSameWord(word, said[index] ?? ''))
  )
}

/** A variable word needs a digit here too: a plain word in its place has another meaning. */
function isSameWord(expected: string, said: string): boolean {
  return expected === VARIABLE ? hasDigit(said) : expected.toUpperCase() === said.toUpperCase()
}

/** As it is, and as a stored answer shows it if it looks like an account number. */
function writtenForms(transactionId: string): readonly string[] {
  return [transactionId, maskAccounts(transactionId)]
}

function masked(literal: string, transactionId: string): string {
  return [transactionId, transactionId.toUpperCase(), transactionId.toLowerCase()].reduce(
    (text, form) => text.replaceAll(form, REFERENCE),
    literal,
  )
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}

function hasDigit(word: string): boolean {
  return /[0-9]/u.test(word)
}
