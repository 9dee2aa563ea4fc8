import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TRAY_ICON, TRAY_TEMPLATES, trayImage } from './trayIcon.ts'

test('the tray icon is the icon of the package', () => {
  const file = path.resolve(import.meta.dirname, '../../build/icons/png/32x32.png')
  expect(TRAY_ICON).toBe(`data:image/png;base64,${readFileSync(file).toString('base64')}`)
})

test('on macOS it is a template image at two scales, the same as the files; on other systems it is the icon', () => {
  const calls: unknown[] = []
  const images = {
    createFromDataURL: (url: string) => {
      calls.push(url)
      return {}
    },
    createEmpty: () => ({
      addRepresentation: (options: { scaleFactor: number; width: number; dataURL: string }) =>
        calls.push([options.scaleFactor, options.width, options.dataURL]),
      setTemplateImage: (isTemplate: boolean) => calls.push(isTemplate),
    }),
  }
  trayImage<object>(images, 'darwin')
  const file = (side: number): string => {
    const place = path.resolve(import.meta.dirname, `../../build/icons/tray/${side}.png`)
    return `data:image/png;base64,${readFileSync(place).toString('base64')}`
  }
  expect(calls).toEqual([[1, 16, file(16)], [2, 32, file(32)], true])
  expect(TRAY_TEMPLATES).toHaveLength(2)
  calls.length = 0
  for (const platform of ['win32', 'linux'] as const) trayImage<object>(images, platform)
  expect(calls).toEqual([TRAY_ICON, TRAY_ICON])
})
