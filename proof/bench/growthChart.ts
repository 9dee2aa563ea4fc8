/** One line of the picture: how much longer an action takes at each size than at the smallest. */
export interface GrowthLine {
  readonly name: string
  readonly ratios: readonly number[]
}

const WIDTH = 720
const HEIGHT = 380
const LEFT = 56
const RIGHT = 200
const TOP = 40
const BOTTOM = 48
const RATIO_MAX = 2
/** Readable on white and on black. */
const COLOURS = ['#2f6fde', '#c2571a', '#1f8a5b', '#a03fb0', '#b08a00', '#777777']

const place = (index: number, count: number): number =>
  LEFT + (index / Math.max(1, count - 1)) * (WIDTH - LEFT - RIGHT)
const height = (ratio: number): number =>
  TOP + (1 - Math.min(ratio, RATIO_MAX) / RATIO_MAX) * (HEIGHT - TOP - BOTTOM)
const at = (value: number): string => value.toFixed(1)

/** A picture of growth; a ratio above two is drawn at two, with its real value as the label. */
export function growthChart(sizes: readonly number[], lines: readonly GrowthLine[]): string {
  const grid = [0, 0.5, 1, 1.5, 2].map(
    (ratio) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(height(ratio))}" y2="${at(height(ratio))}" stroke="#8888" stroke-width="${ratio === 1 ? 1.5 : 0.5}"/>` +
      `<text x="${LEFT - 8}" y="${at(height(ratio) + 4)}" text-anchor="end">${ratio}</text>`,
  )
  const marks = sizes.map(
    (size, index) =>
      `<text x="${at(place(index, sizes.length))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  )
  // Labels are in the order of the lines' ends, with enough space between them to be read.
  const ends = lines
    .map((line, index) => ({ ...line, colour: COLOURS[index % COLOURS.length] ?? '#777777' }))
    .toSorted((left, right) => (right.ratios.at(-1) ?? 0) - (left.ratios.at(-1) ?? 0))
  const middle = height(1) - ((ends.length - 1) / 2) * 18
  const drawn = ends.flatMap(({ name, ratios, colour }, index) => [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${ratios
      .map((ratio, each) => `${at(place(each, sizes.length))},${at(height(ratio))}`)
      .join(' ')}"/>`,
    `<text x="${WIDTH - RIGHT + 12}" y="${at(middle + index * 18 + 4)}" fill="${colour}">${name} ${(ratios.at(-1) ?? 0).toFixed(2)}</text>`,
  ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="#777777">`,
    `<title>Time taken by settled sales in the file, as a ratio to ${(sizes[0] ?? 0).toLocaleString('en')} of them</title>`,
    `<text x="${LEFT}" y="20">Time taken, as a ratio to a file of ${(sizes[0] ?? 0).toLocaleString('en')} sales</text>`,
    ...grid,
    ...marks,
    `<text x="${LEFT}" y="${HEIGHT - 8}">settled sales in the file</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}
