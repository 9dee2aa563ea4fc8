import { Opening } from '../../shared/opening.ts'
import { parseUnknown } from '../../shared/parse.ts'

export const LINK_SCHEME = 'tillside'
/** The prefix and a reference of 64 escaped characters. */
const LINK_LENGTH_MAX = 250

/**
 * Reads `tillside://transaction/<reference>`. Links are untrusted, so everything else is rejected: another scheme or
 * host, a user, a port, a query, a fragment, a second path segment, or an invalid reference.
 */
export function openingOfLink(link: string): Opening | undefined {
  if (link.length > LINK_LENGTH_MAX) return undefined
  const url = URL.parse(link)
  if (url === null || url.protocol !== `${LINK_SCHEME}:` || url.host !== 'transaction') return undefined
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  // A slash within a reference is written as %2F.
  const [, part = '', ...others] = url.pathname.split('/')
  if (others.length > 0) return undefined
  const transactionId = decoded(part)
  const opening = parseUnknown(Opening, { kind: 'sale', transactionId })
  return opening.ok ? opening.value : undefined
}

/** The first link among a program's arguments, where Windows and Linux pass it. */
export function linkAmong(argv: readonly string[]): string | undefined {
  return argv.slice(1).find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`))
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Electron's `app`, as far as needed. */
export interface LinkPort {
  readonly isPackaged: boolean
  /** macOS passes links by this event, possibly before `ready`. */
  on(event: 'open-url', listener: (event: { preventDefault(): void }, url: string) => void): unknown
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown
  setAsDefaultProtocolClient(scheme: string): boolean
}

export interface Links {
  /** Opens each link from now on, and the latest of those that came before. */
  follow(open: (opening: Opening) => void): void
}

/** Receives links in every way that a system passes them: first start, second start, and the event of macOS. */
export function listenForLinks(app: LinkPort, argv: readonly string[]): Links {
  let poller: ((opening: Opening) => void) | null = null
  let early: Opening | undefined
  function take(link: string | undefined): void {
    const opening = link === undefined ? undefined : openingOfLink(link)
    if (opening === undefined) return
    if (poller === null) early = opening
    else poller(opening)
  }
  // Only an installed program registers: a developer's checkout must not take the scheme from it.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    take(url)
  })
  app.on('second-instance', (_event, others) => take(linkAmong(others)))
  take(linkAmong(argv))
  return {
    follow: (open) => {
      poller = open
      if (early !== undefined) open(early)
      early = undefined
    },
  }
}
