import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'

/** The bundles' sources, by the staged source maps, without dropped ones. Styles and fonts have no map. */
export function originsOf(appDir: string): readonly string[] {
  const maps = readdirSync(appDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.map'),
  )
  return [...new Set(maps.flatMap((name) => sourcesOf(path.join(appDir, name))))]
}

function sourcesOf(map: string): readonly string[] {
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] }
  // A bundler's own pieces have names that are no files.
  return sources.map((source) => path.resolve(path.dirname(map), source)).filter((file) => existsSync(file))
}

/** Reads the staged maps: the source of a place of a bundle, counted from 0; null where the map does not say. */
export function sourceReader(appDir: string): (name: string, line: number, column: number) => string | null {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (file: string): SourceMap | null => {
    const known = maps.get(file)
    if (known !== undefined) return known
    const map = existsSync(file)
      ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
      : null
    maps.set(file, map)
    return map
  }
  return (name, line, column) => {
    const file = path.join(appDir, `${name}.map`)
    const entry = mapOf(file)?.findEntry(line, column)
    if (entry === undefined || !('originalSource' in entry)) return null
    return path.resolve(path.dirname(file), entry.originalSource)
  }
}
