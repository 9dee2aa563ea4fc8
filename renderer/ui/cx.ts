/** Joins class names, leaving out what is absent. */
export function cx(...classes: readonly (string | false | undefined)[]): string {
  return classes.filter(Boolean).join(' ')
}
