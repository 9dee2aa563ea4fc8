/** The purpose of a profile's key, for the author of a profile, with an example. */
export interface ProfileMeaning {
  /** One or two sentences, without a final full stop; shown by the editor and in the installer's guide. */
  readonly means: string
  readonly example: unknown
}

/** Every key in dotted form. Bounds and defaults are in the schema; tests compare schema, list and guide. */
export const profileMeanings: Readonly<Record<string, ProfileMeaning>> = {
  name: {
    means: 'Shop or branch, on the sign-in screen and in exported files',
    example: 'Aba Road branch',
  },
  environment: {
    means: 'Whether money is real. "live" needs partnerUrl; "practice" takes only addresses on this computer',
    example: 'live',
  },
  partnerUrl: {
    means:
      'Settlement service: the address before /api. https, except on this computer; null: the practice bank inside the app',
    example: 'https://settlement.example.invalid/partner',
  },
  businessUrl: {
    means: 'Business API for account names, with or without /v2.1',
    example: 'https://business.example.invalid',
  },
  fieldPrefix: {
    means: 'How the bank’s own field names begin, such as provider in providerRefId',
    example: 'provider',
  },
  getParameters: {
    means: 'Where the parameters of GET calls go: into the address ("query") or the body ("body")',
    example: 'query',
  },
  amountFormat: {
    means: 'How 1500 naira are sent: as 1500.00 ("twoDecimals") or 1500 ("plain")',
    example: 'twoDecimals',
  },
  terminalId: {
    means:
      'Terminal of this counter; a choice there overrides it unless it is locked. Leave it out for many counters',
    example: '2ABC1234',
  },
  transactionIdPattern: {
    means:
      'Allowed references: a regular expression from ^ to $. Unless it allows what reference.maxLength and reference.characters leave of capitals and digits, each must be typed',
    example: '^[A-Z0-9-]{6,30}$',
  },
  accountPattern: {
    means:
      'The form of the bank’s account numbers, likewise from ^ to $. What has it is masked where the bank repeats it',
    example: '^[0-9]{10}$',
  },
  slipLabel: {
    means:
      'What your slips call the reference, in words of 1 to 24 characters; the label of its field on the Sell screen',
    example: 'RRN',
  },
  serviceTimeZone: {
    means: 'Time zone of the bank’s calendar',
    example: 'Africa/Lagos',
  },
  'reference.maxLength': {
    means:
      'How many characters of a reference the bank keeps whole. Made ones fit it, with at least 12 (19 digits); longer slips are refused',
    example: 20,
  },
  'reference.characters': {
    means: 'Which characters of a reference the bank keeps: "any", "capitalsAndDigits" or "digits"',
    example: 'capitalsAndDigits',
  },
  'answers.textValues': {
    means: 'Whether the flag of a name enquiry may be text, "true". Other answers are read with either',
    example: true,
  },
  'enquiry.serviceType': {
    means:
      'The bank’s name for its name enquiry. Empty: names are not checked, and a manager says how the bank confirmed one',
    example: 'AS_THE_BANK_CALLS_IT',
  },
  'enquiry.bankCode': {
    means: 'The bank’s own code; needed with enquiry.serviceType',
    example: '000000',
  },
  'enquiry.nameKeys': {
    means: 'Keys of the answer that may hold the name, the likeliest first',
    example: ['accountName', 'name'],
  },
  'enquiry.successKeys': {
    means: 'Keys of the answer that say yes or no, in upper or lower case. Each one present must say yes',
    example: ['status', 'responseCode'],
  },
  'enquiry.successCodes': {
    means: 'What means yes there, besides true; any other text is a no',
    example: ['00', '200'],
  },
  'enquiry.useSettlementToken': {
    means:
      'Whether the Business API takes the token of the sign-in. If false, a manager enters a separate one',
    example: false,
  },
  'outbox.resendAfterAbsence': {
    means:
      'When the bank proves not to have a sale that was sent: ask a person, or send it once more ("auto"). Keep "ask" unless the bank confirmed in writing that it pays a reference once',
    example: 'ask',
  },
  'outbox.quietPeriodMinutes': {
    means: 'How long "not found" must last, with the computer awake, to prove anything',
    example: 10,
  },
  'outbox.requestsPerSecond': {
    means: 'The most calls that this counter starts in a second',
    example: 2,
  },
  'outbox.timeoutSeconds': {
    means: 'How long the bank may take to answer',
    example: 60,
  },
  'outbox.unsentStatuses': {
    means:
      'HTTP statuses that, as the bank confirmed in writing, never settle a sale; it goes back into the queue',
    example: [],
  },
  'settlement.lateAfterMinutes': {
    means: 'When an accepted, unpaid sale counts as late',
    example: 30,
  },
  'settlement.workingDays': {
    means: 'The weekdays on which the bank works, for the answer days of disputes',
    example: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  },
  'close.by': {
    means: 'Who may close the day: `manager`, or `anyone` at the counter',
    example: 'anyone',
  },
  'limits.confirmAboveNaira': {
    means: 'From this amount on the cashier must confirm a sale',
    example: 250_000,
  },
  'limits.pageSize': {
    means: 'Rows asked of the bank at a time',
    example: 100,
  },
  'limits.firstPage': {
    means: 'The number of a list’s first page: 1, or 0 where the bank counts from there',
    example: 1,
  },
  'updates.feed': {
    means:
      'Folder with newer, signed packages. https, except on this computer; null: no updates. A manager decides about each',
    example: 'https://updates.example.invalid/tillside',
  },
  'updates.channel': {
    means: 'Versions offered: released ("latest") or for trying out ("beta")',
    example: 'latest',
  },
  locked: {
    means:
      'Keys, or groups of keys, that the counter cannot change. Only "terminalId" could be changed there; a live profile that locks it must give it',
    example: ['partnerUrl', 'outbox'],
  },
}
