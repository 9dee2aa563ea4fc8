import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
