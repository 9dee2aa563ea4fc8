/** The purpose of a profile's key, for the author of a profile, with an example. */
export interface ProfileMeaning {
  /** One or two sentences, without a final full stop; shown by the editor and in the installer's guide. */
  readonly means: string
  readonly example: unknown
}

/** Every key in dotted form. Bounds and defaults are in the schema; tests compare schema, list and guide. */
export const profileMeanings: Readonly<Record<string, ProfileMeaning>> = {
  name: {
    means: 'Name of the shop or branch, on the sign-in screen and in exported files',
    example: 'Aba Road branch',
  },
  environment: {
    means:
      'Whether money is real; decides look and data folder. "live" needs partnerUrl; "practice" takes only addresses on this computer',
    example: 'live',
  },
  partnerUrl: {
    means:
      'Address of the settlement service: the part before /api. https, except on this computer; null: the practice bank inside the app',
    example: 'https://settlement.example.invalid/partner',
  },
  businessUrl: {
    means: 'Address of the bank’s Business API for account names, with or without /v2.1',
    example: 'https://business.example.invalid',
  },
  fieldPrefix: {
    means: 'How the bank’s own field names begin, such as provider in providerRefId; its documents show it',
    example: 'provider',
  },
  getParameters: {
    means:
      'Where the parameters of GET calls go, as the bank says: into the address ("query") or the body ("body")',
    example: 'query',
  },
  amountFormat: {
    means: 'How 1500 naira are written to the bank: 1500.00 ("twoDecimals") or 1500 ("plain")',
    example: 'twoDecimals',
  },
  terminalId: {
    means:
      'Terminal of this counter. A choice at the counter overrides it unless it is locked. Leave it out in a profile for many counters',
    example: '2ABC1234',
  },
  transactionIdPattern: {
    means:
      'Allowed references: a regular expression from ^ to $. If it does not allow 26 capitals and digits, Tillside cannot make references and each must be typed',
    example: '^[A-Z0-9-]{6,30}$',
  },
  serviceTimeZone: {
    means: 'Time zone of the bank’s calendar, which decides the days of a search',
    example: 'Africa/Lagos',
  },
  'answers.textValues': {
    means:
      'Whether the bank writes flags and counts around its answers as text, "true" and "12". If false, such an answer is no yes and cannot be read',
    example: true,
  },
  'enquiry.serviceType': {
    means:
      'The bank’s name for its account name enquiry. Empty: names are not checked, and a manager must say how the bank confirmed one',
    example: 'AS_THE_BANK_CALLS_IT',
  },
  'enquiry.bankCode': {
    means: 'The bank’s own code; needed with enquiry.serviceType',
    example: '000000',
  },
  'enquiry.nameKeys': {
    means: 'Keys of the bank’s answer that may hold the name, the likeliest first',
    example: ['accountName', 'name'],
  },
  'enquiry.successKeys': {
    means:
      'Keys of the bank’s answer that say yes or no, in large or small letters. Each one present must say yes',
    example: ['status', 'responseCode'],
  },
  'enquiry.successCodes': {
    means: 'Texts and numbers that mean yes there, besides true; any other text is a no',
    example: ['00', '200'],
  },
  'enquiry.useSettlementToken': {
    means:
      'Whether the Business API takes the token of the sign-in. If false, a manager enters a separate one',
    example: false,
  },
  'outbox.resendAfterAbsence': {
    means:
      'When the bank proves not to have a sale that was sent: ask a person, or send it once more ("auto"). Keep "ask" unless the bank has confirmed in writing that it pays a reference once',
    example: 'ask',
  },
  'outbox.quietPeriodMinutes': {
    means: 'How long the bank must answer "not found", with the computer awake, before that proves anything',
    example: 10,
  },
  'outbox.requestsPerSecond': {
    means: 'The most questions and sales that this counter starts in a second',
    example: 2,
  },
  'outbox.timeoutSeconds': {
    means: 'How long the bank may take to answer',
    example: 60,
  },
  'outbox.unsentStatuses': {
    means:
      'HTTP statuses that, as the bank has confirmed in writing, never settle a sale; the sale goes back into the queue',
    example: [],
  },
  'settlement.lateAfterMinutes': {
    means: 'When an accepted, unpaid sale counts as late',
    example: 30,
  },
  'limits.confirmAboveNaira': {
    means: 'From this amount on the cashier must confirm a sale',
    example: 250_000,
  },
  'limits.pageSize': {
    means: 'Rows asked of the bank at a time',
    example: 100,
  },
  'updates.feed': {
    means:
      'Address of the folder with newer, signed packages. https, except on this computer; null: updates are off. A manager decides about each installation',
    example: 'https://updates.example.invalid/tillside',
  },
  'updates.channel': {
    means: 'Versions offered: released ("latest") or for trying out ("beta")',
    example: 'latest',
  },
  locked: {
    means:
      'Keys, or groups of keys, that the counter cannot change; Settings shows a padlock. Only "terminalId" could be changed there; a live profile that locks it must give it',
    example: ['partnerUrl', 'outbox'],
  },
}
