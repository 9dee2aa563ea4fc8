import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ICNS_SIZES, ICO_SIZES, makeIcns, makeIco } from '../../build/icons/iconFiles.ts'

const iconDir = path.join(import.meta.dirname, '../../build/icons')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Width and height of a PNG, from its first block. */
function sizeOf(png: Buffer): readonly [number, number] {
  expect(png.subarray(0, 8)).toEqual(PNG)
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('the icon of Windows has a picture of each size, at the offset in its directory', () => {
  const ico = readFileSync(path.join(iconDir, 'tillside.ico'))
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index
    const png = ico.subarray(ico.readUInt32LE(at + 12)).subarray(0, ico.readUInt32LE(at + 8))
    expect(sizeOf(png)).toEqual([ico.readUInt8(at) || 256, ico.readUInt8(at + 1) || 256])
    return sizeOf(png)[0]
  })
  expect(sizes).toEqual(ICO_SIZES)
})

test('the icon of macOS is a sequence of complete blocks, with a picture of each size', () => {
  const icns = readFileSync(path.join(iconDir, 'tillside.icns'))
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
  const sizes = new Set<number>()
  let at = 8
  while (at < icns.length) {
    const length = icns.readUInt32BE(at + 4)
    sizes.add(sizeOf(icns.subarray(at + 8, at + length))[0])
    at += length
  }
  expect(at).toBe(icns.length)
  expect([...sizes]).toEqual(ICNS_SIZES)
})

test('each picture of Linux has the size in its name', () => {
  const names = readdirSync(path.join(iconDir, 'png'))
  expect(names).toHaveLength(8)
  for (const name of names) {
    const side = Number.parseInt(name, 10)
    expect(`${side}x${side}.png`).toBe(name)
    expect(sizeOf(readFileSync(path.join(iconDir, 'png', name)))).toEqual([side, side])
  }
})

test('a missing size is an error, and does not give an icon without it', () => {
  expect(() => makeIco(new Map([[16, PNG]]))).toThrow('There is no picture of 24 pixels.')
  expect(() => makeIcns(new Map([[16, PNG]]))).toThrow('There is no picture of 32 pixels.')
})
