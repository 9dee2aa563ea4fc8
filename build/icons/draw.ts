/** Draws the icons of every system from `build/icons/*.svg`: `node build/icons/draw.ts`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { npmBrowser } from '../../e2e/host/browser.ts'
import { ICNS_SIZES, ICO_SIZES, makeIcns, makeIco } from './iconFiles.ts'

const iconDir = import.meta.dirname
/** The sizes of the theme folders that Linux desktops read. */
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
/** macOS icons have a tenth of their width free on each side; the others fill their square. */
const MAC_MARGIN = 0.1
/** The macOS menu bar, at both scales; `electron/shell/trayIcon.ts` contains them as text. */
const TRAY_SIZES = [16, 32]

const source = readFileSync(path.join(iconDir, 'tillside.svg'), 'utf8')
const tray = readFileSync(path.join(iconDir, 'tray-template.svg'), 'utf8')
const { executablePath, args, env } = await npmBrowser()
const browser = await chromium.launch({ executablePath, args: [...args], env: { ...env } })
try {
  const page = await browser.newPage()
  const filling = await draw(page, source, [...new Set([...ICO_SIZES, ...LINUX_SIZES])], 0)
  const framed = await draw(page, source, ICNS_SIZES, MAC_MARGIN)
  const template = await draw(page, tray, TRAY_SIZES, 0)
  mkdirSync(path.join(iconDir, 'png'), { recursive: true })
  for (const size of LINUX_SIZES)
    writeFileSync(path.join(iconDir, 'png', `${size}x${size}.png`), filling.get(size) ?? '')
  for (const size of TRAY_SIZES)
    writeFileSync(path.join(iconDir, 'tray', `${size}.png`), template.get(size) ?? '')
  writeFileSync(path.join(iconDir, 'tillside.ico'), makeIco(filling))
  writeFileSync(path.join(iconDir, 'tillside.icns'), makeIcns(framed))
} finally {
  await browser.close()
}

async function draw(
  page: Page,
  drawing: string,
  sizes: readonly number[],
  margin: number,
): Promise<Map<number, Buffer>> {
  const pictures = new Map<number, Buffer>()
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    const inset = Math.round(size * margin)
    const side = size - 2 * inset
    await page.setContent(
      `<style>html, body { margin: 0 } svg { position: absolute; left: ${inset}px; top: ${inset}px; width: ${side}px; height: ${side}px }</style>${drawing}`,
    )
    pictures.set(size, await page.screenshot({ omitBackground: true }))
  }
  return pictures
}
