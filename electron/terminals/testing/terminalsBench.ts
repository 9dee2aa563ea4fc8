import { noPayouts } from '../../../shared/payout.ts'
import type { TerminalListView, TerminalView } from '../../../shared/terminal.ts'
import type { Answer, Page, Terminal } from '../../gateway/answer.ts'
import {
  answerOf,
  deferred,
  failureOf,
  FakeClock,
  fakeLog,
  FakeSettings,
  FakeVault,
  pageOf,
  terminal,
  unsent,
} from '../../session/testing/fakes.ts'
import { terminalsInMemory, type TerminalsFileDouble } from '../../storage/testing/terminalsInMemory.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import { createTerminals, type Terminals, type TerminalsOptions } from '../terminals.ts'
import { createMacKey } from '../../session/macKey.ts'
import { createTerminalVersions } from '../terminalVersions.ts'

export interface PageAsked {
  readonly pageNumber: number
  readonly pageSize: number
}
export type ReadPage = (page: PageAsked, signal?: AbortSignal) => Promise<Answer<Page<Terminal>>>

export const five = [1, 2, 3, 4, 5].map((id) => terminal(id))

export const honest =
  (rows: readonly Terminal[]): ReadPage =>
  (page) =>
    Promise.resolve(answerOf(pageOf(rows, page)))

/** The service's pages, with some of them changed. */
export const changing =
  (change: (page: Page<Terminal>, asked: PageAsked) => Page<Terminal>, rows = five): ReadPage =>
  (asked) =>
    Promise.resolve(answerOf(change(pageOf(rows, asked), asked)))

/** A service that delays its answers from one page on, and drops a request that is ended. */
export function slowFrom(pageNumber: number, rows: readonly Terminal[] = five) {
  const held = deferred<void>()
  const read: ReadPage = async (page, signal) => {
    if (page.pageNumber < pageNumber) return answerOf(pageOf(rows, page))
    const ended = new Promise<Answer<Page<Terminal>>>((resolve) =>
      signal?.addEventListener('abort', () => resolve(failureOf(unsent))),
    )
    return Promise.race([held.promise.then(() => answerOf(pageOf(rows, page))), ended])
  }
  return { read, goOn: () => held.resolve() }
}

export interface Reuse {
  readonly settings?: FakeSettings
  readonly terminalsFile?: TerminalsFileDouble
  readonly vault?: FakeVault
  readonly destinationKey?: string
  readonly profile?: Partial<TerminalsOptions['profile']>
  readonly askedAccount?: TerminalsOptions['askedAccount']
}

/** The terminals of one run, whose surroundings the test controls. */
export function openTerminals(reuse: Reuse = {}) {
  const settings = reuse.settings ?? new FakeSettings()
  const terminalsFile = reuse.terminalsFile ?? terminalsInMemory()
  const vault = reuse.vault ?? new FakeVault()
  const clock = new FakeClock()
  const { log, lines } = fakeLog()
  const views: TerminalListView[] = []
  const service = { read: honest(five), asked: [] as number[] }
  const who: { clientId: string | null } = { clientId: 'ADA-CLIENT' }
  const timers = { after: () => () => undefined }
  const terminals = createTerminals({
    bank: {
      pages: { firstPage: 1 },
      clientId: () => who.clientId,
      generation: () => (who.clientId === null ? null : 1),
      retrieveTerminals: (page, how) => {
        if (who.clientId === null) return Promise.resolve('notSignedIn')
        service.asked.push(page.pageNumber)
        return service.read(page, how?.signal)
      },
    },
    settings,
    terminalsFile,
    versions: createTerminalVersions(
      createMacKey({ vault, settings, random: createSeededRandom(1), timers, log }),
    ),
    payouts: { view: () => noPayouts, follow: () => undefined, listed: () => undefined },
    breathe: () => Promise.resolve(),
    clock,
    log,
    destinationKey: reuse.destinationKey ?? 'live https://partner.example',
    profile: {
      terminalId: null,
      environment: 'live',
      limits: { confirmAboveNaira: 1, pageSize: 2, firstPage: 1 },
      locked: [],
      ...reuse.profile,
    },
    nameCheck: () => 'notOffered',
    askedAccount: reuse.askedAccount ?? (() => null),
    asksManager: () => false,
    onChange: (view) => views.push(view),
  })
  return { terminals, settings, terminalsFile, vault, clock, lines, views, service, who }
}

export async function rowsOf(terminals: Terminals, search = ''): Promise<readonly TerminalView[]> {
  const page = await terminals.page({ search, offset: 0, limit: 200 })
  if (!page.ok) throw new Error('no page')
  return page.value.rows
}

export async function idsOf(terminals: Terminals, search = ''): Promise<readonly number[]> {
  return (await rowsOf(terminals, search)).map(({ recordId }) => Number(recordId))
}
