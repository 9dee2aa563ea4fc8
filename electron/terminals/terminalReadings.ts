import type { Result } from '../../shared/result.ts'
import { isUnanswered, type GatewayError, type Page, type Terminal } from '../gateway/answer.ts'
import { mayBePage } from '../gateway/pagedReader.ts'
import type { PagedProgress, PagedRead, StoppedRead } from '../gateway/pagedReader.ts'
import type { Clock } from '../ports.ts'
import { authorisedPages, type AuthorisedPagesOptions } from '../session/authorised.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { toTerminalView } from '../gateway/recordView.ts'
import { knownTerminal, type Brought, type KnownTerminal } from './knownTerminals.ts'
import type { TerminalVersions } from './terminalVersions.ts'

/** What a reading looks for; it ends once that is found. */
export interface Look {
  readonly isIt: (terminal: Terminal) => boolean
  /** Requested before all others; null if no page is more likely than another. */
  readonly firstPage: number | null
  readonly signal: AbortSignal | null
}

export interface EndedReading {
  readonly brought: Brought
  readonly read: Pick<
    PagedRead<Terminal> | StoppedRead<Terminal>,
    'isStopped' | 'incompleteReason' | 'unreadable' | 'error' | 'pagesRead' | 'totalCount'
  >
  readonly found: Terminal | null
}

/** The current readings of the service's list (docs/service.md 4.5). */
export interface TerminalReadings {
  /** Reads to the end, or to the wanted row. The caller checks that the result still belongs to its client. */
  read(clientId: string, look: Look | null): Promise<EndedReading | 'notSignedIn'>
  /** Of the longest-running one; null without any. */
  progress(): { readonly rowsRead: number; readonly totalCount: number | null } | null
  cancel(isMeant: (clientId: string) => boolean): void
}

interface Running {
  readonly clientId: string
  readonly abort: AbortController
  readonly rows: Map<string, KnownTerminal>
  readonly firstAskNumber: number
  rowsRead: number
  totalCount: number | null
}

type Read = EndedReading['read']

export function createTerminalReadings(options: {
  readonly bank: Pick<SignedInApi, 'clientId' | 'generation' | 'pages' | 'retrieveTerminals'>
  readonly clock: Clock
  readonly versions: TerminalVersions
  readonly pageSize: number
  /** A reading started, or reached another page. */
  readonly onProgress: (running: Pick<Running, 'clientId' | 'rows'>) => void
}): TerminalReadings {
  const { bank, clock, versions, pageSize, onProgress } = options
  const running = new Set<Running>()
  let asked = 0

  /** Masks and prepares each page as it comes, so that the end of a long list causes no pause. */
  function askingFor(own: Running): AuthorisedPagesOptions<Terminal>['ask'] {
    return async (page, signal) => {
      asked += 1
      const seen = { askNumber: asked, pageNumber: page.pageNumber }
      const [answer] = await Promise.all([bank.retrieveTerminals(page, { signal }), versions.ready()])
      if (answer === 'notSignedIn') return answer
      if (!answer.result.ok || !mayBePage(answer.result.value, page.pageNumber)) return answer
      for (const row of answer.result.value.rows) {
        own.rows.set(row.recordId, knownTerminal(toTerminalView(row, versions.of(row)), seen))
      }
      return answer
    }
  }

  function begin(clientId: string): Running {
    const own: Running = {
      clientId,
      abort: new AbortController(),
      rows: new Map(),
      firstAskNumber: asked + 1,
      rowsRead: 0,
      totalCount: null,
    }
    running.add(own)
    onProgress(own)
    return own
  }

  /** Reads a likely page first. @returns null if the wanted row must be searched for on the others */
  async function lookAt(
    own: Running,
    pageNumber: number,
    signal: AbortSignal,
    look: Look,
  ): Promise<Finding | null> {
    const answer = await askingFor(own)({ pageNumber, pageSize }, signal)
    return answer === 'notSignedIn' ? answer : findingOn(answer.result, pageNumber, signal, look)
  }

  async function lookThrough(own: Running, signal: AbortSignal, look: Look | null): Promise<Finding> {
    let found: Terminal | null = null
    const pages = {
      ask: askingFor(own),
      pageSize,
      signal,
      onProgress: (progress: PagedProgress) => {
        own.rowsRead = progress.rowsRead
        own.totalCount = progress.totalCount
        onProgress(own)
      },
    }
    const until = (rows: readonly Terminal[]): boolean => {
      found = rows.find((row) => look?.isIt(row) === true) ?? null
      return found !== null
    }
    const read = await authorisedPages<Terminal>(bank, look === null ? pages : { ...pages, until })
    return read === 'notSignedIn' ? read : { read, found }
  }

  return {
    async read(clientId, look) {
      const own = begin(clientId)
      const ending = look?.signal ?? null
      const signal = ending === null ? own.abort.signal : AbortSignal.any([own.abort.signal, ending])
      try {
        const likely =
          look === null || look.firstPage === null ? null : await lookAt(own, look.firstPage, signal, look)
        // A complete reading alone must hold the whole proof.
        if (likely === null) own.rows.clear()
        const finding = likely ?? (await lookThrough(own, signal, look))
        if (finding === 'notSignedIn') return finding
        const { read, found } = finding
        const facts = {
          totalCount: read.totalCount,
          pagesRead: read.pagesRead,
          isComplete: read.incompleteReason === null,
          incompleteReason: read.incompleteReason === 'stopped' ? null : read.incompleteReason,
          readAtMs: clock.wallNowMs(),
          readSince: null,
        }
        return { brought: { rows: own.rows, facts, firstAskNumber: own.firstAskNumber }, read, found }
      } finally {
        running.delete(own)
      }
    },
    progress() {
      const [longest] = running
      return longest === undefined ? null : { rowsRead: longest.rowsRead, totalCount: longest.totalCount }
    },
    cancel(isMeant) {
      for (const each of running) if (isMeant(each.clientId)) each.abort.abort()
    },
  }
}

type Finding = { readonly read: Read; readonly found: Terminal | null } | 'notSignedIn'

/** What a likely page shows; null if the wanted row is not on it. */
function findingOn(
  result: Result<Page<Terminal>, GatewayError>,
  pageNumber: number,
  signal: AbortSignal,
  look: Look,
): Finding | null {
  if (!result.ok)
    // Where the service does not answer, the next page would fail as well.
    return isUnanswered(result.error) ? { read: failed(result.error, signal), found: null } : null
  const { rows, totalCount } = result.value
  const found = mayBePage(result.value, pageNumber) ? rows.find(look.isIt) : undefined
  if (found === undefined) return null
  return {
    read: {
      isStopped: true,
      incompleteReason: 'stopped',
      error: null,
      pagesRead: 1,
      totalCount,
      unreadable: [],
    },
    found,
  }
}

function failed(error: GatewayError, { aborted }: AbortSignal): Read {
  return {
    isStopped: false,
    incompleteReason: aborted ? 'cancelled' : 'readFailed',
    error,
    pagesRead: 0,
    totalCount: null,
    unreadable: [],
  }
}
