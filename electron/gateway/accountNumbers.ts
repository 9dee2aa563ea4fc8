import { TEN, type AccountDigits } from './accountDigits.ts'

/** Numbers that are known to occur in a text, to tell account numbers from references. */
export interface KnownNumbers {
  /** References of the sale or terminal that the text is about. Numbers in them stay readable. */
  readonly references: readonly string[]
  /** These are masked even where a reference has the same digits. */
  readonly accounts: readonly string[]
  /** How many digits an account number may have; absent: ten. */
  readonly accountDigits?: AccountDigits | undefined
}

const ENDING_DIGITS = 4
/** A shorter reference may equal one group of an account number that is written in groups. */
const REFERENCE_DIGITS_MIN = 6

/** A JSON escape. Its digits do not belong to a number. */
const ESCAPE = String.raw`\\u[0-9a-fA-F]{4}`
const DATE = '(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?![0-9])'
const CLOCK = '[0-9]{1,2}(?::[0-9]{2})+(?![0-9])'
const PARTS = new RegExp(String.raw`${ESCAPE}|(?<!\p{Nd})(?:${DATE}|${CLOCK})|\p{Nd}+`, 'gu')
/** Separators within one number: spaces, dashes and invisible characters. */
const BETWEEN = new RegExp(String.raw`^(?:[\s\p{Cf}\p{Pd}\u2212_]|${ESCAPE}){1,3}$`, 'u')
const DIGITS = /^\p{Nd}+$/u
const ESCAPE_LENGTH = 6
const BETWEEN_LENGTH_MAX = 3 * ESCAPE_LENGTH

/** A run of digits without a separator. */
interface Group {
  readonly digits: string
  readonly at: number
  /** Only a separator lies between this group and the one before it. */
  readonly isLinked: boolean
}

/**
 * Masks account numbers in a text of the bank: of so many digits, together or in groups, only the last four stay. Other
 * numbers, dates and times stay as they are, since support needs them.
 */
export function withoutAccountNumbers(text: string, known?: KnownNumbers): string {
  const kept = known === undefined ? new Set<string>() : keptNumbers(known)
  const masked: string[] = []
  let end = 0
  for (const groups of numbersIn(text, known?.accountDigits)) {
    const [first, last] = [groups[0], groups.at(-1)]
    if (first === undefined || last === undefined || isKept(groups, kept)) continue
    const to = last.at + last.digits.length
    masked.push(text.slice(end, first.at), maskedNumber(text.slice(first.at, to), groups))
    end = to
  }
  return masked.join('') + text.slice(end)
}

function isKept(groups: readonly Group[], kept: ReadonlySet<string>): boolean {
  return kept.has(joined(groups)) || groups.some(({ digits }) => kept.has(digits))
}

function keptNumbers({ references, accounts, accountDigits }: KnownNumbers): ReadonlySet<string> {
  const kept = new Set(
    references.flatMap((reference) => [
      ...groupsOf(reference).map(({ digits }) => digits),
      ...numbersIn(reference, accountDigits).map(joined),
    ]),
  )
  const known = new Set(accounts.map((account) => joined(groupsOf(account))))
  return new Set([...kept].filter((digits) => digits.length >= REFERENCE_DIGITS_MIN && !known.has(digits)))
}

/** Finds consecutive groups that make an account number together, from the left and without overlap. */
function numbersIn(text: string, digits: AccountDigits = TEN): readonly (readonly Group[])[] {
  const groups = groupsOf(text)
  const numbers: (readonly Group[])[] = []
  const max = Math.max(...digits)
  for (let at = 0; at < groups.length;) {
    const count = countOfNumber(groups, at, digits, max)
    if (count > 0) numbers.push(groups.slice(at, at + count))
    at += Math.max(count, 1)
  }
  return numbers
}

/** How many groups from here on make one of these numbers of digits, as many as can; 0 where none do. */
function countOfNumber(groups: readonly Group[], from: number, digits: AccountDigits, max: number): number {
  let length = 0
  let count = 0
  for (let at = from; at < groups.length && length < max; at += 1) {
    const group = groups[at]
    if (group === undefined || (at > from && !group.isLinked)) break
    length += lengthOf(group.digits)
    if (digits.has(length)) count = at - from + 1
  }
  return count
}

function groupsOf(text: string): readonly Group[] {
  const groups: Group[] = []
  let end = -1
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (!DIGITS.test(part)) {
      // An escape may separate the digits of one number. A date or a time ends the number.
      if (!part.startsWith('\\')) end = -1
      continue
    }
    const isNear = end >= 0 && index - end <= BETWEEN_LENGTH_MAX
    groups.push({ digits: part, at: index, isLinked: isNear && BETWEEN.test(text.slice(end, index)) })
    end = index + part.length
  }
  return groups
}

function maskedNumber(text: string, groups: readonly Group[]): string {
  const start = groups[0]?.at ?? 0
  let left = groups.reduce((sum, { digits }) => sum + lengthOf(digits), 0)
  let end = 0
  const parts = groups.map(({ digits, at }) => {
    const between = text.slice(end, at - start)
    end = at - start + digits.length
    return between + digits.replace(/\p{Nd}/gu, (digit) => (left-- > ENDING_DIGITS ? '*' : digit))
  })
  return parts.join('')
}

function joined(groups: readonly Group[]): string {
  return groups.map(({ digits }) => digits).join('')
}

/** Counts digits, not code units: the digits of some scripts take two. */
function lengthOf(digits: string): number {
  return digits.match(/\p{Nd}/gu)?.length ?? 0
}
