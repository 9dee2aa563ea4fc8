/**
 * A unique name in the settings for a kind of value and its owners. Each part is encoded: the settings file would read
 * a point in an address as a path, and a colon could give two owners one name.
 */
export function settingsKey(kind: string, ...owners: readonly string[]): string {
  return [kind, ...owners.map((owner) => encodeURIComponent(owner).replaceAll('.', '%2E'))].join(':')
}
