export interface Screen {
  readonly say: (line: string) => void
  /** Overwrites the previous line; absent if output is kept, as in a file. */
  readonly rewrite?: ((text: string) => void) | undefined
}

export interface Progress {
  readonly tell: (received: number, total: number | null) => void
  readonly end: () => void
}

const KEPT_STEPS = 4

/** Shows the progress: in place on a terminal, and elsewhere in a few lines. */
export function progressLines({ say, rewrite }: Screen): Progress {
  let lastStep = 0
  let hasLine = false
  return {
    tell: (received, total) => {
      const text = amount(received, total)
      if (rewrite !== undefined) {
        hasLine = true
        rewrite(text)
        return
      }
      const step = total === null ? 0 : Math.floor((received / total) * KEPT_STEPS)
      if (step > lastStep) say(text)
      lastStep = Math.max(lastStep, step)
    },
    end: () => {
      if (hasLine) rewrite?.('')
    },
  }
}

function amount(received: number, total: number | null): string {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)
  if (total === null) return `${megabytes(received)} MB`
  return `${megabytes(received)} of ${megabytes(total)} MB (${Math.floor((received / total) * 100)} %)`
}
