import { expect, test } from 'vitest'
import { growthChart } from './growthChart.ts'

const lines = [
  { name: 'record', ratios: [1, 1, 1.04] },
  { name: 'search', ratios: [1, 5, 13.6] },
]

test('each line has a point for each size and a label with its last ratio', () => {
  const svg = growthChart([10, 1_000, 1_000_000], lines)
  const points = [...svg.matchAll(/points="([^"]+)"/gu)].map(([, text = '']) => text.split(' ').length)
  expect(points).toEqual([3, 3])
  expect(svg).toContain('record 1.04')
  expect(svg).toContain('1,000,000')
})

test('a line beyond the picture is drawn at its edge, with its real ratio', () => {
  const svg = growthChart([10, 1_000, 1_000_000], lines)
  const heights = [...svg.matchAll(/points="([^"]+)"/gu)].flatMap(([, text = '']) =>
    text.split(' ').map((point) => Number(point.split(',')[1])),
  )
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40)
  expect(Math.max(...heights)).toBeLessThan(380)
  expect(svg).toContain('search 13.60')
})
