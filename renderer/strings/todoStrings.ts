/** The words for what there is to do, on its screen and elsewhere; a part of the catalogue in strings.ts. */
export const todoStrings = {
  todo: {
    title: 'To do',
    empty: 'Nothing to do',
    clear: 'A sale that needs you appears here by itself.',
    clearAsOf: (time: string) =>
      `All clear: the bank last answered at ${time}. A sale that needs you appears here by itself.`,
    newSale: 'New sale',
    /** As many as the badge says. */
    count: (count: number) => `${count} to do`,
    handled: 'Tillside is handling these',
    /** Each section's name, and what to do about its sales. */
    sections: {
      needsYou: {
        title: 'Needs you',
        help: 'Nothing is sent while the bank may have it. If you are not sure, leave it and call a manager.',
      },
      refused: {
        title: 'Refused',
        help: 'The bank said no. Open each sale and say that you have seen it.',
      },
      late: {
        title: 'Payment late',
        help: 'On its way, but not paid in time. Check your account statement.',
      },
      checking: { title: 'Checking', help: 'The bank may have it. Do not enter it again.' },
      notSent: {
        title: 'Waiting',
        help: 'Saved on this computer, and sent by itself. Open one to see what it waits for.',
      },
      notChecked: {
        title: 'Payment not checked',
        help: 'Payment is due, but the bank has not told us about it for a while.',
      },
    },
    total: (count: string, total: string) => `${count}, ${total}`,
    show: (section: string, count: number) => `${section} ${count}`,
    unfold: (section: string) => `List ${section.toLowerCase()}`,
    fold: (section: string) => `Hide ${section.toLowerCase()}`,
    jump: 'Sections',
    offline: 'No internet. What waits is safe on this computer.',
    tryNow: 'Try now',
    checkNow: 'Check all now',
    trying: 'Trying…',
    triedOnline: (time: string) => `Tried at ${time}. These sales are still to do.`,
    tried: (time: string, connection: string) => `Tried at ${time}. ${connection}.`,
    why: {
      late: 'The bank has not said that it is paid.',
      notChecked: (since: string) => `Not checked since ${since}.`,
    },
    drainMinutes: (count: number) =>
      count === 1
        ? 'About a minute until all are sent, at the pace of the last sends.'
        : `About ${count} minutes until all are sent, at the pace of the last sends.`,
    drainHours: (hours: number, minutes: number) =>
      `About ${hours} h ${minutes} min until all are sent, at the pace of the last sends.`,
  },
  /** One part of the status bar for each section. */
  todoStatus: {
    needsYou: (count: number) => (count === 1 ? '1 needs you' : `${count} need you`),
    refused: (count: number) => `${count} refused`,
    late: (count: number) => `${count} late`,
    checking: (count: number) => `${count} being checked`,
    notSent: (count: number) => `${count} waiting`,
    notSentSince: (count: number, age: string) => `${count} waiting, oldest ${age}`,
    notChecked: (count: number) => `${count} not checked`,
  },
  leaving: {
    safe: (count: number) => `${count === 1 ? 'It is' : 'They are'} safe on this computer.`,
  },
} as const
