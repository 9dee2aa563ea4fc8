/** What a key of the profile is for, in words for whoever writes one, and a value to go by. */
export interface ProfileMeaning {
  /** One sentence or two, without a full stop at the end; the editor shows it, and the installer's guide has it. */
  readonly means: string
  readonly example: unknown
}

/**
 * Every key in dotted form. Bounds and defaults are the schema's and are not repeated here; a test holds the list
 * against it, and the guide against the list.
 */
export const profileMeanings: Readonly<Record<string, ProfileMeaning>> = {
  name: {
    means: 'The name of the shop or branch; the sign-in screen and files for export show it',
    example: 'Aba Road branch',
  },
  environment: {
    means:
      'Whether money is real. It decides the look and the data folder; "live" needs partnerUrl, and "practice" takes no address outside this computer',
    example: 'live',
  },
  partnerUrl: {
    means:
      'The address of the settlement service, as the bank gave it, up to what stands before /api in its calls; a slash at its end makes no difference. It must be https, except on this computer itself; null is the practice bank inside the app',
    example: 'https://settlement.example.invalid/partner',
  },
  businessUrl: {
    means:
      'The address of the bank’s Business API, which is asked for the name of an account; with or without /v2.1 at its end',
    example: 'https://business.example.invalid',
  },
  fieldPrefix: {
    means:
      'What the bank’s own field names begin with, where they are not called providerRefId and the like. The bank’s documents show it',
    example: 'provider',
  },
  getParameters: {
    means:
      'Where the parameters of a question go: into the address ("query") or into the body. The bank says which',
    example: 'query',
  },
  amountFormat: {
    means: 'How 1500 naira are written to the bank: "twoDecimals" is 1500.00, "plain" is 1500',
    example: 'twoDecimals',
  },
  terminalId: {
    means:
      'The terminal of this counter, until a person chooses another: a choice at the counter goes before it, unless it is locked. Leave it out in a profile for many counters',
    example: '2ABC1234',
  },
  transactionIdPattern: {
    means:
      'What a reference may look like: a regular expression from ^ to $. Where it has no room for 26 capitals and digits, which Tillside makes by itself, every reference has to be typed',
    example: '^[A-Z0-9-]{6,30}$',
  },
  serviceTimeZone: {
    means: 'The time zone of the bank’s calendar; it decides which days are searched',
    example: 'Africa/Lagos',
  },
  'answers.textValues': {
    means:
      'Whether the bank writes the flags and counts around its answers as text, "true" and "12". Where it is false, such an answer is no yes and cannot be read',
    example: true,
  },
  'enquiry.serviceType': {
    means:
      'What the bank calls the operation that tells the name of an account; empty: account names are not checked, and a manager has to say how the bank confirmed one before a terminal is registered or a payout account changed',
    example: 'AS_THE_BANK_CALLS_IT',
  },
  'enquiry.bankCode': {
    means:
      'The bank’s own code, since payout accounts are accounts at this bank; needed with enquiry.serviceType',
    example: '000000',
  },
  'enquiry.nameKeys': {
    means: 'Under which keys of the bank’s answer the name may stand, the likeliest first',
    example: ['accountName', 'name'],
  },
  'enquiry.successKeys': {
    means:
      'Under which keys the bank’s answer to an enquiry says yes or no, in large or small letters. Every one that is there has to say yes',
    example: ['status', 'responseCode'],
  },
  'enquiry.successCodes': {
    means:
      'What is a yes under those keys, where it is a text or a number and not true or false; any other text is a no',
    example: ['00', '200'],
  },
  'enquiry.useSettlementToken': {
    means:
      'Whether the Business API takes the token of the sign-in. Where it is false, a manager enters a token of its own',
    example: false,
  },
  'outbox.resendAfterAbsence': {
    means:
      'What follows when the bank proves not to have a sale that was sent: a person decides, or it is sent once more. Leave it at "ask" unless the bank has confirmed in writing that it pays a reference once',
    example: 'ask',
  },
  'outbox.quietPeriodMinutes': {
    means:
      'How long the bank must answer "not found", while the computer is awake, before that proves anything',
    example: 10,
  },
  'outbox.requestsPerSecond': {
    means: 'The most questions and sales that this counter begins within a second',
    example: 2,
  },
  'outbox.timeoutSeconds': {
    means: 'How long an answer of the bank may take',
    example: 60,
  },
  'outbox.unsentStatuses': {
    means:
      'HTTP statuses of which the bank has confirmed in writing that a sale answered with them is never settled; such a sale goes back into the queue',
    example: [],
  },
  'settlement.lateAfterMinutes': {
    means: 'From when an accepted sale that is not paid yet is called late',
    example: 30,
  },
  'limits.confirmAboveNaira': {
    means: 'From this amount on the cashier is asked once more',
    example: 250_000,
  },
  'limits.pageSize': {
    means: 'How many rows are asked of the bank at a time',
    example: 100,
  },
  'updates.feed': {
    means:
      'The address of the folder where newer versions of Tillside lie, with signed packages. It must be https, except on this computer itself; null: updates are off, and none is looked for. Nothing is installed without a manager’s yes',
    example: 'https://updates.example.invalid/tillside',
  },
  'updates.channel': {
    means: 'Which versions are offered: the released ones ("latest"), or those for trying out ("beta")',
    example: 'latest',
  },
  locked: {
    means:
      'Keys, or whole groups of keys, that the counter cannot change; Settings shows them with a padlock. Today only "terminalId" could be changed there at all; a live profile that locks it has to give it',
    example: ['partnerUrl', 'outbox'],
  },
}
