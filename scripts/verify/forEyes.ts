import type { PackagedSystem } from '../../build/electronBuilder.ts'

/** The mark in docs/release.md for checks of `npm run verify:electron`. */
export const BY_PROGRAM = '(`verify:electron`)'
const HEADS: Readonly<Record<PackagedSystem, RegExp>> = {
  win: /^\*\*Windows/u,
  mac: /^\*\*macOS/u,
  linux: /^\*\*Linux/u,
}

/** The boxes of *Only a real system shows* that a person has to tick on this system. */
export function linesForEyes(release: string, system: PackagedSystem): readonly string[] {
  const [, chapter = ''] = release.split(/^## Only a real system shows$/mu)
  const [text = ''] = chapter.split(/^## /mu)
  const boxes: string[] = []
  let isOurs = false
  for (const line of text.split('\n')) {
    if (line.startsWith('**')) isOurs = line.startsWith('**Every system') || HEADS[system].test(line)
    else if (isOurs && line.startsWith('- [ ] ')) boxes.push(line.slice('- [ ] '.length))
    else if (isOurs && /^ +\S/u.test(line)) boxes.push(`${boxes.pop() ?? ''} ${line.trim()}`)
  }
  return boxes.filter((box) => !box.includes(BY_PROGRAM))
}
