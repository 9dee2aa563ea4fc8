/**
 * One name in the settings for a kind of value and whom it belongs to. Each part is encoded: a point in an address
 * would otherwise be read as a path by the settings file, and a colon could let two owners meet at one name.
 */
export function settingsKey(kind: string, ...owners: readonly string[]): string {
  return [kind, ...owners.map((owner) => encodeURIComponent(owner).replaceAll('.', '%2E'))].join(':')
}
