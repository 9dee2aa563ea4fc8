/** The keys for a finger; the digits are their own names. */
export const keypadStrings = {
  label: 'Number keys',
  delete: 'Delete',
} as const
