/** A JSON number that keeps its source text: the bank writes `0.50` and `1500.00`, which no JavaScript number does. */
export class Decimal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Json =
  string | number | boolean | null | Decimal | readonly Json[] | { readonly [key: string]: Json }

export function jsonText(value: Json): string {
  if (value instanceof Decimal) return value.text
  if (Array.isArray(value)) return `[${value.map((item: Json) => jsonText(item)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
    .join(',')}}`
}
