/** Questions before a sale is recorded, and words of an open sale; a part of the catalogue in lazyStrings.ts. */
export const detailStrings = {
  saleQuestions: {
    confirmAmountTitle: (amount: string) => `Record ${amount}?`,
    confirmAmountBody: 'This is a large amount. Check it before you record it.',
    confirmAmountYes: 'Yes, record',
    no: 'No, cancel',
    secondTitle: 'Is this a second sale?',
    secondBodyUnknown: (amount: string) => `You recorded ${amount} a short time ago. Is this a second sale?`,
    secondYes: 'Yes, second sale',
    notSavedBody: 'Free some space on this computer, then try again. Your entry is still on the screen.',
    backToEntry: 'Back to the entry',
    tryAgain: 'Try again',
  },
  openSale: {
    bankTime: (time: string) => `${time}, bank’s clock`,
    localTime: (time: string) => `${time}, this computer’s clock`,
    accountNotPaid: 'Account in the bank’s record',
    recordRead: (time: string) => `Read from the bank at ${time}, this computer’s clock.`,
    otherTerminal:
      'The bank’s record names another terminal record than its list shows for this counter’s terminal.',
    noRecord: 'No record has been read from the bank.',
    couldNotLoad: 'We could not load the rest of this sale.',
  },
} as const
