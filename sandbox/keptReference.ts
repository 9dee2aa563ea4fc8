/**
 * How a bank may keep a reference: its length and characters are open (docs/service.md 2). What it settles is the sale that
 * was sent; its lists and records show the kept form.
 */
export const keptReferences = {
  whole: (sent: string) => sent,
  first12: (sent: string) => sent.slice(0, 12),
  first16: (sent: string) => sent.slice(0, 16),
  first20: (sent: string) => sent.slice(0, 20),
  first25: (sent: string) => sent.slice(0, 25),
  last12: (sent: string) => sent.slice(-12),
  last20: (sent: string) => sent.slice(-20),
  digits: (sent: string) => sent.replaceAll(/[^0-9]/gu, '') || '0',
  noLeadingZeros: (sent: string) => sent.replace(/^0+(?=.)/u, ''),
  upperCase: (sent: string) => sent.toUpperCase(),
  noSeparators: (sent: string) => sent.replaceAll(/[._/-]/gu, ''),
  padded: (sent: string) => sent.padStart(32, '0'),
  /** Two references of a day become one. */
  firstEight: (sent: string) => sent.slice(0, 8),
} as const satisfies Readonly<Record<string, (sent: string) => string>>

export type KeptReference = keyof typeof keptReferences
