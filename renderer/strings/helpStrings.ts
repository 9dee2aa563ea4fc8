export interface Answered {
  readonly question: string
  readonly answer: readonly string[]
}

/** Help for a new cashier. Each answer says what is true, and what to do next. */
export const helpStrings = {
  title: 'Help',
  close: 'Close',
  search: 'Search help',
  keys: 'Keys',
  questions: 'Questions',
  none: (search: string) => `Nothing here about “${search}”. Try one word, such as “paid” or “wrong”.`,
  answers: [
    {
      question: 'Saved, Accepted, Paid: what is the difference?',
      answer: [
        'Saved: the sale is safe on this computer. Accepted: the bank has taken it. Paid: the bank says that the money is in the account of the terminal.',
        'Only Paid is money. Hand over the goods as your shop has agreed; Tillside says what is known and no more.',
      ],
    },
    {
      question: 'It says Checking. What do I do?',
      answer: [
        'Nothing, and do not enter the sale again. The answer was lost, and Tillside asks the bank what became of it.',
        'If you need to do something, To do says so.',
      ],
    },
    {
      question: 'It says Refused. What do I do?',
      answer: [
        'The bank said no, so this sale is not paid. Open it to read why. If the customer was debited, give them the reference for their bank before they pay again.',
        'Press “I have seen it”, or record a new sale in its place.',
      ],
    },
    {
      question: 'I entered a wrong amount',
      answer: [
        'If the sale is not sent yet, a manager can remove it. Then record the right one.',
        'If the bank has accepted it, Tillside cannot take it back. Open the sale, press “Copy for support”, and send that to the bank’s support.',
      ],
    },
    {
      question: 'There is no internet. Can I go on?',
      answer: [
        'Yes. Record sales as usual. They are saved on this computer and sent when the internet is back.',
        'Until then none of them is accepted or paid.',
      ],
    },
    {
      question: 'A customer says that they have paid. Was I paid?',
      answer: [
        'Search for the amount, the slip or the reference in the box at the top. Open the sale: it says whether it is paid, and when the bank was last asked.',
        'If this computer does not have it, ask the bank under Find by the reference.',
      ],
    },
    {
      question: 'Accepted, but not paid yet. Is that normal?',
      answer: [
        'For a short time, yes: the bank pays after it accepts. Tillside keeps asking.',
        'If it takes too long, the sale is marked late under To do. Do not enter it again; send “Copy for support” to the bank.',
      ],
    },
    {
      question: 'Why does Tillside ask whether this is a second sale?',
      answer: [
        'A sale of the same amount on this terminal is still open, or was recorded a moment ago. Entered twice, it may be paid twice.',
        'Press “Yes, second sale” only if a customer really pays this amount again.',
      ],
    },
    {
      question: 'It says Ask for help. Who decides?',
      answer: [
        'Call a manager: most decisions ask for their PIN. “Leave it waiting” is always safe.',
        'Do not enter the sale again.',
      ],
    },
    {
      question: 'Can I close Tillside or switch the computer off?',
      answer: [
        'Yes. Every saved sale stays on this computer. Sales that were not sent go out when Tillside is open again, signed in and online.',
        'Closing asks first if sales wait.',
      ],
    },
  ] satisfies readonly Answered[],
} as const
