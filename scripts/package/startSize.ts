import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PackedApp } from './packedApp.ts'

/** In bytes, compressed. All of it runs before the screen is visible; what opens later belongs in renderer/app/lazyScreens.ts. */
export const START_GZIP_MAX = 160_000

const PAGE = 'out/renderer/index.html'
const LINKED = /<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.js)"/gu
/** A bundler's static imports; a script loaded at run time uses `import()`, which does not match. */
const IMPORTED = /(?:\bfrom|\bimport)\s*"([^"]+\.js)"/gu

/** The scripts that the page names, and those that they import in turn. */
export function startScripts({ files }: Pick<PackedApp, 'files'>): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (name: string, pattern: RegExp): void => {
    const text = files.get(name)?.bytes.toString('utf8') ?? ''
    for (const [, to = ''] of text.matchAll(pattern)) {
      const target = path.posix.join(path.posix.dirname(name), to)
      if (found.has(target)) continue
      found.add(target)
      follow(target, IMPORTED)
    }
  }
  follow(PAGE, LINKED)
  return found
}

/** How much must be loaded and run before the first sale. A size rather than a time, so that it is the same everywhere. */
export function startProblems(app: Pick<PackedApp, 'files'>): readonly string[] {
  const names = [...startScripts(app)]
  if (names.length === 0) return ['the page names no script']
  const missing = names.filter((name) => !app.files.has(name)).map((name) => `${name} is not there`)
  const bytes = names.reduce((sum, name) => sum + gzipSync(app.files.get(name)?.bytes ?? '').length, 0)
  return [
    ...missing,
    ...(bytes > START_GZIP_MAX ? [`the start is ${bytes} bytes of script, more than ${START_GZIP_MAX}`] : []),
  ]
}
