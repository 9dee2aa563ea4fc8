import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { filesInMemory } from './scripts/filesInMemory.ts'
import { LongestFirst } from './scripts/longestFirst.ts'
import { withoutElectronDownload } from './scripts/start/noDownload.ts'

// A tool demands this default export. The browser specs in e2e/ end in .spec.ts and belong to Playwright.
export default defineConfig({
  test: {
    // No test is about speed; the bound only ends one that hangs, also on a machine that is busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', 'out/**', 'dist/**'],
    environment: 'node',
    env: { ...withoutElectronDownload, ...filesInMemory() },
    // By itself vitest leaves one core free. Build machines have two, and some files wait for the disk or for a clock.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // A process for each file took a tenth of the whole `npm test`; freshFile.ts keeps the files apart.
    isolate: false,
    setupFiles: ['scripts/freshFile.ts'],
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    // electron-store imports electron by itself; a mock reaches it only where vitest transforms the package.
    server: { deps: { inline: ['electron-store'] } },
  },
})
