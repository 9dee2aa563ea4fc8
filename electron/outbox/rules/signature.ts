import * as z from 'zod/mini'
import { Cashier } from '../../../shared/people.ts'
import { parseUnknown } from '../../../shared/parse.ts'
import { canonicalJson } from '../../storage/canonicalJson.ts'

/** What an audit entry says, besides its kind. */
export interface Signed {
  readonly detail: string | null
  readonly content: string | null
}

/** The entry of what a person did, with the cashier who was in; without one, as entries were before there were any. */
export function signed(detail: string | null, by: Cashier | null): Signed {
  return { detail, content: by === null ? null : canonicalJson({ by: { id: by.id, name: by.name } }) }
}

const WithCashier = z.object({ by: Cashier })

/** @returns null if the entry names no cashier */
export function signerFrom(content: string | null): Cashier | null {
  if (content === null) return null
  try {
    const read = parseUnknown(WithCashier, JSON.parse(content))
    return read.ok ? read.value.by : null
  } catch {
    return null
  }
}
