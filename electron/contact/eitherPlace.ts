import type { Answer, Terminal, Way } from '../gateway/answer.ts'
import { fieldPrefixIn } from '../gateway/fieldPrefix.ts'
import { refusalOf } from '../session/refusals.ts'
import { searchToday, terminalsPage, type Asking, type PageTold, type SearchTold } from './asked.ts'

/** What the bank answered with the parameters in one place. */
export interface Tried {
  readonly way: Way
  /** Its first page, by `firstPage`. */
  readonly terminals: PageTold<Terminal>
  /** The page of the other number; null where the first did not come. */
  readonly otherPage: PageTold<Terminal> | null
  readonly firstPage: number
  /** Null where no terminal is known. */
  readonly terminalId: string | null
  readonly search: SearchTold | null
}

/** The terminals and today, with the parameters where the profile puts them; if that fails, in the other place. */
export async function inEitherPlace(
  asking: Asking,
  terminalId: string | null,
  today: string,
): Promise<Tried> {
  const { profile } = asking
  const inPlace = (getParameters: Way['getParameters']): Promise<Tried> =>
    inWay(asking, { fieldPrefix: profile.fieldPrefix, getParameters }, terminalId, today)
  const first = await inPlace(profile.getParameters)
  if (goodCount(first) === 2 || !mayBeOfPlace(first)) return first
  const other = await inPlace(profile.getParameters === 'query' ? 'body' : 'query')
  return goodCount(other) > goodCount(first) ? other : first
}

async function inWay(asking: Asking, way: Way, wantedId: string | null, today: string): Promise<Tried> {
  const base = asking.profile.limits.firstPage
  const first = await terminalsPage(asking, way, base)
  const isListed = first.answer.result.ok
  const other = isListed ? await terminalsPage(asking, way, 1 - base) : null
  const pages = base === 0 ? [first, other] : [other, first]
  const firstPage = isListed && isCountedFromZero(pages[0] ?? null, pages[1] ?? null) ? 0 : 1
  const terminals = pages[firstPage] ?? first
  const [firstRow] = terminals.answer.result.ok ? terminals.answer.result.value.rows : []
  const terminalId = wantedId ?? firstRow?.terminalId ?? null
  const search = terminalId === null ? null : await searchToday(asking, way, { terminalId, firstPage }, today)
  return {
    way,
    terminals,
    otherPage: terminals === first ? other : first,
    firstPage: isListed ? firstPage : base,
    terminalId,
    search,
  }
}

/** A page 0 with rows that page 1 does not have: a service that counts from 1 has none, or gives page 1 for it. */
function isCountedFromZero(zero: PageTold<Terminal> | null, one: PageTold<Terminal> | null): boolean {
  const seen = new Set(recordIds(one))
  return recordIds(zero).some((id) => !seen.has(id))
}

/** What tells rows apart, readable or not. */
function recordIds(told: PageTold<Terminal> | null): readonly string[] {
  if (told?.answer.result.ok !== true) return []
  const { rows, unreadable = [] } = told.answer.result.value
  return [...rows.map(({ recordId }) => recordId), ...unreadable.map(({ text }) => text)]
}

function goodCount({ terminals, terminalId, search }: Tried): number {
  const isSearched = search?.answer.result.ok === true && strangerCount(search, terminalId ?? '') === 0
  return Number(terminals.answer.result.ok) + Number(isSearched)
}

/** Whether a failure may be about where the parameters are: the bank answered, and not about the token. */
function mayBeOfPlace({ terminals, search }: Tried): boolean {
  return [terminals.answer, search?.answer].every((answer) => {
    if (answer === undefined || answer.result.ok) return true
    const { error } = answer.result
    return error.kind !== 'unsent' && error.kind !== 'noAnswer' && refusalOf(error) !== 'tokenRefused'
  })
}

/** Rows of other terminals: a service that ignores the parameters gives them. */
export function strangerCount({ answer: { result } }: SearchTold, terminalId: string): number {
  if (!result.ok) return 0
  return result.value.rows.filter((row) => row.terminalId.toUpperCase() !== terminalId.toUpperCase()).length
}

/** How the bank's field names begin, as its terminals or records show; null where they show none. */
export function shownPrefix({ terminals, search }: Tried): string | null {
  const shown = (answer: Answer<unknown> | undefined) => fieldPrefixIn(answer?.evidence.bodyExcerpt ?? null)
  return shown(terminals.answer) ?? shown(search?.answer)
}
