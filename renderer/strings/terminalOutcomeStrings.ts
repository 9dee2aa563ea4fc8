import { NAME_LENGTH_MAX, quoted } from '../../shared/plainText.ts'

/** What is said of a change once the bank was asked: its answer, what its list shows, and no more. It is read through lazyStrings.ts. */
export const terminalOutcomeStrings = {
  result: {
    register: (terminalId: string) => `Registration of terminal ${terminalId}`,
    edit: (terminalId: string) => `Edit or move of terminal ${terminalId}`,
    lookAgain: 'Look again',
    looking: 'Reading the bank’s list…',
    print: 'Print slip',
    toEntry: 'Back to the entry',
    toList: 'Back to the changes',
    bankWords: (words: string) => `The bank’s words: ${quoted(words)}`,
    noBankWords: 'none',
    asked: 'Asked of the bank',
    tried: 'Tried',
    answered: 'Answered',
    notAnswered: 'no clear answer',
    nameChecked: 'Account name checked',
    nameSaidAt: 'Account name said by a manager',
    nameSaidHow: 'How the bank confirmed the name, as the manager says',
    listRead: 'Bank’s list read',
    listNotRead: 'not since',
    listIncomplete: 'Not read to its end',
    changeNumber: 'Change number',
    lookIncomplete:
      'The bank’s list could not be read to its end, so what is shown below is what was known before.',
    lookNotReached: 'We could not reach the bank, so what is shown below is what was known before.',
    here: (time: string) => `${time}, this computer’s clock`,
    side: 'Side by side',
    before: 'Before',
    wanted: 'Asked for',
    found: 'The list shows',
    wantedAndFound: 'Asked for, and in the list',
    another: 'Register another',
    differs: 'differs',
    notInList: 'Not in the list.',
    details: 'Details, by this computer’s clock',
    giveUp: { notDone: 'Mark as not done…', asShown: 'Keep as shown…' },
    givenUp: { notDone: 'Marked as not done', asShown: 'Kept as the bank shows it' },
    givenUpBy: (time: string, by: string) => `${time}, by ${by}`,
    givenUpWhy: 'Why, and who said so',
    ownSpelling: 'the bank’s spelling',
  },

  givingUp: {
    title: { notDone: 'Mark as not done?', asShown: 'Keep it as the bank shows it?' },
    body: {
      notDone:
        'Do this only if the bank has told you that it never took this change and never will. The bank’s list is read first; if it shows the change, nothing is closed. Who said so and why is kept for good.',
      asShown:
        'Do this only if the bank has told you that it keeps this terminal as its list shows it. The list is read first. Who said so and why is kept for good.',
    },
    accountStays:
      'Its account is not the one that was asked for. The Sell screen goes on saying so until the bank shows that one, or you ask for another change.',
    by: 'Your name',
    why: 'What the bank said, and who said it',
    save: { notDone: 'Mark as not done', asShown: 'Keep as shown' },
    cancel: 'No, leave it open',
    busy: 'Reading the bank’s list…',
    settled: {
      notDone: 'The bank’s list shows it as asked for, or it was settled meanwhile. Nothing was closed.',
      asShown: 'The bank’s list shows something else now, or it was settled meanwhile. Nothing was closed.',
    },
    incomplete: 'The bank’s list could not be read to its end, so it stays open. Try again.',
    notReached: 'We could not reach the bank, so it stays open. Try again.',
    notSaved: 'This computer could not write that down, so it stays open.',
    underWay: 'Another change is under way. Wait until it has ended; this one stays open.',
    forManager: 'This is for a manager, so it stays open.',
  },

  outcome: {
    /** The bank's answer. */
    answer: {
      asking: 'The bank is being asked.',
      done: 'The bank said yes.',
      refused: 'The bank said no.',
      unsent: 'Nothing reached the bank.',
      unknown: 'No clear answer came.',
    },
    /** What the bank's list showed since. */
    list: {
      notRead: 'The bank’s list was not read since.',
      incomplete: 'The bank’s list could not be read to its end, so nothing was compared.',
      asAsked: 'The bank’s list shows it as asked for.',
      ownSpelling:
        'The bank’s list shows it as asked for. What is marked differs only in capitals, spaces or the order of names.',
      endingAgrees:
        'The bank’s list agrees, as far as it was compared: of the account, the last four digits.',
      differs: 'The bank’s list shows other values. They are marked.',
      asBefore: 'The bank’s list shows it as it was before.',
      notThere: 'The bank’s list does not show this terminal.',
      notTold:
        'The bank’s list cannot tell which account it has: the old and the new one end in the same digits.',
    },
    /** Both in a few words, for a row. */
    row: {
      answer: {
        asking: 'Being asked',
        done: 'Bank said yes',
        refused: 'Bank said no',
        unsent: 'Nothing reached the bank',
        unknown: 'No clear answer',
      },
      list: {
        notRead: 'list not read',
        incomplete: 'list not read to its end',
        asAsked: 'in its list',
        ownSpelling: 'in its list',
        endingAgrees: 'in its list',
        differs: 'list differs',
        asBefore: 'list as before',
        notThere: 'not in its list',
        notTold: 'list cannot tell',
      },
      notDone: 'Marked as not done',
      asShown: 'Kept as the bank shows it',
    },
    advice: {
      asking: 'Do not ask for it again meanwhile.',
      notDone: 'A manager has marked it as not done: the bank has told a person so.',
      asShown: 'A manager has closed it as the bank shows it: the bank has told a person that it stays.',
      seenUnsent: 'Someone else may have entered it. You need not ask for anything.',
      seenRefused:
        'Only the bank can tell which of the two is right. Ask it before you ask for anything again.',
      seenUnknown: 'You need not ask for it again.',
      seenBefore: 'An earlier reading showed it as asked for, so it was changed since.',
      unsent: 'Nothing was done. You can try again once the bank can be reached.',
      unsentDiffers: 'Someone else may have entered them. Look at them before you try again.',
      refused: 'You can correct the entry and ask again.',
      refusedOpen: 'Look again, or ask the bank: someone may have made it all the same.',
      doneUnread: 'Look again.',
      doneOpen:
        'Look again in a few minutes. If it stays, tell the bank before the terminal is used, and do not ask for it again before that.',
      unknown: {
        register:
          'It may or may not be registered. Do not register it again before the bank has told you that it was not. Look again.',
        edit: 'It may or may not be changed. Do not save it again before the bank has told you that it was not. Look again.',
      },
    },
    namesDiffer: (name: string, others: string) =>
      `The names differ: the account is of ${quoted(name, NAME_LENGTH_MAX)}, and the merchant’s terminals paid to ${quoted(others, 4 * NAME_LENGTH_MAX)}.`,
  },

  history: {
    title: 'Change history',
    lead: 'Registrations and edits that this computer asked the bank for, newest first.',
    empty: 'This computer has not asked the bank for a registration or an edit yet.',
    open: (count: number) =>
      count === 1
        ? '1 change is open: it may still be done. Open it and look again before you ask for anything else of its terminal.'
        : `${count} changes are open: they may still be done. Open them and look again before you ask for anything else of their terminals.`,
    refresh: 'Read again',
    reading: 'Reading…',
    when: 'When',
    whenHelp: 'this computer’s clock',
    terminal: 'Terminal',
    what: 'What',
    kinds: { register: 'Registration', edit: 'Edit or move' },
    outcome: 'Outcome',
    by: 'By',
    count: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  },

  slip: {
    title: { register: 'Terminal registration', edit: 'Edit or move of a terminal' },
    terminal: 'Terminal ID',
    from: 'From',
    to: 'To',
    by: 'By',
    when: 'When',
    note: 'Note',
    nameSaid: 'Account name as the manager says the bank confirmed it',
    bank: 'Bank’s words',
    list: 'Bank’s list',
    change: 'Change number',
    printed: (time: string, version: string) =>
      `Printed ${time}, this computer’s clock. Tillside ${version}.`,
  },
} as const
