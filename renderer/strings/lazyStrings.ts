import { quoted } from '../../shared/plainText.ts'
import { backupStrings } from './backupStrings.ts'
import { cashierStrings } from './cashierStrings.ts'
import { closingStrings } from './closingStrings.ts'
import { dayStrings } from './dayStrings.ts'
import { detailStrings } from './detailStrings.ts'
import { diagnosticsStrings } from './diagnosticsStrings.ts'
import { disputeStrings } from './disputeStrings.ts'
import { findScreenStrings } from './findScreenStrings.ts'
import { leavingStrings } from './leavingStrings.ts'
import { managerStrings } from './managerStrings.ts'
import { paperStrings } from './paperStrings.ts'
import { pinStrings } from './pinStrings.ts'
import { practiceStrings } from './practiceStrings.ts'
import { profileStrings } from './profileStrings.ts'
import { salesStrings } from './salesStrings.ts'
import { terminalChangeStrings } from './terminalChangeStrings.ts'
import { payoutDialogStrings } from './payoutDialogStrings.ts'
import { terminalStrings } from './terminalStrings.ts'
import { tillStrings } from './tillStrings.ts'
import { updateStrings } from './updateStrings.ts'

/** The words that the start does not show; later.ts loads them. The rules are those of strings.ts. */
export const lazyStrings = {
  ...backupStrings,
  ...cashierStrings,
  ...closingStrings,
  ...dayStrings,
  ...leavingStrings,
  ...managerStrings,
  ...detailStrings,
  ...diagnosticsStrings,
  ...disputeStrings,
  ...findScreenStrings,
  ...paperStrings,
  ...pinStrings,
  ...practiceStrings,
  ...profileStrings,
  ...payoutDialogStrings,
  ...terminalStrings,
  ...terminalChangeStrings,
  ...tillStrings,
  ...updateStrings,
  removedSlip: {
    title: 'Is this the slip that was removed?',
    body: (amount: string, time: string) =>
      `A sale of ${amount} from ${time} was removed with its slip, and we do not know whether the bank has that slip. Another counter may be paid for it. If this is the same sale, it may be paid twice.`,
    unknown:
      'A sale of this amount was removed with its slip, and we do not know whether the bank has that slip. If this is the same sale, it may be paid twice.',
    manager: 'Recording it needs a manager’s PIN.',
    yes: 'It is another sale, record it',
    correctedTitle: 'Record this sale without its slip?',
    correctedYes: 'Record it without the slip',
  },
  alikeSlip: {
    title: 'Is this slip already here?',
    body: (amount: string, time: string) =>
      `A sale of ${amount} from ${time} has a slip number that differs from this one only in spaces, dashes or letters. If it is the same slip, it would be paid twice.`,
    earlier: 'That sale:',
    typed: 'Typed now:',
  },
  unchanged: {
    title: 'Record the same again?',
    body: (amount: string, reference: string) => `Nothing was changed: ${amount}, as in ${reference}.`,
    yes: 'Yes, record it',
  },
  dates: {
    /** The button beside a date field, and what it opens. */
    calendar: (field: string) => `${field}: calendar`,
  },
  ...salesStrings,
  odd: {
    looksWrong: 'Looks wrong',
    paidAfterTomorrow: (date: string) =>
      `The bank gives ${date} as the paid date. That day has not come, so this does not count as paid.`,
    paidBeforeReceived: (date: string) =>
      `The bank gives ${date} as the paid date, before it received the sale. It does not count as paid.`,
    paidWithoutDate:
      'The bank calls this paid, but gives no date that we can read. It does not count as paid.',
    settledBelowZero: (settled: string) => `The bank gives ${settled} as settled, which is below zero.`,
    settledAboveAmount: (settled: string, amount: string) =>
      `The bank gives ${settled} as settled, more than the sale of ${amount}.`,
    receivedUnreadable: 'The bank gives no time that we can read for when it received this.',
    fieldsUnread: (fields: string) => `The bank gives values that we cannot read: ${fields}.`,
    fieldText: (field: string, text: string) => `${field} “${text}”`,
  },
  remove: {
    title: 'Remove this sale?',
    body: (amount: string) =>
      `${amount} was never sent to the bank. It is taken out of the queue and stays in the list as Removed.`,
    reason: 'Reason',
    reasonHelp: 'Kept with the sale.',
    keep: 'Keep sale',
    confirm: 'Remove sale',
    notAllowed: 'This sale may have been sent already, so it stays.',
  },
  timeline: {
    recorded: 'Saved on this computer',
    sending: 'Sending to the bank',
    accepted: 'The bank said yes',
    foundAtBank: 'Found at the bank',
    answerUnknown: 'The bank’s answer did not come',
    bankSaidNo: 'The bank said no',
    provenUnsent: 'It did not leave this computer',
    foundSendingAtStart: 'Tillside was closed while it was being sent',
    fileDoubted: 'The sales file was damaged or older than the one last used, so we check first',
    needsPerson: 'Left for a person to decide',
    conflict: 'The bank has another sale under this reference',
    absenceProven: 'Asked several times, the bank does not show it',
    refused: 'Refused by the bank',
    held: 'Stopped here before it was sent',
    leftUnclear: 'The bank’s answers about its slip could not be read',
    released: 'Back in line',
    sentAgain: 'A manager had it sent again',
    sentUnclear: 'A manager had it sent without the bank’s answer',
    writtenOff: 'Written off by a manager',
    acceptedByManager: 'A manager took the bank’s record for this sale',
    cancelled: 'Removed',
    paid: 'Paid to you',
    differs: 'The bank shows a record that differs',
    paidBack: 'The bank shows it unpaid, and showed it paid before',
    keptOurs: 'A manager kept our record',
    tookBanks: 'A manager took the bank’s new record for this sale',
    foundUnderOther: 'The bank has a record of this amount under another reference',
    saidOther: 'A manager said that record is of another sale',
    corrected: 'Another sale was recorded in its place',
    refusalSeen: 'The refusal was marked as seen',
    receiptPrinted: 'A receipt was sent to the printer',
    handedOver: 'Handed over by a till',
    factsChanged: 'The sales file no longer said what was recorded, so it was not sent',
    closedOutside: 'The sales file was changed outside Tillside: nothing recorded leads to the state shown',
    factsRestored: 'A manager put back what was recorded',
  },
  timelineDetail: {
    timeout: 'No answer came in time.',
    broken: 'The connection broke before the answer came.',
    http: (status: string) => `The service answered with the number ${status} only.`,
    malformed: 'The answer could not be read.',
    unsent: 'No connection to the service.',
    otherRecord: 'The answer was about another sale.',
    recordNotTaken: 'The bank has a record of it that does not show enough to be taken as this sale.',
    notBelieved: 'The bank said that it does not have it, but we cannot rely on that answer.',
    otherForm: (reference: string) =>
      `The bank’s list has ${reference}, which may be this one in another form.`,
    declined: 'The bank said no.',
    otherState: (state: string) => `Its state was not the one recorded last (${state}).`,
  },
  support: {
    reference: (value: string) => `Reference: ${value}`,
    terminal: (value: string) => `Terminal: ${value}`,
    amount: (value: string) => `Amount: ${value}`,
    amounts: (here: string, bank: string) => `${here} recorded here, ${bank} at the bank`,
    state: (value: string) => `State: ${value}`,
    saved: (value: string) => `Saved: ${value}`,
    accepted: (value: string) => `Bank accepted: ${value}`,
    paid: (value: string) => `Paid: ${value}`,
    attempts: (sent: number, checked: number) => `Sent ${sent}×, checked ${checked}×`,
    bankSaid: (value: string) => `Bank said: ${value}`,
    codes: (value: string) => `Bank codes: ${value}`,
    app: (version: string, environment: string) => `Tillside ${version}, ${environment}`,
  },
  headline: {
    waiting: {
      title: 'Saved on this computer. The bank does not have it yet.',
      body: 'It will be sent automatically when the internet is back. Do not enter this sale again.',
      bodyOnline: 'It will be sent automatically. Do not enter this sale again.',
      titleAsking: 'Saved on this computer. We ask the bank first whether it has this sale.',
      bodyAsking: 'If it does not, the sale is sent automatically. Do not enter this sale again.',
      titleLooking: 'Saved on this computer. We check the sales file before anything is sent.',
      bodyLooking: 'Then it goes on automatically. Do not enter this sale again.',
      titleUnclear: 'Saved on this computer. The bank’s answer about this slip could not be read. Not sent.',
      bodyUnclear:
        'Another counter may have been paid for it already. We keep asking the bank. Do not enter this sale again.',
    },
    sending: { title: 'Sending to the bank…', body: 'You can serve the next customer.' },
    checking: {
      title: 'We sent this sale but did not get the bank’s answer. We are checking.',
      body: 'Do not enter it again and do not charge the customer again. Tell the customer: the bank has not answered yet. Do not pay a second time; this screen shows the answer when it comes.',
    },
    bankSaidNo: {
      title: (words: string) =>
        `The bank said no: ${quoted(words)}. We are making sure. Do not enter it again.`,
      body: 'Do not charge the customer again. Tell the customer: do not pay a second time before this screen shows the outcome.',
    },
    unsettled: {
      title: 'The bank has still not told us about this sale.',
      body: 'It may or may not have gone through. Do not enter it again. Call the bank’s support with this reference before you do anything else.',
    },
    absent: {
      title: 'We asked the bank several times and it does not show this sale.',
      body: 'Do not enter it again. Call the bank’s support with this reference before you do anything else.',
    },
    partOfStop: {
      title: 'The bank does not show this sale. It was sent while several answers in a row did not come.',
      body: 'We asked several times. The bank may still take it late. Do not enter it again. Call the bank’s support with this reference before you do anything else.',
    },
    conflict: {
      title: 'The bank has another sale under this reference. Do not enter it again.',
      body: 'Its terminal or time differs from what was recorded here. Call the bank’s support with this reference before you do anything else.',
      bodyAmount: (here: string, bank: string) =>
        `The amount differs: ${here} was recorded here, the bank shows ${bank}. Call the bank’s support with this reference before you do anything else.`,
    },
    underOther: {
      title: 'Is it this sale? The bank has a record of this amount under another reference.',
      body: (time: string, reference: string) =>
        `Received ${time}, under ${reference}. Some banks shorten references. Do not enter it again: a manager says whether it is this sale.`,
    },
    accepted: {
      title: (account: string) =>
        `The bank has accepted this sale. It has not been paid into ${account} yet.`,
      titleUnchecked: 'The bank has accepted this sale. We do not know whether it has been paid.',
    },
    late: {
      title: 'The bank accepted this sale, but the money is late.',
      body: (amount: string) =>
        `First check your account statement for ${amount}. If it is not there, send the details to the bank’s support.`,
      bodyNoAmount:
        'First check your account statement. If the money is not there, send the details to the bank’s support.',
    },
    paidBack: {
      title: 'The bank showed this sale paid, and shows it unpaid now.',
      body: 'Check your account statement, ask the bank, and let a manager decide.',
    },
    differs: {
      title: 'The bank accepted this sale and now shows something else.',
      body: 'Nothing is sent again. Look at both sides below, check your account statement, and let a manager decide.',
    },
    notChecked: (since: string) =>
      `Not checked since ${since}: the bank has not told us about this sale since then.`,
    paid: {
      title: (net: string, account: string, time: string) => `${net} was paid into ${account} on ${time}.`,
      titleNoAmount: (account: string, time: string) => `This sale was paid into ${account} on ${time}.`,
      body: (amount: string, fee: string) => `Sale ${amount}, fee ${fee}.`,
      account: (ending: string) => `account ••••••${ending}`,
      accountUnknown: 'your account',
    },
    wrongAmount:
      'Wrong amount? Nothing here can take it back. Call the bank’s support with this reference, and do not enter the right amount before they tell you to.',
    otherAmount: (bank: string, here: string) => `The bank has ${bank}; ${here} was recorded here.`,
    refused: {
      title: 'The bank refused this sale. If it turns up there after all, it is shown here.',
      body: (words: string) =>
        `Reason: ${quoted(words)}. If the customer was debited, give them this reference to take to their own bank.`,
    },
    held: {
      title: (because: string) => `This sale was not sent because ${because}.`,
      body: 'Nothing reached the bank. Correct it, or remove it.',
      bodyChanged: 'It is never sent as it stands. A manager sees what was recorded, and decides.',
      because: {
        reference: 'its reference does not fit the settings of this computer',
        amount: 'its amount does not read the same as when it was recorded',
        factsChanged: 'the sales file no longer says what was recorded',
      },
    },
    heldUnclear: {
      title: 'This sale was not sent: the bank’s answers about its slip could not be read.',
      body: 'Another counter may have been paid for this slip already. We keep asking the bank, and the sale goes on as soon as its answer can be read. A manager may send it without the answer. Do not enter it again.',
    },
    /** Ends with a full stop of its own, or with a code. */
    lastAnswer: (answer: string) => `Its last answer: ${answer}`,
    writtenOff: {
      title: 'A manager wrote this sale off.',
      body: 'It is kept here with the reason. If the bank shows it after all, it comes back. Before a new sale takes its place, ask the bank’s support: both may be paid.',
    },
    removed: {
      title: 'This sale was removed before it was sent.',
      body: 'Nothing reached the bank.',
    },
    checks: (count: number, last: string) =>
      count === 1 ? `Checked once, at ${last}.` : `Checked ${count} times, last ${last}.`,
    lastCheck: (time: string) => `Last checked ${time}.`,
    nextCheck: (time: string) => `Next check ${time}.`,
    tries: (count: number) => (count === 1 ? 'Sent once.' : `Sent ${count} times.`),
  },
  waitingReason: {
    signedOut: 'Waiting for someone to sign in.',
    offline: 'No internet. Safe on this computer.',
    checkingFile: 'Checking the sales file before sending.',
    serviceSilent: 'The payment service is not answering.',
    serviceOdd: 'The answers of the payment service cannot be read.',
    serviceRefuses: 'The payment service refuses to list its records, which we need before we send.',
    checkingFirst: 'We ask the bank first, so that nothing is paid twice.',
    tooManyUnknown: 'The bank’s answers to other sales did not come. They are checked before more are sent.',
    oneAtATime:
      'The bank’s answers to the last sales did not come. They are being checked, and one sale at a time is tried until the bank answers.',
    bankUnclear: 'The bank’s answer about this slip could not be read. Not sent.',
    stopped:
      'This computer could not write its sales file. Free some space; if this stays, close Tillside and open it again.',
    backOff: 'Waiting a little before the next try.',
    next: 'Next in line.',
    sending: 'On its way to the bank.',
    checking: 'The bank’s answer did not come. We are checking.',
    bankSaidNo: (words: string) => `The bank said no: ${quoted(words)}. We are making sure.`,
    unsettled: 'The bank has still not told us about this sale.',
    absent: 'The bank does not show this sale.',
    partOfStop: 'The bank does not show this sale. It may still take it late.',
    conflict: 'The bank has another sale under this reference.',
    underOther: 'The bank has a record of this amount under another reference.',
    held: 'Stopped here before it was sent. It needs fixing.',
    heldUnclear: 'The bank’s answers about this slip could not be read. Not sent. It needs a manager.',
    refused: (words: string) => `The bank refused it: ${quoted(words)}.`,
    refusedNoWords: 'The bank refused it.',
  },
} as const
