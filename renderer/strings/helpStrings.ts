export interface Answered {
  readonly question: string
  readonly answer: readonly string[]
  /** Words that a shopkeeper would type, which need not be in the text. Never shown. */
  readonly keywords: string
}

/** Help for a new cashier. Each answer says what is true, and what to do next. */
export const helpStrings = {
  title: 'Help',
  close: 'Close',
  search: 'Search help',
  keys: 'Keys',
  questions: 'Questions',
  none: (search: string) => `Nothing here about “${search}”. Try another word, such as “paid” or “wrong”.`,
  answers: [
    {
      question: 'Waiting, On its way, Paid: what is the difference?',
      keywords: 'saved accepted paid mean meaning state status tick green difference',
      answer: [
        'Waiting: the sale is saved on this computer and goes to the bank by itself. On its way: the bank has accepted it. Paid: the bank says that the money is in the account of the terminal.',
        'Only Paid is money. Hand over the goods as your shop has agreed; Tillside says what is known and no more.',
      ],
    },
    {
      question: 'It says Checking. What do I do?',
      keywords: 'checking mean wait waiting pending stuck unknown delay customer tell lost answer',
      answer: [
        'Nothing, and do not enter the sale again. The answer was lost, and Tillside asks the bank what became of it.',
        'Tell the customer: “The bank has not answered yet. Please do not pay again for now. We keep asking the bank, and this screen shows what it says.” How long it takes is up to the bank.',
        'If you need to do something, To do says so, usually after half an hour of asking in vain.',
      ],
    },
    {
      question: 'It says Refused. What do I do?',
      keywords: 'refused declined failed rejected debited debit customer charged',
      answer: [
        'The bank said no, so this sale is not paid. Open it to read why. If the customer was debited, give them the reference for their bank before they pay again.',
        'Press “I have seen it”, or record a new sale in its place.',
      ],
    },
    {
      question: 'I entered a wrong amount',
      keywords:
        'mistake wrong amount error typo correct change refund cancel reverse reversal chargeback dispute return goods remove delete undo money back',
      answer: [
        'If the sale is not sent yet, a manager can remove it. Then record the right one.',
        'If the bank has accepted it, Tillside cannot take it back. Open the sale, press “Copy for support”, and send that to the bank’s support.',
      ],
    },
    {
      question: 'There is no internet. Can I go on?',
      keywords: 'internet network offline connection data wifi down bad service outage',
      answer: [
        'Yes. Record sales as usual. They are saved on this computer and sent when the internet is back.',
        'Until then none of them is accepted or paid.',
      ],
    },
    {
      question: 'A customer says that they have paid. Was I paid?',
      keywords: 'customer paid alert sms receipt proof debited debit slip search find show transfer evidence',
      answer: [
        'Search for the amount or the reference, such as the number on the slip, in the box at the top. Open the sale: it says whether it is paid, and when the bank was last asked.',
        'If this computer does not have it, ask the bank under Find by the reference. An alert or a slip alone does not say that you were paid.',
      ],
    },
    {
      question: 'On its way, and not paid yet. Is that normal?',
      keywords:
        'accepted unpaid delay late slow long when settle settlement money arrive pending waiting account',
      answer: [
        'For a short time, yes: the bank pays after it accepts. Tillside keeps asking.',
        'If it takes too long, the sale is marked late under To do. Do not enter it again; send “Copy for support” to the bank.',
      ],
    },
    {
      question: 'Why does Tillside ask whether this is a second sale?',
      keywords: 'second twice duplicate double same again repeat two times debited debit charged',
      answer: [
        'A sale of the same amount on this terminal is still open, or was recorded a moment ago. Entered twice, it may be paid twice.',
        'Press “Yes, second sale” only if a customer really pays this amount again.',
        'If a customer says that they were debited twice, find both sales and send “Copy for support” of each to the bank’s support.',
      ],
    },
    {
      question: 'It says Needs you. Who decides?',
      keywords: 'help decide decision manager support call who problem',
      answer: [
        'Call a manager: most decisions ask for their PIN. “Leave it waiting” is always safe.',
        'Do not enter the sale again.',
      ],
    },
    {
      question: 'Can I close Tillside or switch the computer off?',
      keywords: 'close shut shutdown down switch off computer power light nepa restart turn exit quit night',
      answer: [
        'Yes, also if the power fails. Every saved sale stays on this computer. Sales that were not sent go out when Tillside is open again, signed in and online.',
        'Closing asks first if sales wait.',
      ],
    },
    {
      question: 'How much did I sell today or yesterday?',
      keywords: 'today yesterday total totals sum sold sell earn money day week end report export close',
      answer: [
        'Today: “Your money today” on the Sell screen. Yesterday and other days: under Sales, choose the days. Each day has its sums, and Export writes its sales to a file. “Close the day” in Day counts and prints what was recorded since the last close.',
        'These are the sales recorded on this computer. What the bank has for a terminal, also from other counters, is under Find, by date.',
      ],
    },
    {
      question: 'What does a sale cost me? Where are the fees?',
      keywords: 'fee fees charge charges charged cost commission percent deduct deducted less short receive',
      answer: [
        'The bank sets the fee. A paid sale shows the amount, the fee and what is settled: the amount less the fee. While the bank has not told the fee, it shows as a dash.',
        'The fees of several days are summed under Find, by date. About the size of a fee, ask your bank.',
      ],
    },
    {
      question: 'Cashiers and PINs: forgotten, new, or wrong',
      keywords:
        'cashier cashiers pin pins password forgot forgotten wrong new add remove staff worker user lock unlock switch manager name',
      answer: [
        'A manager adds cashiers in Settings, and sets a new PIN there for one who has forgotten theirs. Ctrl+L locks the counter (⌘L on a Mac); the next person enters their PIN.',
        'The manager’s own PIN is changed in Settings. If it is forgotten, “Forgotten the PIN?” sets a new one with the secret key of the sign-in.',
      ],
    },
    {
      question: 'A sale stands on Sell that I did not type',
      keywords:
        'till tills program odoo erp kiosk pos handed over appears blue card order enter esc send back',
      answer: [
        'The shop’s own program handed it over. Compare amount and slip, then press Enter. Esc sends it back: the program learns that nobody recorded it.',
        'Which programs may do so, and up to which amount without a person, a manager chooses in Settings, under Tills.',
      ],
    },
    {
      question: 'How do I sign out, or sign in again?',
      keywords:
        'sign signout signin signed out log logout login logged leave client id secret key password bank',
      answer: [
        'To leave the counter, lock it: signing out is not needed, and stops sending. “Sign out of the bank…” is in Settings once a manager’s PIN is set, and asks for it; before that it is in the menu at the top right.',
        'Signing in again needs internet, the client ID and the secret key. Saved sales stay on this computer and wait.',
      ],
    },
    {
      question: 'How do I use another terminal, or a new one?',
      keywords: 'terminal terminals tid new another change machine pos device choose register move wrong',
      answer: [
        'Under Terminal, choose one and press “Use at this counter”. The next sales are paid to its account, so a manager does it. “Register a terminal” is there for one that is new to the bank.',
        'Sales that are recorded already keep their terminal.',
      ],
    },
    {
      question: 'Can I print a receipt?',
      keywords: 'print printer printing paper receipt invoice slip copy give customer',
      answer: [
        'Yes. F9 prints the last sale’s receipt, and “Print receipt” in the details that of any sale. It says no more than is known, such as “not yet confirmed by the bank”. The slip of the POS terminal is the customer’s receipt of the card payment.',
        'To show a customer how far a sale is, press “Show to customer” on the last sale, or F8: it stands alone in large letters, and claims no more than is known.',
      ],
    },
    {
      question: 'How do I back up, or go on at a new computer?',
      keywords:
        'backup back up copy save safe restore lost broken stolen new other second computer laptop move transfer bring give away stick usb',
      answer: [
        'Settings, This computer, “Back up…” writes all sales into one file, while you go on selling. Keep it on a stick or another disk.',
        'For a new computer press “Move to another computer…” on the old one, then “Bring sales…” on the new one, before its first sale. What was not accepted yet is looked up at the bank first, so nothing is paid twice.',
      ],
    },
    {
      question: 'Another language, larger letters, dark colours',
      keywords:
        'language english yoruba hausa igbo pidgin translate letters font size small large zoom dark light colour color theme sound scanner barcode scan',
      answer: [
        'The screen is in English only. Names and notes may be in any language.',
        'The size of the letters follows the display settings of the computer. Dark colours, sounds and the scanner are in Settings.',
      ],
    },
  ] satisfies readonly Answered[],
} as const
