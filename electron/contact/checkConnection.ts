import type { CheckFinding, ConnectionReport } from '../../shared/connectionCheck.ts'
import { addDays } from '../../shared/serviceTime.ts'
import { createServiceZone, serviceToday } from '../../shared/serviceZone.ts'
import type { Answer, TransactionRecord, Way } from '../gateway/answer.ts'
import { aheadOf } from '../gateway/connection.ts'
import type { Clock, Random } from '../ports.ts'
import { WIDTHS } from '../session/readByDays.ts'
import {
  asked,
  searchPage,
  searchToday,
  SignInEnded,
  terminalsPage,
  type Asking,
  type SearchTold,
} from './asked.ts'
import { inEitherPlace, shownPrefix, type Tried } from './eitherPlace.ts'
import {
  clockFinding,
  daysFinding,
  endedFinding,
  pagesFinding,
  searchFinding,
  terminalsFinding,
  unknownFinding,
  type UnknownTold,
  type WidthTold,
} from './findings.ts'

export interface CheckOptions extends Asking {
  /** The counter's terminal; null where none is chosen. */
  readonly terminalId: string | null
  readonly clock: Clock
  readonly random: Random
}

/** One check at a time: who asks during a check gets the same one. */
export function createConnectionCheck(
  options: Omit<CheckOptions, 'terminalId'> & { readonly terminalId: () => string | null },
): () => Promise<ConnectionReport> {
  let running: Promise<ConnectionReport> | null = null
  return () => {
    running ??= checkConnection({ ...options, terminalId: options.terminalId() }).finally(() => {
      running = null
    })
    return running
  }
}

/**
 * Puts to the bank the questions of a day that only read: its terminals, today's transactions, and two references that
 * cannot exist. It says what each answer means, and which keys of the profile fit this bank better.
 */
export async function checkConnection(options: CheckOptions): Promise<ConnectionReport> {
  const findings: CheckFinding[] = []
  try {
    await ask(options, (found) => findings.push(found))
  } catch (error) {
    if (!(error instanceof SignInEnded)) throw error
    findings.push(endedFinding)
  }
  return { findings }
}

async function ask(options: CheckOptions, find: (found: CheckFinding) => void): Promise<void> {
  const { profile, clock } = options
  const wantedId = options.terminalId ?? profile.terminalId
  const zone = createServiceZone(profile.serviceTimeZone)
  const tried = await inEitherPlace(options, wantedId, zone.day(clock.wallNowMs()))
  const aheadMs = aheadOf(tried.terminals.answer.evidence.serverDate, clock.wallNowMs())
  const today = serviceToday(zone, clock.wallNowMs(), aheadMs)
  const better = await withShownPrefix(options, tried, today)
  const { way, terminals, search, terminalId } = better
  find(terminalsFinding(profile, better, wantedId))
  if (terminals.answer.result.ok) find(pagesFinding(profile, better))
  if (search !== null && terminalId !== null) {
    find(searchFinding(search, terminalId, addDays(today, 1)))
    if (search.answer.result.ok) find(daysFinding(search.days, today, await widths(options, better, search)))
  }
  find(unknownFinding(await unknownReferences(options, way)))
  find(clockFinding(aheadMs))
}

/** With the right field names, rows may be readable that were not. */
async function withShownPrefix(options: CheckOptions, tried: Tried, today: string): Promise<Tried> {
  const shown = shownPrefix(tried)
  if (shown === null || shown.toLowerCase() === tried.way.fieldPrefix.toLowerCase()) return tried
  const way = { ...tried.way, fieldPrefix: shown }
  const terminals = await terminalsPage(options, way, tried.firstPage)
  const [first] = terminals.answer.result.ok ? terminals.answer.result.value.rows : []
  const terminalId = tried.terminalId ?? first?.terminalId ?? null
  const { firstPage } = tried
  const search =
    tried.search ??
    (terminalId === null ? null : await searchToday(options, way, { terminalId, firstPage }, today))
  return { ...tried, way, terminals, terminalId, search }
}

/** How many days a search may have, the widest first, to the first that is taken. */
async function widths(
  options: CheckOptions,
  { way, terminalId, firstPage }: Tried,
  { days: { dateTo } }: SearchTold,
): Promise<readonly WidthTold[]> {
  const told: WidthTold[] = []
  for (const wide of WIDTHS) {
    const days = { dateFrom: addDays(dateTo, -wide), dateTo }
    const { answer } = await searchPage(options, way, { terminalId: terminalId ?? '', firstPage }, days)
    told.push({ dayCount: wide + 1, answer })
    if (answer.result.ok) break
  }
  return told
}

/** Two references that cannot exist. */
async function unknownReferences(options: CheckOptions, way: Way): Promise<readonly UnknownTold[]> {
  const reads = options.api.inWay(way)
  const told: UnknownTold[] = []
  for (let count = 0; count < 2; count += 1) {
    const transactionId = unknownReference(options.random)
    const answer: Answer<TransactionRecord> = await asked(
      options,
      (token) => reads.settlementStatus(token, transactionId),
      'foundNothing',
    )
    told.push({ transactionId, answer })
  }
  return told
}

const UNKNOWN_BYTES = 12

/** Long enough that no till ever made such a one. */
function unknownReference(random: Random): string {
  return `N${Buffer.from(random.bytes(UNKNOWN_BYTES)).toString('hex').toUpperCase()}`
}
