import { inSentence } from '../../shared/plainText.ts'

/** The words about the shop's own programs; a part of the catalogue in lazyStrings.ts. */
export const tillStrings = {
  tills: {
    title: 'Tills that hand sales over',
    /** In the facts of a sale. */
    fact: 'Handed over by',
    intro:
      'A shop’s own program can put the sale on this screen, so that nobody types the amount and the slip twice. On this computer only: no web page and no other computer can reach it.',
    door: 'Let programs on this computer hand sales over',
    port: 'Port',
    portHelp: 'Of this computer, for the programs.',
    portProblem: 'A port is a whole number from 1024 to 65535.',
    setPort: 'Use this port',
    states: {
      off: 'Off: no program can hand a sale over.',
      open: (port: number) => `Open at http://127.0.0.1:${port}`,
      portTaken: (port: number) =>
        `Not open: another program uses port ${port}. Use another port here and in the shop’s program, or end that program; then turn this off and on.`,
      failed: 'Not open: the system did not allow it. Turn it off and on, or restart the computer.',
    },
    connect: 'Connect a till…',
    none: 'No till is connected.',
    columns: {
      till: 'Till',
      may: 'May',
      terminals: 'Terminals',
      today: 'Today',
      last: 'Last sale',
      acts: 'Actions',
    },
    keyOf: (ending: string, date: string, by: string) =>
      by === '' ? `key …${ending}, made ${date}` : `key …${ending}, made ${date} by ${inSentence(by)}`,
    noKey: 'Its key is not on this computer. Make a new key.',
    fill: 'Fill: a person presses Enter',
    record: (amount: string, count: number) => `Record, up to ${amount} a sale, ${count} an hour`,
    today: (count: number, amount: string) => (count === 0 ? '–' : `${count} · ${amount}`),
    change: 'Change',
    renew: 'New key',
    disconnect: 'Disconnect',
    of: (act: string, name: string) => `${act}: ${inSentence(name)}`,
    connectTitle: 'Connect a till',
    changeTitle: (name: string) => `Change ${inSentence(name)}`,
    renewTitle: (name: string) => `New key for ${inSentence(name)}?`,
    renewBody:
      'You choose a file for it. The key in use stops working at once. What the till handed over stays its own.',
    disconnectTitle: (name: string) => `Disconnect ${inSentence(name)}?`,
    disconnectBody: 'Its key stops working at once. Its sales stay, with its name.',
    name: 'Name of the till',
    nameHelp: 'Shown on each of its sales, such as: Odoo, front desk.',
    terminals: 'Terminals',
    terminalsHelp: 'The IDs of the terminals whose sales it may hand over, with commas between them.',
    level: 'What it may do',
    levels: {
      fill: 'Fill: a person presses Enter for each sale',
      record: 'Record without a person, up to the bounds below',
    },
    levelHelp: 'Larger sales, more an hour, look-alikes and late hand-overs wait for a person, in To do.',
    maxAmount: 'At most for one sale, in naira',
    perHour: 'At most so many sales an hour',
    save: 'Save',
    cancel: 'Cancel',
    keep: 'Keep',
    problems: {
      empty: 'Type a name.',
      tooLong: 'At most 40 characters.',
      notPlain: 'A name has ordinary characters only.',
      nameUsed: 'Another till has this name.',
      tooMany: 'There can be at most 20 tills.',
      noTerminal: 'Name at least one terminal.',
      unknownTerminal: (id: string) =>
        `The bank’s list of terminals has no ${id}. Read it anew under Terminal.`,
      amount: 'An amount in naira, such as 50,000.',
      perHour: 'A whole number of sales, at least 1.',
      gone: 'This till was disconnected.',
      noKeyStore:
        'This computer has no key store that protects the key, so no till can be connected. On Linux, set up and unlock a keyring first.',
    },
    keySaved: (file: string) =>
      `The key is in ${file}, and only there. Put it where the shop’s program reads it; who has it can hand sales over in your name. If it gets into other hands, make a new key.`,
    showKey: 'Show in folder',
    tryTitle: 'Try it',
    tryHelp:
      'With the key in $KEY. It answers 202 with the sale; the same idempotency key again answers the same sale, however late. docs/integrate.md says how a program signs.',
    copyCommand: 'Copy the command',
    commandCopied: 'The command is copied.',
    card: {
      title: 'Handed over',
      from: (from: string, what: string) => (what === '' ? `From ${from}` : `From ${from} · ${what}`),
      slip: (slip: string) => `slip ${slip}`,
      record: 'Record, Enter',
      sendBack: 'Send back, Esc',
      more: (count: number) => (count === 1 ? '1 more waits behind it' : `${count} more wait behind it`),
      waits: 'It waits until what is typed below is recorded or cleared.',
      terminal: (id: string) => `Terminal ${id}`,
      reasons: {
        fill: '',
        overAmount: 'Larger than this till may record by itself.',
        overCount: 'More sales this hour than this till may record by itself.',
        late: (time: string) => `Sold ${time}: make sure that nobody typed it meanwhile.`,
        asks: 'Like another sale, or high: Tillside asks before it records it.',
      },
    },
    todo: (count: number) =>
      count === 1 ? 'A sale from a till waits for a person.' : `${count} sales from tills wait for a person.`,
    toSell: 'Go to Sell',
  },
}
