import { inSentence } from '../../shared/plainText.ts'

/** The words about cashiers that every screen may need; a part of the catalogue in strings.ts. */
export const peopleStrings = {
  people: {
    cashier: (name: string) => `Cashier: ${inSentence(name)}`,
    by: (name: string) => (name === '' ? 'Cashier not known' : `By ${inSentence(name)}`),
    fact: 'Cashier',
    notKnown: 'Cashier not known',
    noCashier: 'No cashier at the counter',
    lock: 'Lock',
    switchCashier: 'Switch cashier',
    choose: 'Choose a cashier',
    manage: 'Cashiers in Settings',
    signOutInSettings: 'Sign out of the bank (manager)',
    locked: 'Locked.',
    scanHeld: 'A code was scanned. Unlock first, then scan it again.',
    isIn: (name: string) => `${inSentence(name)} is at the counter.`,
    closing: (sales: string) => `Not accepted by the bank yet: ${sales}`,
  },
} as const
