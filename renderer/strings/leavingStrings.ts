/** The questions before signing out and before closing; a part of the catalogue in lazyStrings.ts. */
export const leavingStrings = {
  signOutQuestion: {
    title: (count: number, total: string) =>
      `${count === 1 ? '1 sale has' : `${count} sales have`} not reached the bank yet (${total}).`,
    body: (count: number) =>
      count === 1
        ? 'It stays safe on this computer and will be sent after someone signs in again.'
        : 'They stay safe on this computer and will be sent after someone signs in again.',
    unsettledTitle: (count: number, total: string) =>
      `${count === 1 ? '1 sale is' : `${count} sales are`} still open: being checked with the bank, or in need of help (${total}).`,
    nothingOpen: 'Sign out?',
    offline:
      'There is no internet. Without it you cannot sign in again, and until then no sale can be recorded here.',
    stay: 'Stay signed in',
    sendFirst: 'Send now, then sign out',
    leave: 'Sign out anyway',
  },
  closeQuestion: {
    title: (count: number, total: string) =>
      `${count === 1 ? '1 sale is' : `${count} sales are`} still waiting to be sent (${total}).`,
    body: (count: number) =>
      `Close now and ${count === 1 ? 'it is' : 'they are'} sent next time you open the app.`,
    draft: (amount: string) =>
      `What is typed on the Sell screen (${amount}) is not recorded. Closing discards it.`,
    draftEmpty: 'nothing in Amount',
    keep: 'Keep open',
    nothingOpen: 'Close Tillside?',
    keepRunning: 'Keep running without a window',
    keepRunningBody:
      'Kept running, Tillside goes on sending and checking. Its tray icon opens the window again.',
    remember: 'Remember my choice',
  },
  openSales: {
    checkedNextTime: (count: number) =>
      count === 1
        ? 'It is checked again next time you open the app. Do not enter it again.'
        : 'They are checked again next time you open the app. Do not enter them again.',
    continueLater: (count: number) =>
      count === 1
        ? 'It continues when someone signs in. Do not enter it again.'
        : 'They continue when someone signs in. Do not enter them again.',
  },
} as const
