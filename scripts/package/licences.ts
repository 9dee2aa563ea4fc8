import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Included by a style sheet, which no source map covers. */
const FONT = '@fontsource-variable/inter'

interface Library {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/**
 * The licences of everything bundled: most require that their text is included.
 * @param origins the bundles' sources
 */
export function licencesText(origins: readonly string[], root: string): string {
  const folders = new Set([...foldersOf(origins), path.join(root, 'node_modules', FONT)])
  const libraries = [...folders].map(readLibrary).sort((left, right) => (left.name < right.name ? -1 : 1))
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8')
  return [
    `Tillside\n\n${own.trim()}`,
    ...libraries.map(
      ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}`,
    ),
  ].join(`\n\n${'-'.repeat(78)}\n\n`)
}

export function licenceProblems(licences: string | null, origins: readonly string[]): readonly string[] {
  if (licences === null) return ['there are no licences']
  return [...foldersOf(origins)]
    .map((folder) => readLibrary(folder))
    .filter(
      ({ name, version, text }) =>
        !licences.includes(`\n${name} ${version} (`) || !licences.includes(text.trim()),
    )
    .map(({ name }) => `the licence of ${name} is missing`)
}

function foldersOf(origins: readonly string[]): ReadonlySet<string> {
  const folders = origins.map((file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u.exec(file)?.[0])
  return new Set(folders.filter((folder) => folder !== undefined))
}

/** @throws if a library does not state its licence: then it must not be bundled */
function readLibrary(folder: string): Library {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<string, string>
  const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.|$)/iu.test(each))
  if (name === undefined || version === undefined || license === undefined)
    throw new Error(`${folder} has no licence`)
  const text =
    file === undefined
      ? `This library brings no text of its licence; its manifest names ${license}, and ${String(author)} as its author.`
      : readFileSync(path.join(folder, file), 'utf8')
  return { name, version, licence: license, text }
}
