import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The scheme of all our pages. They are served from the package, never from a file address or a port. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'bundle'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/** Placeholder in `index.html` for the nonce of each response; `vite.config.ts` inserts it. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** Whether an address is one of our pages. It compares scheme and host, never a prefix of the text. */
export function isAppUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
}

/**
 * Pages may run and load only content of the package. Styles that a library makes at run time need the nonce.
 * `connect-src` is 'none', since only main talks to the service.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

export interface AppProtocolOptions {
  /** An absolute folder. No file outside it is served. */
  readonly rendererDir: string
  /** A new nonce for each response, at least 16 random bytes in base64. */
  readonly makeNonce: () => string
  /** Pages that main makes, by path, for when the renderer must not start (an invalid profile). */
  readonly madePages?: ReadonlyMap<string, (nonce: string) => string>
}

/** Answers requests for {@link APP_ORIGIN}. Never throws. Every answer, 404 included, has the same headers. */
export function createAppProtocol(options: AppProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const nonce = options.makeNonce()
    const headersOf = (type: string): Record<string, string> => ({
      'content-type': type,
      'content-security-policy': contentSecurityPolicy(nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    const notFound = (): Response =>
      new Response('Not found', { status: 404, headers: headersOf('text/plain; charset=utf-8') })
    if (request.method !== 'GET' || !isAppUrl(request.url)) return notFound()
    const relative = relativePath(new URL(request.url).pathname)
    if (relative === undefined) return notFound()
    const made = options.madePages?.get(relative)
    if (made !== undefined)
      return new Response(made(nonce), { headers: headersOf('text/html; charset=utf-8') })
    const body = await readInside(options.rendererDir, relative)
    if (body === undefined) return notFound()
    const type = CONTENT_TYPES[path.extname(relative).toLowerCase()] ?? 'application/octet-stream'
    const isPage = type.startsWith('text/html')
    const content = isPage ? body.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce) : new Uint8Array(body)
    return new Response(content, { headers: headersOf(type) })
  }
}

/** @returns undefined where the text cannot be the path of a file of ours, or cannot be decoded, such as a lone `%` */
function relativePath(pathname: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  const bare = decoded.replace(/^\//u, '')
  if (bare === '') return 'index.html'
  return bare.split('/').every(isNameOfBuild) ? bare : undefined
}

/** Allows only names that a build writes: plain characters, no dot at either end, and no device name of Windows. */
function isNameOfBuild(name: string): boolean {
  if (!/^[A-Za-z0-9_-](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?$/u.test(name)) return false
  return !/^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/iu.test(name)
}

async function readInside(dir: string, relative: string): Promise<Buffer | undefined> {
  const file = path.resolve(dir, relative)
  // The pattern above already excludes paths outside the folder. This check remains if the pattern changes.
  if (!file.startsWith(path.resolve(dir) + path.sep)) return undefined
  try {
    return await readFile(file)
  } catch {
    return undefined
  }
}
