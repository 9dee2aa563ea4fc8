import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(path.join(import.meta.dirname, '../styles/tokens.css'), 'utf8')

/** In the light and the dark scheme. */
function colours(name: string): readonly [string, string] {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`, 'u').exec(tokens) ?? []
  if (light === undefined || dark === undefined) throw new Error(`no colour --${name}`)
  return [light, dark]
}

/** As in WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

test.each([0, 1] as const)('a selected row stands out, and its text stays readable (scheme %i)', (scheme) => {
  const selected = colours('selected')[scheme]
  expect(contrast(selected, colours('surface')[scheme])).toBeGreaterThanOrEqual(1.5)
  for (const text of ['text', 'muted'])
    expect(contrast(selected, colours(text)[scheme])).toBeGreaterThanOrEqual(4.5)
})

test.each([0, 1] as const)('the mark of the row under the pointer stands out (scheme %i)', (scheme) => {
  const ground = colours('sunken')[scheme]
  expect(contrast(colours('control-border')[scheme], ground)).toBeGreaterThanOrEqual(3)
  expect(contrast(colours('muted')[scheme], ground)).toBeGreaterThanOrEqual(4.5)
})
