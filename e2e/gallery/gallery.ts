/**
 * `npm run gallery`: every screen in every state, in light and dark, at four sizes, as pictures in `out/gallery/` with
 * a page over them. Each picture is checked for cut words, overlapping things, and a page that scrolls. Options:
 * `--only TEXT` for scenes whose names contain it, `--size 1024x560`, `--theme dark`. Last line: `N passed, M failed`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readCommandLine } from '../../scripts/commandLine.ts'
import { longRun, STOPPED_STATUS } from '../../scripts/longRun.ts'
import { indexPage } from './indexPage.ts'
import { photographPapers } from './papers.ts'
import { photograph, type Picture, SIZES, THEMES, type Wanted } from './photograph.ts'
import { scenes } from './scenes/all.ts'
import { openStudio } from './studio.ts'

/** Build machines have two cores. */
const STUDIOS = 2

const galleryDir = path.resolve(import.meta.dirname, '../../out/gallery')

const anyText = { type: 'string', default: '' } as const
const { values } = readCommandLine((args) =>
  parseArgs({ args, options: { only: anyText, size: anyText, theme: anyText } }),
)
const wanted: Wanted = {
  sizes: SIZES.filter(({ width, height }) => `${width}x${height}`.includes(values.size)),
  themes: THEMES.filter((theme) => theme.includes(values.theme)),
}
const chosen = scenes.filter(({ name }) => name.includes(values.only))

await rm(galleryDir, { recursive: true, force: true })
await mkdir(galleryDir, { recursive: true })
const taken = new Map<number, readonly Picture[]>()
const run = longRun('scenes')
const isStopped = await run.isStopped(takeAll())
// In the order of the scenes, from any studio.
const pictures = [...chosen.flatMap((_, place) => taken.get(place) ?? []), ...(await papers())]
await writeFile(path.join(galleryDir, 'index.html'), indexPage(pictures))
const failed = pictures.filter(({ faults }) => faults.length > 0)
for (const { scene, theme, size, faults } of failed) {
  for (const fault of faults) {
    console.log(`FAILED  ${scene.name}, ${theme}, ${size.width}×${size.height}: ${fault}`)
  }
}
console.log(`Pictures: ${path.relative(process.cwd(), galleryDir) || '.'}${path.sep}index.html`)
console.log(`${pictures.length - failed.length} passed, ${failed.length} failed`)
if (failed.length > 0 || pictures.length === 0) process.exit(1)
process.exit(isStopped ? STOPPED_STATUS : 0)

async function papers(): Promise<readonly Picture[]> {
  if (!'paper-'.includes(values.only.slice(0, 'paper-'.length)) || isStopped) return []
  const studio = await openStudio()
  const taken = await photographPapers(studio, galleryDir)
  await studio.close()
  return taken.filter(({ scene: { name } }) => name.includes(values.only))
}

async function takeAll(): Promise<void> {
  const waiting = chosen.entries()
  async function work(): Promise<void> {
    const studio = await openStudio()
    for (const [place, scene] of waiting) {
      taken.set(place, await photograph(studio, scene, wanted, galleryDir))
      run.progress(taken.size, chosen.length)
    }
    await studio.close()
  }
  await Promise.all(Array.from({ length: STUDIOS }, work))
}
