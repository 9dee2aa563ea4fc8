import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The renderer. Nothing is inlined, so that the policy needs no exception: no data: fonts, no inline script. `base` is
 * relative because the pages live at app://bundle.
 */
export default defineConfig({
  root: path.join(import.meta.dirname, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: path.join(import.meta.dirname, 'out/renderer'),
    emptyOutDir: true,
    target: 'chrome150',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read from the disk in one piece; splitting would save nothing here.
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
  },
})
