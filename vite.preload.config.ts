import { defineConfig } from 'vite'

/** The preload: CommonJS in one file, which is all that Electron's sandbox loads. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: 'electron/preload.ts',
    outDir: 'out/preload',
    emptyOutDir: true,
    target: 'chrome150',
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
    },
  },
})
