import { err, ok, type Result } from '../../shared/result.ts'
import type { Work } from '../work/slices.ts'
import type { AccountDigits } from './accountDigits.ts'
import { withoutAccountNumbers } from './accountNumbers.ts'
import { isNotGiven, textOf, trimmedOf, type Malformed } from './fieldValues.ts'
import { isJsonObject } from './jsonText.ts'

/** A field of a row that cannot be read. It is shown, and proves nothing. */
export interface UnreadField {
  /** Its name on the wire. */
  readonly field: string
  /** What the service wrote, cut. */
  readonly text: string
}

/**
 * A row of a list that lacks what makes it a row, or has it in no single reading. It counts as a row: a list that has
 * one does not show that what it may hide is absent.
 */
export interface UnreadableRow {
  readonly field: string
  readonly problem: string
  /** The reference and terminal of a record where they can be read. */
  readonly transactionId: string | null
  readonly terminalId: string | null
  /** The whole row, cut, with account numbers masked. */
  readonly text: string
  /** How the field is written, without what it says: `x` for a letter, `9` for a digit; empty if it is not there. */
  readonly shape: string
}

/** @returns the row, or the first field that keeps it from being one */
export type RowReader<Row> = (value: unknown, path: string) => Result<Row, Malformed>

/** Reads one value that is there; undefined if it has no single sensible reading. */
type Read<Value> = (value: unknown) => Value | undefined

interface RowFields {
  /** Without it, the row is none. */
  readonly needed: <Value>(field: string, read: Read<Value>) => Value
  /** Null if it is not there, or has no reading: then it is in `unread`. */
  readonly given: <Value>(field: string, read: Read<Value>) => Value | null
}

/** Ends a row at its first field that is needed and not there. */
class NoRow extends Error {
  readonly field: string
  readonly problem: string
  constructor(field: string, problem: string) {
    super(problem)
    this.field = field
    this.problem = problem
  }
}

/** @param make names each field once, as documented; another spelling counts where that one is not there */
export function readingRow<Row extends object>(
  make: (fields: RowFields) => Row,
  accountDigits?: AccountDigits,
): RowReader<Row & { readonly unread?: readonly UnreadField[] }> {
  return (value, path) => {
    if (!isJsonObject(value)) return err({ path, problem: 'must be an object' })
    const values = byName(value)
    const unread: UnreadField[] = []
    const valueOf = (field: string): unknown => {
      const { found, others } = spelled(values, field)
      if (found === TWICE) throw new NoRow(field, 'is given twice, in two spellings')
      for (const [other, odd] of others)
        unread.push({ field: other, text: shown(odd, UNREAD_LENGTH_MAX, accountDigits) })
      return found
    }
    const fields: RowFields = {
      needed: (field, read) => {
        const found = valueOf(field)
        if (isNotGiven(found)) throw new NoRow(field, 'is missing')
        const known = read(found)
        if (known === undefined) throw new NoRow(field, 'cannot be read')
        return known
      },
      given: (field, read) => {
        const found = valueOf(field)
        if (isNotGiven(found)) return null
        const known = read(found)
        if (known === undefined) unread.push({ field, text: shown(found, UNREAD_LENGTH_MAX, accountDigits) })
        return known ?? null
      },
    }
    try {
      const row = make(fields)
      return ok(unread.length === 0 ? row : { ...row, unread })
    } catch (error) {
      if (!(error instanceof NoRow)) throw error
      return err({ path: `${path}.${error.field}`, problem: error.problem })
    }
  }
}

const TWICE = Symbol('two spellings')

/** A field as the service spells it, and what it says. */
type Spelled = readonly [field: string, value: unknown]

function byName(row: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly Spelled[]> {
  return Map.groupBy(Object.entries(row), ([key]) => key.toLowerCase())
}

/** The documented spelling counts, and others beside it are odd. Of others alone, one counts and two say nothing. */
function spelled(
  values: ReadonlyMap<string, readonly Spelled[]>,
  field: string,
): { readonly found: unknown; readonly others: readonly Spelled[] } {
  const all = values.get(field.toLowerCase()) ?? []
  const given = all.filter(([, value]) => !isNotGiven(value))
  const documented = given.find(([key]) => key === field)
  if (documented !== undefined)
    return { found: documented[1], others: given.filter((each) => each !== documented) }
  return { found: given.length > 1 ? TWICE : (given[0] ?? all[0])?.[1], others: [] }
}

/** Reads the rows of a list, those that cannot be read apart. It yields, since a list may be long. */
export function* readingRows<Row>(
  read: RowReader<Row>,
  values: readonly unknown[],
  path: string,
  accountDigits?: AccountDigits,
): Work<{ readonly rows: readonly Row[]; readonly unreadable: readonly UnreadableRow[] }> {
  const rows: Row[] = []
  const unreadable: UnreadableRow[] = []
  for (const [index, value] of values.entries()) {
    const row = read(value, `${path}.${index}`)
    if (row.ok) rows.push(row.value)
    else unreadable.push(unreadableRow(value, row.error, accountDigits))
    yield
  }
  return { rows, unreadable }
}

const UNREAD_LENGTH_MAX = 80
const ROW_LENGTH_MAX = 1_000

function unreadableRow(
  value: unknown,
  { path, problem }: Malformed,
  accountDigits: AccountDigits | undefined,
): UnreadableRow {
  const values = isJsonObject(value) ? byName(value) : new Map<string, readonly Spelled[]>()
  const idOf = (field: string): string | null => {
    const { found } = spelled(values, field)
    const id = found === TWICE ? undefined : trimmedOf(found)
    return id === undefined || id === '' ? null : id
  }
  const field = path.split('.').at(-1) ?? path
  const { found } = spelled(values, field)
  return {
    field,
    problem,
    shape: found === undefined || found === TWICE ? '' : shapeOf(found),
    transactionId: idOf('transactionId'),
    terminalId: idOf('terminalId'),
    text: shown(value, ROW_LENGTH_MAX, accountDigits),
  }
}

function shapeOf(value: unknown): string {
  const text = textOf(value)
  if (text === undefined) return value === null ? 'null' : Array.isArray(value) ? '[…]' : '{…}'
  const written = text.replace(/\p{L}/gu, 'x').replace(/\p{N}/gu, '9').slice(0, UNREAD_LENGTH_MAX)
  return typeof value === 'string' ? `"${written}"` : written
}

/** A value as text for a person, cut, with account numbers masked. */
function shown(value: unknown, lengthMax: number, accountDigits: AccountDigits | undefined): string {
  const text = isJsonObject(value)
    ? Object.entries(value)
        .map(([key, item]) => `${key}: ${textOf(item) ?? (item === null ? 'null' : '…')}`)
        .join(', ')
    : (textOf(value) ?? (value === null ? 'null' : '…'))
  return withoutAccountNumbers(text, { references: [], accounts: [], accountDigits })
    .slice(0, lengthMax)
    .replace(/[\uD800-\uDBFF]$/u, '')
}
