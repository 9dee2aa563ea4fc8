/* What one reference says of another (docs/delivery.md, "What a reference proves"). */

/**
 * Whether two references are the same. A service may write them in capitals, and the sales file has no two that differ
 * only in case; telling them apart could pay one sale twice.
 */
export function isSameReference(left: string, right: string): boolean {
  return left.toUpperCase() === right.toUpperCase()
}

/** Whether a person has the sale because of a record under another reference. */
export function isOfOther({
  record,
  transactionId,
}: {
  readonly record: { readonly transactionId: string } | null
  readonly transactionId: string
}): boolean {
  return record !== null && !isSameReference(record.transactionId, transactionId)
}

/**
 * Whether a bank that finds one reference must find another: the first is as long, has every class of characters that
 * the other has, and a leading zero if it has one. A bank may shorten or rewrite what is longer or of another form.
 */
export function isAsDemanding(shown: string, asked: string): boolean {
  const classes = classesOf(shown)
  return shown.length >= asked.length && [...classesOf(asked)].every((each) => classes.has(each))
}

/** The same the other way round, for a bank that lengthens what is shorter or of fewer classes. */
export function isAsPlain(shown: string, asked: string): boolean {
  const classes = classesOf(asked)
  return shown.length <= asked.length && [...classesOf(shown)].every((each) => classes.has(each))
}

/** A shorter one could be a slip of its own. */
const CUT_LENGTH_MIN = 8

/**
 * Whether a bank may have made one reference from another: other letters, separators, zeros before it, its digits alone,
 * or cut at either end. It only stops a slip that may be paid already: `123` and `0123` can be neighbours, so these need
 * the same amount.
 */
function isPlainChange(kept: string, sent: string, isSameAmount: boolean): boolean {
  const [left, right] = [bareOf(kept), bareOf(sent)]
  if (left === right) return true
  if (!isSameAmount) return false
  const [short = '', long = ''] = [left, right].toSorted((one, other) => one.length - other.length)
  const isCut = short.length >= CUT_LENGTH_MIN && (long.startsWith(short) || long.endsWith(short))
  const isOfDigits = /^\d+$/u.test(left) && left === right.replaceAll(/\D/gu, '')
  return isCut || isOfDigits || withoutZeros(left) === withoutZeros(right)
}

const bareOf = (reference: string): string => reference.replaceAll(/[^\p{L}\p{Nd}]/gu, '').toUpperCase()
const withoutZeros = (reference: string): string => reference.replace(/^0+(?=.)/u, '')

function classesOf(reference: string): ReadonlySet<string> {
  const classes = Array.from(reference, (each) =>
    /\p{Lu}/u.test(each) ? 'capital' : /\p{Ll}/u.test(each) ? 'small' : /\p{Nd}/u.test(each) ? 'digit' : each,
  )
  return new Set([...classes, ...(reference.startsWith('0') ? ['leading zero'] : [])])
}

/** A shorter one may be a slip, and stand by chance in the words of an answer. */
const MADE_UP_LENGTH_MIN = 8

/** References of one kind have the same length and classes of characters: a bank may refuse another kind in other words. */
export function kindOf(reference: string): string {
  const length = Math.max(reference.length, MADE_UP_LENGTH_MIN)
  return `${length} ${[...classesOf(reference)].toSorted().join('')}`
}

/** A reference of the same kind that no sale has. @param random from 0, without 1 */
export function madeUpLike(reference: string, random: () => number): string {
  const like = Array.from(reference)
  const length = Math.max(like.length, MADE_UP_LENGTH_MIN)
  return Array.from({ length }, (_, place) => charLike(like[place % like.length] ?? '', random)).join('')
}

function charLike(like: string, random: () => number): string {
  const pick = (from: string, count: number): string =>
    String.fromCharCode(from.charCodeAt(0) + Math.floor(random() * count))
  if (/\p{Lu}/u.test(like)) return pick('A', 26)
  if (/\p{Ll}/u.test(like)) return pick('a', 26)
  return /\p{Nd}/u.test(like) ? pick('0', 10) : like
}

/** The rows of a list, to be asked for those that may be a sale in another form. */
export interface Forms {
  /** The reference of a row that no sale here has, and that may be this one under a plain change of its own. */
  otherOf(sale: { readonly transactionId: string; readonly amountKobo: number }): string | undefined
}

/**
 * @param amountOf a row's amount in kobo
 * @param isOwn whether a sale here has that reference; asked only of rows that may be the one in question
 */
export function formsOf<Row extends { readonly transactionId: string }>(
  rows: readonly Row[],
  amountOf: (row: Row) => number | undefined,
  isOwn: (reference: string) => boolean,
): Forms {
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    for (const key of keysOf(row.transactionId)) {
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, [row])
      else known.push(row)
    }
  }
  return {
    otherOf: ({ transactionId, amountKobo }) =>
      keysOf(transactionId)
        .flatMap((key) => byKey.get(key) ?? [])
        .find(
          (row) =>
            isPlainChange(row.transactionId, transactionId, amountOf(row) === amountKobo) &&
            !isOwn(row.transactionId),
        )?.transactionId,
  }
}

/** Two references of which one is a plain change of the other share at least one of these. */
function keysOf(reference: string): readonly string[] {
  const bare = bareOf(reference)
  const ends =
    bare.length < CUT_LENGTH_MIN
      ? []
      : [`<${bare.slice(0, CUT_LENGTH_MIN)}`, `>${bare.slice(-CUT_LENGTH_MIN)}`]
  return [bare, `0${withoutZeros(bare)}`, `#${bare.replaceAll(/\D/gu, '')}`, ...ends]
}
