import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { Cashier } from '../../shared/people.ts'
import { SaleFact } from '../../shared/sale.ts'
import { canonicalJson } from './canonicalJson.ts'

/** What is fixed when a sale is recorded: what is sent, to whom, and its meaning here. */
export interface SaleFacts {
  readonly sequence: number
  readonly transactionId: string
  readonly environment: 'live' | 'practice'
  readonly partnerUrl: string
  readonly clientId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly amountWire: string
  readonly recordedAtMs: number
  readonly corrects: string | null
}

const Facts = z.strictObject({
  sequence: z.int(),
  transactionId: z.string(),
  environment: z.enum(['live', 'practice']),
  partnerUrl: z.string(),
  clientId: z.string(),
  terminalId: z.string(),
  amountKobo: z.int(),
  amountWire: z.string(),
  recordedAtMs: z.int(),
  corrects: z.nullable(z.string()),
})

/** Exactly one of these shapes: an extra fact is as wrong as a missing one. `v` identifies them. */
const Envelope = z.discriminatedUnion('v', [
  z.strictObject({ v: z.literal(1), sale: Facts }),
  /** Where cashiers are set up. */
  z.strictObject({ v: z.literal(2), sale: Facts, by: Cashier }),
])

/** The text of a sale's facts that an audit entry keeps and its hash covers. @param by who recorded it, if that was asked */
export function contentOfFacts(facts: SaleFacts, by: Cashier | null = null): string {
  const sale = pickFacts(facts)
  return by === null
    ? canonicalJson({ v: 1, sale })
    : canonicalJson({ v: 2, sale, by: { id: by.id, name: by.name } })
}

/** @returns undefined unless the text is exactly what `contentOfFacts` writes */
export function factsFromContent(content: string): SaleFacts | undefined {
  return recordedFrom(content)?.sale
}

/** As {@link factsFromContent}, with who recorded it; null if that was not asked. */
export function recordedFrom(
  content: string,
): { readonly sale: SaleFacts; readonly by: Cashier | null } | undefined {
  let read: unknown
  try {
    read = JSON.parse(content)
  } catch {
    return undefined
  }
  const parsed = parseUnknown(Envelope, read)
  if (!parsed.ok) return undefined
  const { sale } = parsed.value
  const by = parsed.value.v === 2 ? parsed.value.by : null
  return contentOfFacts(sale, by) === content ? { sale, by } : undefined
}

/** The facts that differ, in reading order. */
export function differingFacts(
  left: Readonly<Record<SaleFact, unknown>>,
  right: Readonly<Record<SaleFact, unknown>>,
): readonly SaleFact[] {
  return SaleFact.options.filter((fact) => left[fact] !== right[fact])
}

function pickFacts(facts: SaleFacts): Record<SaleFact, string | number | null> {
  return Object.fromEntries(SaleFact.options.map((fact) => [fact, facts[fact]])) as ReturnType<
    typeof pickFacts
  >
}
