import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { withoutElectronDownload } from './scripts/start/noDownload.ts'

// A tool demands this default export. The browser specs in e2e/ end in .spec.ts and belong to Playwright.
export default defineConfig({
  test: {
    // No test is about speed; the bound only ends one that hangs, also on a machine that is busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', 'out/**', 'dist/**'],
    environment: 'node',
    env: withoutElectronDownload,
    // By itself vitest leaves one core free: of the two of a build machine, half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
    // electron-store imports electron by itself; a mock reaches it only where vitest transforms the package.
    server: { deps: { inline: ['electron-store'] } },
  },
})
