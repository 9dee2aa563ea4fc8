import type { Rehearsal } from '../../shared/practiceCard.ts'

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
      refused:
        'The bank says no. Checking for about 12 minutes, to be sure, then Refused. Record an ordinary sale first: without one, To do asks a person after half an hour.',
      answerLost:
        'The bank takes it, and its answer is lost. Checking for about half a minute, then On its way.',
      neverArrives:
        'It never reaches the bank. Checking for about 12 minutes if you record an ordinary sale after it, else for half an hour. Then To do asks a person.',
      paidWithoutDate: 'The bank calls it paid, and gives no date.',
      dateWithoutPaid: 'The bank gives a paid date, and does not call it paid.',
      paidLess: 'The bank settles ₦50 less than its fee gives.',
      paidMore: 'The bank settles ₦5 more than its fee gives.',
      amount: 'The bank has it with ₦70 less.',
      twoRecords: 'The bank has it twice.',
      vanished: 'After a minute the bank’s list lacks it.',
      paidBack: 'Paid, and after a minute no longer paid.',
      madeElsewhere: 'At the same moment another till sells for ₦1,500.',
    } satisfies Record<Rehearsal, string>,
    differing: 'Amounts that differ at the bank, for Day',
    accounts: 'Account numbers',
    notFound: 'The bank does not know this account.',
    newTerminals: 'Terminal IDs to register',
    newTerminal: 'Issued, and not registered yet.',
    noNewTerminals: 'All of them are registered.',
    terminals: 'Terminals to move',
    paysTo: (name: string) => `Pays to ${name}.`,
    merchants: 'Merchant IDs',
  },
  welcome: {
    label: 'Welcome',
    again: 'Show the welcome',
    place: (at: number, of: number) => `${at} of ${of}:`,
    titles: {
      sale: 'Practise a sale',
      checking: 'When the bank’s answer is lost',
      profile: 'Work with your bank',
    },
    sale: 'Type an amount, such as 1500, and press Enter. Nothing here is real.',
    saleDone: 'That is all a sale needs. Watch it go from Waiting to On its way to Paid.',
    checking: (amount: string) => `Record ${amount}: the practice bank loses its answer to this amount.`,
    checkingNoNumber: 'A sale says Checking while Tillside asks the bank about an answer that was lost.',
    checkingNow:
      'The sale says Checking: the answer was lost, and Tillside asks the bank. Do not enter it again. It takes about half a minute.',
    checkingFound: 'The bank had it. It was not sent a second time, and there was nothing for you to do.',
    profile:
      'For real sales Tillside needs a profile: the file that your bank or installer gives you. You can choose it now, or later in Settings.',
    toSale: 'Go to Sell',
    fill: (amount: string) => `Fill in ${amount}`,
    next: 'Next',
    finish: 'Finish',
    skip: 'Skip the welcome',
  },
} as const
