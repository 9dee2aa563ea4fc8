/** Loaded before electron's install.js: reports the download's progress, about which install.js is silent. */
import { writeSync } from 'node:fs'
import { ReadableStream } from 'node:stream/web'
import { toldLine, type Told } from './told.ts'

const TELL_EVERY_MS = 250

function tell(told: Told): void {
  try {
    writeSync(2, toldLine(told))
  } catch {
    // The reader is gone, and this process will be soon.
  }
}

/** The innermost cause: the error of Node's `fetch` itself has no code. */
function codeOf(thrown: unknown): string {
  let code = ''
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const own = (error as NodeJS.ErrnoException).code
    if (own !== undefined) code = own
    // Both addresses of a host failed.
    if (error instanceof AggregateError && code === '') code = codeOf(error.errors[0])
  }
  return code
}

async function* passOn(body: AsyncIterable<Uint8Array>, host: string, total: number | null) {
  let received = 0
  let lastMs = performance.now()
  try {
    for await (const chunk of body) {
      received += chunk.byteLength
      if (performance.now() - lastMs >= TELL_EVERY_MS) {
        lastMs = performance.now()
        tell({ kind: 'sends', host, received, total })
      }
      yield chunk
    }
  } catch (error) {
    tell({ kind: 'breaks', host, code: codeOf(error) })
    throw error
  }
  tell({ kind: 'sentAll', host })
}

const plainFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const host = new URL(input instanceof Request ? input.url : input).host
  tell({ kind: 'asks', host })
  let response: Response
  try {
    response = await plainFetch(input, init)
  } catch (error) {
    tell({ kind: 'breaks', host, code: codeOf(error) })
    throw error
  }
  const from = new URL(response.url).host
  tell({ kind: 'answers', host: from, status: response.status })
  if (!response.ok || response.body === null) return response
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) ? length : null
  const { status, headers } = response
  // Node's own kind of stream, which the page's types lack.
  const body = ReadableStream.from(passOn(response.body, from, total)) as unknown as BodyInit
  return new Response(body, { status, headers })
}

// Standard input is a pipe from `npm start`: if that ends, so does this.
process.stdin.on('close', () => process.exit(1))
process.stdin.resume()
process.stdin.unref()
