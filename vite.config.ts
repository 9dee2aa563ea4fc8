import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * The renderer. Nothing is inlined, so that the policy needs no exception: no data: fonts, no inline script. `base` is
 * relative because the pages live at app://bundle.
 */
export default defineConfig({
  root: path.join(import.meta.dirname, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [react(), englishOnly()],
  build: {
    outDir: path.join(import.meta.dirname, 'out/renderer'),
    emptyOutDir: true,
    target: 'chrome150',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One sheet from the start, so that a screen which is read later finds its looks there.
    cssCodeSplit: false,
    // Read from the disk: what matters is how much runs before the screen is visible, which the package's check counts.
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
  },
})

/**
 * The screen speaks English alone, so react-aria's own texts in other languages stay out of the bundle. An empty language is
 * what its optimize-locales-plugin leaves too, and react-aria falls back to English then.
 */
function englishOnly(): Plugin {
  const otherLanguage =
    /[/\\]react-(?:aria|aria-components|stately)[/\\].*[/\\]intl[/\\].*(?!en-)[a-z]{2}-[A-Z]{2}\.mjs$/u
  return {
    name: 'english-only',
    load: { filter: { id: otherLanguage }, handler: () => 'export default undefined' },
  }
}
