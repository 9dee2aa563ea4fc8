/** `npm run pictures`: takes the pictures of README.md and docs/agent.md anew, and writes down what they show. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { shownInPictures } from './shown.ts'
import { openStudio } from './studio.ts'

const folder = path.resolve(import.meta.dirname, '../../docs/pictures')

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const studio = await openStudio()
const shown = await shownInPictures(studio, (page, picture) =>
  page.screenshot({ path: path.join(folder, `${picture}.png`), animations: 'disabled' }),
)
await writeFile(path.join(folder, 'shown.txt'), shown)
await studio.close()
console.log(`Pictures: ${path.relative(process.cwd(), folder)}`)
