/** What a manager reads about a changed payout; a part of the catalogue in lazyStrings.ts. */
export const payoutDialogStrings = {
  payoutDialog: {
    title: (terminalId: string) => `Terminal ${terminalId}: is this change right?`,
    guide:
      'No change from this computer explains it. Call the bank on a number that you know. The money of new sales may go to another person until the bank changes it back.',
    facts: 'What has changed',
    account: 'Payout account',
    merchant: 'Merchant',
    status: 'Active',
    receiving: 'Receiving payment',
    yes: 'yes',
    no: 'no',
    fromTo: (from: string, to: string) => `${to}, before ${from}`,
    firstSeen: 'First seen',
    seenAt: (time: string) => `${time}, this computer`,
    shownBy: 'Seen in',
    list: 'the bank’s list of terminals',
    record: 'the bank’s record of a sale',
    by: 'Your name',
    why: 'How do you know that it is right?',
    accept: 'It is right',
    busy: 'Saving…',
    leave: 'Leave it open',
    changed: 'The bank shows something else by now. Look at it again.',
    gone: 'It was answered meanwhile.',
    notSaved: 'This computer could not write that down, so it stays open.',
    forManager: 'This is for a manager, so it stays open.',
  },
  payoutWatch: {
    since: 'Payout watched since',
    changed: 'Changed at the bank',
    byEnding:
      'This computer cannot seal a key, so after a restart Tillside compares only the last four digits of payout accounts.',
    missing: (terminalId: string, time: string) =>
      `The bank’s complete list has not shown terminal ${terminalId} since ${time}. This counter has used it: ask the bank before you use another one.`,
  },
} as const
