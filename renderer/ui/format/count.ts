const format = new Intl.NumberFormat('en-NG')

/** A count as `50,000`. */
export function countText(count: number): string {
  return format.format(count)
}
