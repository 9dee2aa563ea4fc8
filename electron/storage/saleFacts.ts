import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
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

/** Identifies the shape below, so that a later one can differ. */
const ENVELOPE_VERSION = 1

/** Exactly this shape: an extra fact is as wrong as a missing one. */
const Envelope = z.strictObject({
  v: z.literal(ENVELOPE_VERSION),
  sale: z.strictObject({
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
  }),
})

/** The text of a sale's facts that an audit entry keeps and its hash covers. */
export function contentOfFacts(facts: SaleFacts): string {
  return canonicalJson({ v: ENVELOPE_VERSION, sale: pickFacts(facts) })
}

/** @returns undefined unless the text is exactly what `contentOfFacts` writes */
export function factsFromContent(content: string): SaleFacts | undefined {
  let read: unknown
  try {
    read = JSON.parse(content)
  } catch {
    return undefined
  }
  const parsed = parseUnknown(Envelope, read)
  if (!parsed.ok) return undefined
  const { sale } = parsed.value
  return contentOfFacts(sale) === content ? sale : undefined
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
