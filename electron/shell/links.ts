import type { Opening } from '../../shared/opening.ts'
import { LINK_SCHEME, linkAmong, openingOfLink } from './deepLink.ts'

/** Electron's `app`, as far as needed. */
export interface LinkPort {
  readonly isPackaged: boolean
  /** On a Mac the system hands links over by this event, and may do so before `ready`. */
  on(event: 'open-url', listener: (event: { preventDefault(): void }, url: string) => void): unknown
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown
  setAsDefaultProtocolClient(scheme: string): boolean
}

export interface Links {
  /** Hands over each link from now on, and the last of those that came before. */
  follow(open: (opening: Opening) => void): void
}

/** Listens to every way in which the system hands a link over: the first start, a second start, and a Mac's event. */
export function listenForLinks(app: LinkPort, argv: readonly string[]): Links {
  let follower: ((opening: Opening) => void) | null = null
  let early: Opening | undefined
  function take(link: string | undefined): void {
    const opening = link === undefined ? undefined : openingOfLink(link)
    if (opening === undefined) return
    if (follower === null) early = opening
    else follower(opening)
  }
  // An installed program alone: a checkout of a developer must not take the scheme from it.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    take(url)
  })
  app.on('second-instance', (_event, others) => take(linkAmong(others)))
  take(linkAmong(argv))
  return {
    follow: (open) => {
      follower = open
      if (early !== undefined) open(early)
      early = undefined
    },
  }
}
