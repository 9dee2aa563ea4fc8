/**
 * `npm run demo`: a walk through the main job against the practice bank on real HTTP, on the host that this machine
 * offers. Each step is checked on the screen and in the bank's ledger. Last line: `N passed, M failed`.
 */
import path from 'node:path'
import { bankSteps } from './bankSteps.ts'
import { createScene } from './scene.ts'
import { practiceSteps } from './practiceSteps.ts'
import { troubleSteps } from './troubleSteps.ts'
import { walk } from './walk.ts'

const pictureDir = path.resolve(import.meta.dirname, '../../out/demo')

const scene = createScene()
const steps = [...practiceSteps(scene), ...bankSteps(scene), ...troubleSteps(scene)]
const { passed, failed } = await walk(steps, scene.page, pictureDir)
const closing = await scene.close()
for (const problem of closing) console.log(`FAILED  ${problem}`)
console.log(`Pictures: ${path.relative(process.cwd(), pictureDir) || '.'}`)
console.log(`${passed} passed, ${failed + closing.length} failed`)
process.exit(failed + closing.length === 0 ? 0 : 1)
