/** The needed part of a child process. */
interface Followed {
  once(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
  once(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
  kill(signal: NodeJS.Signals): unknown
}

export interface Around {
  readonly platform: NodeJS.Platform
  /** Whether a terminal sends its signals to this process, and so to its child too. */
  readonly isOnTerminal: boolean
  readonly signals: {
    on(signal: NodeJS.Signals, listener: () => void): unknown
    off(signal: NodeJS.Signals, listener: () => void): unknown
  }
  readonly say: (line: string) => void
}

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Electron quits cleanly on the first signal and dies of the second (Electron 45, electron_browser_main_parts_posix.cc,
 * `GracefulShutdownHandler`), and a terminal sends Ctrl+C and its own end to both.
 */
function isHandedOn(signal: (typeof SIGNALS)[number], { platform, isOnTerminal }: Around): boolean {
  return signal === 'SIGTERM' || !isOnTerminal || platform === 'win32'
}

/**
 * Waits for the child's end, and forwards signals until then. An unexpected end is reported.
 * @returns the exit code
 */
export async function follow(child: Followed, around: Around): Promise<number> {
  const { signals, say } = around
  let wasAsked = false
  const listeners = SIGNALS.map((signal) => {
    const listener = (): void => {
      wasAsked = true
      if (isHandedOn(signal, around)) child.kill(signal)
    }
    signals.on(signal, listener)
    return [signal, listener] as const
  })
  try {
    return await new Promise<number>((resolve) => {
      child.once('error', (error) => {
        say(`Tillside could not be started (${error.code ?? error.name}).`)
        resolve(1)
      })
      child.once('exit', (code, signal) => {
        if (code !== 0 && !wasAsked)
          say(`Tillside ended ${code === null ? `by ${signal}` : `with code ${code}`}.`)
        resolve(code ?? 1)
      })
    })
  } finally {
    for (const [signal, listener] of listeners) signals.off(signal, listener)
  }
}
