import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** The library of the settings file loads a validator of schemas, which it uses only where it is given a schema. */
const UNUSED = /^ajv(?:-formats|\/dist\/2020\.js)$/u
const leaveOutUnused = {
  name: 'leave-out-unused',
  resolveId: (id: string) => (UNUSED.test(id) ? `\0${id}` : null),
  load: (id: string) =>
    UNUSED.test(id.slice(1))
      ? "const none = () => { throw new Error('left out') }; export const Ajv2020 = none; export default none"
      : null,
}

// Vite demands these default exports.
/** Main: one ES module with every library in it, so that the package needs no node_modules. */
export default defineConfig({
  publicDir: false,
  plugins: [{ ...leaveOutUnused, enforce: 'pre' }],
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
