import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { filesInMemory } from '../../scripts/filesInMemory.ts'
import { SIZES } from './scene.ts'

// Each worker, and each program that it starts, inherits it.
Object.assign(process.env, filesInMemory())

const out = path.resolve(import.meta.dirname, '../../out/gallery')

/** `npm run gallery`: a project for each size of a window, and one for the papers. */
export default defineConfig({
  testDir: import.meta.dirname,
  projects: [
    ...SIZES.map((viewport) => ({
      name: `${viewport.width}x${viewport.height}`,
      testMatch: 'screens.spec.ts',
      use: { viewport },
    })),
    { name: 'papers', testMatch: 'papers.spec.ts' },
  ],
  outputDir: path.join(out, 'pictures'),
  // Build machines have two cores.
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  reporter: [['list'], ['html', { outputFolder: path.join(out, 'report'), open: 'never' }]],
})
