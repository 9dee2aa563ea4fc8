import type { KeptFiles } from '../ports.ts'

/** Kept files in memory: present as soon as they are written; a test with the map can damage them as a disk would. */
export function keptFilesIn(files: Map<string, string>): KeptFiles {
  return {
    read: (name) => Promise.resolve(files.get(name) ?? null),
    write: (name, text) => {
      files.set(name, text)
      return Promise.resolve(true)
    },
  }
}
