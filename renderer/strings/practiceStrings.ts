/** Words for a person who practises; never shown with a live profile. */
export const practiceStrings = {
  practiceCard: {
    open: 'Practice numbers',
    title: 'Practice numbers',
    lead: 'Made-up numbers of the practice bank. They work in Practice only.',
    close: 'Close',
    reading: 'Reading…',
    copy: (value: string) => `Copy ${value}`,
    copied: (value: string) => `Copied ${value}`,
    copyByHand: (value: string) => `${value} could not be copied. Select it and press Ctrl+C.`,
    amounts: 'Amounts to record',
    does: {
      refused: 'The bank says no. Checking for some minutes, to be sure, then Refused.',
      answerLost: 'The bank takes it, and its answer is lost. Checking for half a minute, then Accepted.',
      neverArrives: 'It never reaches the bank. Checking for some minutes, then To do asks a person.',
    },
    accounts: 'Account numbers',
    notFound: 'The bank does not know this account.',
    newTerminals: 'Terminal IDs to register',
    newTerminal: 'Issued, and not registered yet.',
    noNewTerminals: 'All of them are registered.',
    terminals: 'Terminals to move',
    paysTo: (name: string) => `Pays to ${name}.`,
    merchants: 'Merchant IDs',
  },
} as const
