import type { Chance } from './chance.ts'

/** What can go wrong with the one exchange that moves money. `…Committed` still settles. */
export const sendFaults = [
  'refused',
  'nameNotFound',
  'tlsFailed',
  'connectTimeout',
  'cutInRequest',
  'dropBeforeCommit',
  'dropAfterCommit',
  'lateCommit',
  'answerAfterTimeout',
  'answerJustInTime',
  'serverError',
  'serverErrorCommitted',
  'tooMany',
  'tooManyCommitted',
  'unauthorised',
  'unauthorisedCommitted',
  'redirect',
  'portalPage',
  'truncatedCommitted',
  'wrongShapeCommitted',
  'saidNo',
  'saidNoCommitted',
] as const
export type SendFault = (typeof sendFaults)[number]

/** What can go wrong with any read. None of them changes anything at the bank. */
export const exchangeFaults = [
  'refused',
  'nameNotFound',
  'drop',
  'silence',
  'serverError',
  'tooMany',
  'tooManyForAnHour',
  'unauthorised',
  'redirect',
  'portalPage',
  'truncated',
  'wrongShape',
  'malformedRecord',
  'gatewayNotFound',
  'truncatedBody',
  'saidNo',
] as const
/** Wrong answers about one sale that look correct. */
export const lies = [
  'otherRecord',
  'otherAmount',
  'notFoundThoughThere',
  'staleReplica',
  'paidWithoutDate',
] as const
export const readFaults = [...exchangeFaults, ...lies] as const
export type ReadFault = (typeof readFaults)[number]

/** How a list may be incomplete, beyond the faults of its pages. Only `staleReplica` cannot be detected. */
export const listFaults = [
  'rowsMissing',
  'rowsRepeated',
  'countChanged',
  'pageNotEchoed',
  'moreThanBound',
  'staleReplica',
] as const
export type ListFault = (typeof listFaults)[number]

/** Whether the list looks whole. */
export function looksWhole(fault: ListFault | null): fault is 'staleReplica' | null {
  return fault === null || fault === 'staleReplica'
}

/** The fate of one write to the disk, before or after it becomes durable. */
export const diskFaults = ['powerCut', 'writeRefused'] as const
export type DiskFault = (typeof diskFaults)[number]

/** Faults of the program, the computer and the people, rather than of an exchange. */
export const processFaults = [
  'crash',
  'sleep',
  'stall',
  'wallClockJump',
  'networkFlap',
  'outage',
  'portal',
  'signOut',
  'otherMerchant',
  'tokenExpiry',
  'doubleEntry',
  'tryNowStorm',
  'diskFull',
  'backupRestored',
  'profileChange',
  'takenReference',
  'otherDevice',
  'stuckPart',
  'unreadableSlip',
  'rowEdited',
] as const

/** The form of every answer about a slip while the bank's answers are unreadable. */
export const unreadableKinds = [
  'malformedRecord',
  'otherRecord',
  'portalPage',
  'gatewayNotFound',
  'truncatedBody',
  'wrongShape',
  'serverError',
  'saidNo',
] as const satisfies readonly ReadFault[]
export type ProcessFault = (typeof processFaults)[number]

/** What the bank does to its own books after it has accepted a sale. Drawn last, so that older plans stay as they are. */
export const bankFaults = ['bankCorrects'] as const
export type BankFault = (typeof bankFaults)[number]
export const corrections = ['otherAmount', 'otherAccount', 'notPaidAfterAll', 'secondRecord'] as const
export type Correction = (typeof corrections)[number]

/** How this bank reports an expired token: the specification documents none of these. */
export const deadTokenAnswers = ['unauthorised', 'forbidden', 'saidNo'] as const
export type DeadTokenAnswer = (typeof deadTokenAnswers)[number]

/** People's own actions; they are not faults, but faults may occur during them. */
export const acts = ['cancel', 'personChecks', 'managerDecides', 'personFinds'] as const
export type Act = (typeof acts)[number]

/**
 * The fault mix of one seed: how often an exchange fails, and how. Some kinds are left out, so that others are not
 * hidden by them.
 */
export interface FaultMix {
  readonly exchangeRate: number
  readonly sends: readonly SendFault[]
  readonly reads: readonly ReadFault[]
  readonly lists: readonly ListFault[]
  /** How likely each process fault is to happen once in a history. */
  readonly processRate: number
  /** How likely one of a history's first writes fails. */
  readonly diskRate: number
}

const KEPT_SHARE = 0.6

/** @param rate the share of exchanges that fail; undefined: drawn with the mix, from none to three in five */
export function drawFaultMix(chance: Chance, rate: number | undefined): FaultMix {
  if (rate !== undefined) {
    // With a given rate the whole catalogue of these faults applies and no others, so that rates can be compared.
    const whole = { sends: sendFaults, reads: readFaults, lists: listFaults }
    return { exchangeRate: rate, ...whole, processRate: 0, diskRate: 0 }
  }
  const some = <Kind>(kinds: readonly Kind[]): readonly Kind[] => {
    const kept = kinds.filter(() => chance.happens(KEPT_SHARE))
    return kept.length === 0 ? kinds : kept
  }
  const processRate = chance.pick([0.05, 0.1, 0.3, 0.5])
  return {
    exchangeRate: chance.pick([0, 0.01, 0.05, 0.2, 0.6]),
    sends: some(sendFaults),
    reads: some(readFaults),
    lists: some(listFaults),
    processRate,
    diskRate: Math.max(processRate, 0.55),
  }
}
