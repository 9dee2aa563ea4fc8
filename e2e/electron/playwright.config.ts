import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import e2e from '../playwright.config.ts'

const out = path.resolve(import.meta.dirname, '../../out/verify-electron')
const specs = path.resolve(import.meta.dirname, '../specs')
/** They draw single screens in npm's Chromium, which exists for Linux only: each of them opens the studio. */
const drawn = readdirSync(specs)
  .filter((file) => readFileSync(path.join(specs, file), 'utf8').includes(`'../gallery/studio.ts'`))
  .map((file) => `specs/${file}`)
const notHere = process.platform === 'linux' ? [] : drawn

/** `npm run verify:electron`: the packed program, and every spec in Electron. If Electron does not start, no spec runs. */
export default defineConfig({
  ...e2e,
  projects: [
    { name: 'start', testMatch: 'electron/start.spec.ts' },
    { name: 'packed', testMatch: 'electron/packed.spec.ts' },
    ...(e2e.projects ?? []).map((project) => ({
      ...project,
      testIgnore: [...[project.testIgnore ?? []].flat(), ...notHere],
      dependencies: ['start'],
    })),
  ],
  reporter: [
    ['list'],
    ['json', { outputFile: path.join(out, 'report.json') }],
    ['html', { outputFolder: path.join(out, 'report'), open: 'never' }],
  ],
})
