/**
 * The words for a sale that may have been entered before; a part of the catalogue in strings.ts.
 */
export const entryStrings = {
  handed: {
    notSaved:
      'The disk did not take it. The sale still waits here: press Enter again, or send it back. Do not type it.',
  },
  earlier: {
    checking: (amount: string, time: string) =>
      `We are still making sure of a sale of ${amount} from ${time}. The bank may have it.`,
    help: (amount: string, time: string) =>
      `A sale of ${amount} from ${time} is still being checked and needs help.`,
    sending: (amount: string, time: string) => `A sale of ${amount} from ${time} is on its way to the bank.`,
    waiting: (amount: string, time: string) =>
      `A sale of ${amount} from ${time} is saved on this computer and goes to the bank automatically.`,
    held: (amount: string, time: string) =>
      `A sale of ${amount} from ${time} was stopped here before it was sent, and needs fixing.`,
    unclear: (amount: string, time: string) =>
      `A sale of ${amount} from ${time} is saved on this computer and not sent: the bank’s answer about its slip could not be read.`,
    ifThat: 'If this is that sale, do not enter it again.',
    ifHeld: 'If this is that sale, do not enter it again: show it, and see what can be done.',
    others: (count: number) =>
      count === 1 ? 'One more sale of this amount is open.' : `${count} more sales of this amount are open.`,
    show: 'Show it',
    used: (amount: string, time: string, state: string) =>
      `This slip number was used before: ${amount} from ${time}, ${state}.`,
    usedOpen: 'Nothing was recorded now: that sale is recorded already. Do not enter it again.',
    usedAccepted:
      'Nothing was recorded now: the bank has that sale already. If this is another one, look at its slip number once more.',
    usedOver: 'Nothing was recorded now. Show that sale to see what can be done about it.',
    usedElsewhere:
      'Nothing was recorded now. Look for this slip number under Find before you enter anything again.',
  },
  /** What was typed before a lock. */
  aside: {
    typed: (what: string, corrects: string | null) =>
      `${what} was typed before the lock${corrects === null ? '' : `, in place of ${corrects}`}. It is not recorded.`,
    use: 'Use it',
    drop: 'Drop it',
    missed: 'What was pressed while the counter opened was not used. Check the amount.',
  },
  /** The slip of an earlier sale in other letters. */
} as const
