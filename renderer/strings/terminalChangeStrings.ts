import { NAME_LENGTH_MAX, quoted } from '../../shared/plainText.ts'
import { terminalOutcomeStrings } from './terminalOutcomeStrings.ts'

/**
 * What is said around the registration and the edit of a terminal. It is read through lazyStrings.ts.
 * "The bank" is the service; what its list of terminals shows is never taken for more than that.
 */
export const terminalChangeStrings = {
  terminalChange: {
    ...terminalOutcomeStrings,
    back: 'Back to the terminals',
    opening: 'Opening…',
    notShown:
      'The list kept here does not show this terminal. Go back and read the list again, then open it once more.',
    forManager: 'This is for a manager, so it was not done. Your entry is still here.',

    startAnew: 'Start again',

    register: {
      title: 'Register a terminal',
      button: 'Register terminal',
      terminalIdHelp: 'On the paper that came with the terminal. The bank issues it.',
      merchantHelp: 'Its ID, or a name that its terminals pay to. Type, scan or choose.',
      merchantKnown: (terminals: string, paysTo: string) => `Known from the list: ${terminals}, ${paysTo}.`,
      merchantShared: (count: number) =>
        `The bank’s list has ${count} merchants with this ID, and a registration cannot name one of them. Ask the bank before you register.`,
      serialHelp: 'On the label of the device. Empty if it has none.',
      editThat: 'Edit that terminal',
      rare: 'Not active, no payout, or a note',
      askedNothing: 'The bank registers nothing until you press Register terminal.',
      asking: (terminalId: string) => `Asking the bank to register terminal ${terminalId}…`,
    },

    edit: {
      title: (terminalId: string) => `Edit or move terminal ${terminalId}`,
      location: 'A terminal may stop working if it is used away from its registered address.',
      topics: 'What changes?',
      topic: { shop: 'Merchant', account: 'Account', device: 'Device', use: 'Switch off' },
      switchOn: 'Switch on or off',
      whoIsPaid: 'Who is paid from now on?',
      sameAccount: (account: string) => `Same account, ${account}`,
      anotherAccount: 'Another account',
      accountStays: (account: string, name: string) =>
        `The merchant changes and the payout account stays: money still goes to ${quoted(name, NAME_LENGTH_MAX)}, ${account}.`,
      from: (value: string) => `Now ${value}.`,
      what: 'What',
      newOf: (field: string) => `New ${field.toLowerCase()}`,
      changed: 'changed',
      serialHelp: (now: string) => `Now ${now}. Leave empty to remove it.`,
      button: 'Save the change',
      asking: (terminalId: string) => `Asking the bank to change terminal ${terminalId}…`,
      meanwhileTitle: 'This terminal changed at the bank while you were editing.',
      meanwhileBody: 'The bank was not asked, and your entry is still here. Look at what is new.',
      meanwhileHidden:
        'The difference cannot be seen here; it may be an account that ends in the same digits. Ask the others who change terminals.',
      began: 'When you began',
      shown: 'The bank shows now',
      looked: 'I have looked at it',
    },

    willHappen: {
      title: 'This will happen',
      nothing: 'Nothing yet: fill in the fields.',
      registered: (terminalId: string, merchant: string) =>
        `Terminal ${terminalId} is registered for ${merchant}.`,
      device: (serial: string) => (serial === '' ? 'No serial number.' : `Serial number ${serial}.`),
      active: 'Active',
      notActive: 'Not active',
      paid: 'receives payment.',
      notPaid: 'receives no payment.',
      paidTo: (account: string) => `Its sales are paid to ${account}.`,
      notChecked: 'Whose account it is was not checked yet.',
    },

    fields: {
      terminalId: 'Terminal ID',
      merchant: 'Merchant',
      serialNumber: 'Serial number',
      account: 'Payout account',
      accountNumber: 'Account number',
      newAccountNumber: 'New account number',
      accountNumberHelp: 'Ten digits, of an account at this bank.',
      accountName: 'Account name',
      isActive: 'Active',
      isActiveHelp: 'The terminal may be used.',
      isReceivingPayment: 'Receiving payment',
      isReceivingPaymentHelp: 'Its sales are paid into the account.',
      by: 'Your name',
      byHelp: 'Kept with the change on this computer.',
      byIs: (name: string) => `By ${name}`,
      changeBy: 'Change name',
      note: 'Note',
      noteHelp: 'Optional. Kept with the change on this computer.',
      why: 'Why',
      whyHelp: 'Kept with the change on this computer.',
      yes: 'yes',
      no: 'no',
      empty: 'No serial number',
      notKnown: 'not known',
      notAsked: 'not asked',
      merchants: 'Merchants that the list shows',
      showMerchants: 'Show merchants',
      moreMerchants: (shown: number, total: number) =>
        `${shown} of ${total}. Type more of the ID or the name.`,
      merchantRecord: (recordId: string) => `record ${recordId}`,
      terminals: (count: number) => (count === 1 ? '1 terminal' : `${count} terminals`),
    },

    fieldProblems: {
      terminalId: {
        empty: 'Type the terminal ID.',
        alreadyRegistered: 'The bank’s list shows this terminal ID already.',
      },
      merchantId: { empty: 'Choose the merchant, or type its ID.' },
      accountNumber: { empty: 'Type the account number.' },
      accountAgain: { empty: 'Type the account number once more.' },
      name: { empty: 'Type the name as the bank said it.' },
      how: { empty: 'Say how the bank confirmed it.' },
      who: { empty: 'Say who at the bank confirmed it.' },
      on: { empty: 'Choose the day.' },
      by: { empty: 'Type your name.' },
      note: { empty: 'Say why, in a few words.' },
      tooLong: 'This is too long.',
      hiddenCharacter: 'Leave out spaces and characters that cannot be seen.',
      notTenDigits: 'An account number has ten digits.',
      notAnAccount: 'Account numbers of this bank have another form.',
      notSame: 'This is not the account number that you typed before.',
      notADay: 'Choose a day that is not in the future.',
      nothingChanged: 'Nothing is changed yet.',
      merchantNotKnown:
        'No terminal of the list belongs to this merchant, so no terminal can be moved to it from here.',
      merchantShared: (count: number) =>
        `The bank’s list has ${count} merchants with this ID. Choose one of them from the list.`,
      other: 'This cannot be used.',
    },

    check: {
      button: 'Check account name',
      asking: 'Asking the bank for the name…',
      cancel: 'Stop asking',
      belongs: 'Bank says this account belongs to',
      question: (merchantId: string) => `Is this the merchant ${merchantId}?`,
      merchantPaysTo: (merchantId: string, paysTo: string) => `${merchantId} (${paysTo})`,
      otherName: (name: string, others: string) =>
        `The names differ: the account is of ${quoted(name, NAME_LENGTH_MAX)}, and the merchant’s terminals pay to ${quoted(others, 4 * NAME_LENGTH_MAX)}.`,
      yes: 'Yes, use it',
      no: 'No, change',
      confirmed: (name: string, time: string) =>
        `${quoted(name, NAME_LENGTH_MAX)}, as the bank said at ${time}.`,
      notConfirmed: 'The bank did not confirm this account.',
      notReached: 'We could not reach the bank to check.',
      noAnswer: 'We got no answer from the bank.',
      notNow: 'The bank could not check the name now. Try again in a moment.',
      noName: 'The bank answered without a name.',
      badName: 'The bank’s answer could not be read, so there is no name.',
      signIn: 'Sign in first, then check again.',
      forManager: 'This is for a manager, so the bank was not asked.',
      notSetUp: 'The name check is not set up on this computer. Ask your installer.',
      noToken: 'The name check needs a token of its own, and none was entered here.',
      tokenNotTaken: 'The bank did not take the token of the name check.',
      signInTokenNotTaken: 'The bank did not take the sign-in of this counter for the name check.',
      other: 'The name could not be checked. Try again; if it stays, tell support.',
      lost: 'Manager mode was locked, so the account number was removed. Type it again.',
      enterToken: 'Enter the token…',
    },

    vouch: {
      offer: 'The bank confirmed the name by other means…',
      noPin:
        'A manager could say how the bank confirmed the name by other means. A manager sets a PIN first, in Settings.',
      title: 'The bank confirmed the name by other means',
      body: (account: string) =>
        `Go on only if the bank itself told you whose account ${account} is. Sales are paid into this account, and Tillside cannot check the name. What you say here is kept with the change for good.`,
      accountAgain: 'Repeat account number',
      name: 'Account name, as the bank said it',
      how: 'How the bank confirmed it',
      howHelp: 'For example by telephone, at a branch, in a letter.',
      who: 'Who at the bank',
      on: 'On which day',
      save: 'Use this name',
      cancel: 'Cancel',
      confirmed: (name: string, how: string) =>
        `Name as the manager says the bank confirmed it: ${name} (${how}).`,
      said: (how: string, who: string, day: string) => `${how}, ${who}, ${day}`,
      bankAnswered:
        'The bank itself has answered about this account, so only its own answer counts. Check the account name.',
      notAsked: 'Check the account name first. This is for when the bank does not answer.',
      forManager: 'This is for a manager, so it was not taken.',
    },

    token: {
      title: 'Token of the name check',
      refused:
        'The bank did not take the token that is kept here. After you enter a new one, the account name is checked again at once.',
      body: 'The bank gives it out for its Business API. It goes into protected storage and is never shown again.',
      bodyThisRun:
        'The bank gives it out for its Business API. This computer offers no protected storage, or it was not unlocked, so it is kept only until you close Tillside and never shown again.',
      bodyThisRunSoFar:
        'The bank gives it out for its Business API. The key store of this computer has not answered; until it does, the token is kept only until you close Tillside. It is never shown again.',
      label: 'Token',
      empty: 'Type or paste the token.',
      invalid: 'This is no token: it holds spaces or characters that cannot be sent.',
      save: 'Save token',
      cancel: 'Cancel',
    },

    off: {
      offline: 'No internet. You can go on filling this in; it stays here until Tillside closes.',
      signedOut: 'Sign in first.',
      notChecked: 'Check the account name first.',
      notSetUp: 'The name check is not set up here. Say how the bank confirmed the account name.',
      notSetUpNoPin: 'The name check is not set up here, and no manager’s PIN is set.',
      cleared: 'The number was changed after the check. Check the account name again.',
      checking: 'The account name is being checked.',
      notAnswered: 'Say first whether the account is the merchant’s.',
      nothingChanged: 'Nothing is changed yet.',
      noTopic: 'Choose what changes.',
      whoIsPaid: 'Say first who is paid from now on.',
      noAccount: 'Type the new account number.',
      noMerchant: 'Choose a merchant from the list.',
      meanwhile: 'Look first at what changed at the bank.',
      gone: 'The bank’s list does not show this terminal any more.',
      earlier: 'An earlier change of this terminal is still open. Look at it first.',
      earlierUnread: 'It is not known whether an earlier change of this terminal is open.',
      readOnly: 'Nothing can be changed here now. The notice at the top says why.',
    },

    earlier: {
      register: (time: string) =>
        `The bank was asked on ${time} to register this terminal, and may still do so. Look at it before you ask for anything else.`,
      edit: (time: string) =>
        `The bank was asked on ${time} to change this terminal, and may still do so. Look at it before you ask for anything else.`,
      open: 'Look at it',
      unread:
        'This computer could not read its own changes, so it is not known whether an earlier one of this terminal is open.',
      readAgain: 'Try again',
    },

    problem: {
      earlierOpen:
        'An earlier change of this terminal is still open, so the bank was not asked. Your entry is still here.',
      cancelled: 'Reading the bank’s list was stopped, so the bank was not asked. Your entry is still here.',
      merchantOther:
        'The bank’s list shows this merchant differently from when you chose them. The bank was not asked. Choose the merchant again.',
      invalid: 'Correct what is marked. The bank was not asked.',
      nameNotChecked:
        'The check of the account name is too old. Check it again. The bank was not asked, and your entry is still here.',
      incomplete:
        'The bank’s list could not be read to its end, so the bank was not asked. Your entry is still here. Try again.',
      notSaved:
        'This computer could not note the change, so the bank was not asked. Free some space, then try again. Your entry is still here.',
      readOnly: 'Nothing can be changed here now, so the bank was not asked. The notice at the top says why.',
      notSignedIn: 'Sign in first. The bank was not asked, and your entry is still here.',
      notReached: 'We could not reach the bank. The bank was not asked, and your entry is still here.',
      notRead:
        'The bank’s list could not be read, so the bank was not asked. Your entry is still here. Try again.',
      notAllowed: 'This is not possible on this computer. The bank was not asked.',
      underWay:
        'Another change is under way. Wait until it has ended. The bank was not asked, and your entry is still here.',
      gone: 'The bank’s list does not show this terminal any more. The bank was not asked.',
      unclear: 'We cannot tell whether the bank was asked. Look under Changes before you try again.',
    },

    asking: {
      readingFirst: 'Reading the bank’s list first. The bank hasn’t been asked for the change yet.',
      progress: 'Reading the bank’s list',
      stop: 'Cancel',
      stopHelp: 'The bank hasn’t been asked. Cancelling is safe.',
      wait: 'Don’t ask for it again meanwhile, here or elsewhere. You can leave this screen. The result will be under Changes.',
    },
  },
} as const
