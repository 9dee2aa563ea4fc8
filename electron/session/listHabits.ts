import type { Answer, Page } from '../gateway/answer.ts'
import type { PageHabits } from '../gateway/pagedReader.ts'
import { wordsOfNo } from './refusals.ts'

type PageAsked = { readonly pageNumber: number; readonly pageSize: number }
type PageAnswer<Row> = Answer<Page<Row>> | 'notSignedIn'

/**
 * What lists have shown of how a service counts its pages, and which page sizes it takes. It lives as long as the
 * program, steers what is asked, and proves nothing.
 */
export interface ListHabits extends PageHabits {
  /**
   * Asks for one page. A size that is refused, and never worked, is tried smaller, or larger if it was small; the size
   * that then works is asked for from then on.
   */
  page<Asked extends PageAsked, Row>(
    list: 'records' | 'terminals',
    asked: Asked,
    ask: (asked: Asked) => Promise<PageAnswer<Row>>,
  ): Promise<PageAnswer<Row>>
}

/** Sizes that most services take. */
export const USUAL_SIZES: readonly number[] = [20, 10]
/** A service says no for many reasons: so often the size was not it. */
const VAIN_MAX = 2

interface Sizes {
  readonly worked: Set<number>
  /** What a refused size is asked as. */
  readonly instead: Map<number, number>
  vainCount: number
}

export function createListHabits(firstPage: number): ListHabits {
  const sizesOf = { records: noSizes(), terminals: noSizes() }
  return {
    firstPage,
    page: async (list, asked, ask) => {
      const sizes = sizesOf[list]
      const pageSize = sizes.instead.get(asked.pageSize) ?? asked.pageSize
      const first = await ask({ ...asked, pageSize })
      if (first === 'notSignedIn') return first
      if (first.result.ok) sizes.worked.add(pageSize)
      const words = first.result.ok ? null : wordsOfNo(first.result.error)
      if (words === null || sizes.worked.has(pageSize) || sizes.vainCount >= VAIN_MAX) return first
      for (const size of USUAL_SIZES.filter((each) => each !== pageSize)) {
        const next = await ask({ ...asked, pageSize: size })
        if (next === 'notSignedIn') return next
        if (next.result.ok) {
          sizes.worked.add(size)
          sizes.instead.set(asked.pageSize, size)
          return next
        }
        if (wordsOfNo(next.result.error) !== words) break
      }
      sizes.vainCount += 1
      return first
    },
  }
}

function noSizes(): Sizes {
  return { worked: new Set(), instead: new Map(), vainCount: 0 }
}
