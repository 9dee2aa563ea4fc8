import type { KeptFiles } from '../ports.ts'

/** Kept files in memory: they are there as soon as they are written, and whoever holds the map can do to them what a disk does. */
export function keptFilesIn(files: Map<string, string>): KeptFiles {
  return {
    read: (name) => Promise.resolve(files.get(name) ?? null),
    write: (name, text) => {
      files.set(name, text)
      return Promise.resolve(true)
    },
  }
}
