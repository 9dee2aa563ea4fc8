import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

// Vite demands these default exports.
/** Main: one ES module with every library in it, so that the package needs no node_modules. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: 'electron/main.ts',
    outDir: 'out/main',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      external: ['electron', /^node:/u, ...builtinModules],
      output: {
        format: 'es',
        entryFileNames: 'main.js',
        codeSplitting: false,
        // An eighth of the file is the libraries' documentation.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
})
