/** What happened to the sales file, what is safe, and what to do. */
export const fileNewsStrings = {
  salvaged: (what: string, keptAs: string, unreadable: string) =>
    `Your sales file ${what}. We kept it as ${keptAs} and recovered what could be read; ${unreadable}. Waiting sales are checked with the bank first, and not sent again before that. Do not enter any of them again. Tell support.`,
  damaged: 'was damaged',
  altered: (named: string) => `held what Tillside never wrote (${named})`,
  salvagedAll: 'every sale could be read',
  salvagedLost: (count: number) =>
    count === 1 ? '1 sale could not be read' : `${count} sales could not be read`,
  behind: (file: string) =>
    `Your sales file (${file}) is older than the one last used here, so the newest sales may not be in it. Waiting sales in it are checked with the bank first, and not sent again before that. Look for a sale under Find before you enter it again. If you have the newer file, close Tillside and put it back.`,
  foreign: (file: string) =>
    `Your sales file (${file}) comes from another computer, and sales recorded there since may not be in it. Use it on one computer only. Waiting sales in it are looked up at the bank before they are sent. Look for a sale under Find before you enter it again.`,
  brought:
    'The sales of another computer’s backup are here now. What was not accepted yet is looked up at the bank before anything is sent again. Do not record sales on the old computer any more.',
  leftOut: (what: string) => ` The backup ${what}; it was left out.`,
  takenBack:
    'This computer has its sales back. What was not accepted yet is looked up at the bank before anything is sent again. Sales recorded on the other computer since are not here: look under Find.',
  begunAnew: (keptAs: string | null) =>
    `Tillside started a new sales file without your earlier sales${keptAs === null ? '' : `; what is left of them is kept as ${keptAs}`}. Some of them may be paid already: look for a sale under Find before you enter it again.`,
  logSetAside: (keptAs: string) =>
    `A log that Tillside did not leave lay beside your sales file. It could have hidden newer sales, so it was not used; it is kept as ${keptAs}. Your sales are as they were when Tillside was last closed. If a program copies files into this folder, stop it, and tell support.`,
  closedOutside: (count: number, named: string) =>
    `Your sales file was changed outside Tillside: it shows ${count === 1 ? '1 sale' : `${count} sales`} (${named}) in a state that nothing recorded here leads to. Look for ${count === 1 ? 'it' : 'each'} under Find to see whether the bank has it, before you rely on it or enter it again. Tell support.`,
  andMore: (named: string, count: number) => `${named} and ${count} more`,
} as const
