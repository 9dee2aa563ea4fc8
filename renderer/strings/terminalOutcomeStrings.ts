import { quoted } from '../../shared/plainText.ts'

/** What is said of a change once the bank was asked: its answer, what its list shows, and no more. It is read through laterStrings.ts. */
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
    differs: 'differs',
    notInList: 'Not in the list.',
    details: 'Details',
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
      'Its account is not the one that was asked for. The Sale screen goes on saying so until the bank shows that one, or you ask for another change.',
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

  deed: {
    register: (id: string) => `registering terminal ${id}`,
    edit: (id: string) => `changing terminal ${id}`,
  },

  headline: {
    asking: {
      title: (deed: string) => `The bank is being asked about ${deed}.`,
      body: 'No answer is stored yet. Do not ask for it again meanwhile.',
    },
    done: {
      title: (deed: string) => `The bank said yes to ${deed}.`,
      notRead: 'Its list was not read since, so nothing was compared. Look again.',
      incomplete: 'Its list could not be read to its end, so nothing was compared. Look again.',
      notTold:
        'From its list we cannot tell which account the terminal has: the old and the new one end in the same digits.',
    },
    givenUp: {
      notDone: {
        title: (deed: string) => `A manager has marked ${deed} as not done.`,
        body: 'The bank has told a person so. Its list did not show it then.',
      },
      asShown: {
        title: (deed: string) => `A manager has closed ${deed} as the bank shows it.`,
        body: 'What differs from what was asked for is marked. The bank has told a person that it stays.',
      },
    },
    endingAgrees: 'Of the account only the last four digits could be compared; the last four digits agree.',
    doneEnding: (id: string) =>
      `The bank said yes, and what its list shows of terminal ${id} agrees with what was asked for.`,
    refusedEnding: (id: string) =>
      `The bank said no, yet what its list shows of terminal ${id} agrees with what was asked for.`,
    unknownEnding: (id: string) =>
      `No clear answer came, but what the bank’s list shows of terminal ${id} agrees with what was asked for.`,
    doneAsAsked: (id: string) => `The bank said yes, and its list shows terminal ${id} as asked for.`,
    doneDiffers: {
      title: (id: string) =>
        `The bank said yes, but its list shows terminal ${id} with values that were not asked for.`,
      body: 'What differs is marked. Look again in a few minutes. If it stays, tell the bank before the terminal is used.',
    },
    doneAsBefore: {
      title: (id: string) => `The bank said yes, but its list shows terminal ${id} as it was before.`,
      body: 'Look again in a few minutes. If it stays, tell the bank. Do not save the change again before that.',
    },
    doneNotThere: {
      title: (id: string) => `The bank said yes, but its list does not show terminal ${id}.`,
      register:
        'Look again in a few minutes. If it stays, tell the bank. Do not register it again before that.',
      edit: 'Look again in a few minutes. If it stays, tell the bank. Do not save the change again before that.',
    },
    refused: {
      title: (deed: string) => `The bank said no to ${deed}.`,
      notRead: 'Its list was not read since, so that is all we know. Look again.',
      notThere: 'Its list does not show this terminal.',
      asBefore: 'Its list shows the terminal as it was before.',
      incomplete: 'Its list could not be read to its end, so that is all we know. Look again.',
      notTold:
        'From its list we cannot tell which account the terminal has: the old and the new one end in the same digits.',
    },
    refusedAsAsked: {
      title: (id: string) => `The bank said no, yet its list shows terminal ${id} as asked for.`,
      body: 'Only the bank can tell which of the two is right. Ask it before you ask for anything again.',
    },
    refusedDiffers: {
      title: (id: string) => `The bank said no, and its list shows terminal ${id} with other values.`,
      body: 'Someone else may have entered them. What differs is marked.',
    },
    unsent: {
      title: 'Nothing reached the bank.',
      body: 'The bank was not asked, so nothing was done. You can try again once it can be reached.',
      asAsked:
        'Yet its list shows these values: someone else may have entered them. You need not ask for anything.',
      differs: 'Its list shows this terminal with other values. Look at them before you try again.',
    },
    unknownNotRead: {
      title: (deed: string) => `No clear answer came about ${deed}.`,
      register:
        'It may or may not be registered. Do not register it again before the bank has told you that it was not. Look again.',
      edit: 'It may or may not be changed. Do not save it again before the bank has told you that it was not. Look again.',
    },
    asWritten:
      'The bank writes it in its own way: what is marked differs only in capitals, spaces or the order of names.',
    unknownAsAsked: {
      title: (id: string) => `No clear answer came, but the bank’s list shows terminal ${id} as asked for.`,
      body: 'You need not ask for it again.',
    },
    unknownAsBefore: {
      title: (id: string) =>
        `No clear answer came, and the bank’s list shows terminal ${id} as it was before.`,
      body: 'The change may still be made. Do not save it again before the bank has told you that it was not. Look again later.',
    },
    unknownNotThere: {
      title: (id: string) => `No clear answer came, and the bank’s list does not show terminal ${id}.`,
      register:
        'It may still be registered. Do not register it again before the bank has told you that it was not. Look again later.',
      edit: 'Do not save it again before the bank has told you what became of the terminal. Look again later.',
    },
    unknownDiffers: {
      title: (id: string) =>
        `No clear answer came, and the bank’s list shows terminal ${id} with other values.`,
      register:
        'What differs is marked. Do not register it again before the bank has told you what became of it.',
      edit: 'What differs is marked. Do not save it again before the bank has told you what became of it.',
    },
    unknownNotTold:
      'From the bank’s list we cannot tell which account the terminal has: the old and the new one end in the same digits. Do not save it again before the bank has told you which of them it is.',
    unknownIncomplete: {
      register:
        'The bank’s list could not be read to its end, so it may or may not be registered. Do not register it again before the bank has told you that it was not. Look again.',
      edit: 'The bank’s list could not be read to its end, so it may or may not be changed. Do not save it again before the bank has told you that it was not. Look again.',
    },
  },

  outcome: {
    asking: 'Being asked',
    done: 'Bank said yes',
    doneSeen: 'Done and confirmed',
    doneDiffers: 'Bank said yes, list differs',
    doneNotSeen: 'Bank said yes, not seen in its list',
    refused: 'Bank said no',
    refusedSeen: 'Bank said no, yet seen in its list',
    refusedDiffers: 'Bank said no, list differs',
    unsent: 'Nothing reached the bank',
    unknown: 'Not known',
    unknownSeen: 'No answer, seen in its list',
    unknownDiffers: 'No answer, list differs',
    givenUp: 'Marked as not done',
    keptAsShown: 'Kept as the bank shows it',
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
    practice: 'PRACTICE',
    practiceNote: 'Practice. Nothing here is real.',
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
