/** More slips of the hand make another word. */
const SLIPS_MAX = 2

/** The known word that a mistyped one most likely is, in any case; undefined where none or several are as near. */
export function nearestKey(typed: string, known: readonly string[]): string | undefined {
  const near = known
    .map((key) => ({ key, slips: slipsBetween(typed.toLowerCase(), key.toLowerCase()) }))
    .toSorted((left, right) => left.slips - right.slips)
  const [first, second] = near
  if (first === undefined || first.slips > Math.min(SLIPS_MAX, first.key.length / 2)) return undefined
  return second?.slips === first.slips ? undefined : first.key
}

/** Letters left out, added, changed, or two of them swapped (optimal string alignment). */
function slipsBetween(left: string, right: string): number {
  // A text of a file may be long; a word that much longer is another one.
  if (Math.abs(left.length - right.length) > SLIPS_MAX) return Infinity
  let before: readonly number[] = []
  let above: readonly number[] = Array.from({ length: right.length + 1 }, (_, place) => place)
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      line[column] = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + Number(!isSame),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = above
    above = line
  }
  return above[right.length] ?? 0
}
