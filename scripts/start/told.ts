/** The progress messages of electron's install.js, a line each among its other output. */
export type Told =
  | { readonly kind: 'asks'; readonly host: string }
  | { readonly kind: 'answers'; readonly host: string; readonly status: number }
  | {
      readonly kind: 'sends'
      readonly host: string
      readonly received: number
      /** Null if the host does not say. */
      readonly total: number | null
    }
  | { readonly kind: 'sentAll'; readonly host: string }
  | { readonly kind: 'breaks'; readonly host: string; readonly code: string }

const MARK = '\u0001told '

export function toldLine(told: Told): string {
  return `${MARK}${JSON.stringify(told)}\n`
}

/** @returns undefined for a line of install.js itself */
export function readTold(line: string): Told | undefined {
  return line.startsWith(MARK) ? (JSON.parse(line.slice(MARK.length)) as Told) : undefined
}
