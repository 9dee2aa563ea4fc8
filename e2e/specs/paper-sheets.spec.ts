import { expect, test, type Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { escPosBytes } from '../../electron/paper/escPos.ts'
import { withoutClock } from '../../electron/paper/paperRoom.ts'
import { atOnce } from '../../electron/work/slices.ts'
import { digitsOf } from '../../shared/dayClose.ts'
import type { PaperLine, PaperWidth, RollWidth } from '../../shared/paper.ts'
import { longClose, paperNames, paperScene, showPaper, widthsOf } from '../gallery/papers.ts'
import { openStudio, type Studio } from '../gallery/studio.ts'

/* What stands on papers, read from the PDF and from a receipt printer's bytes. The figures are worked out here anew. */

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

const NAMED = 20
const naira = (kobo: number): string => {
  const digits = String(Math.abs(kobo)).padStart(3, '0')
  const whole = digits.slice(0, -2).replaceAll(/(?<=[0-9])(?=(?:[0-9]{3})+$)/gu, ',')
  return `${kobo < 0 ? '-' : ''}₦${whole}.${digits.slice(-2)}`
}
const koboOf = (decimal: string): number => Math.round(Number(decimal) * 100)
const sum = (all: readonly { readonly kobo: number }[]): number =>
  all.reduce((total, { kobo }) => total + kobo, 0)

/** Every amount that the close has, in any order. */
function amountsOfClose(): readonly string[] {
  const { terminals, days, cashiers, open, openKobo, adjustments, cameIn, takenBack } = longClose
  return [
    ...terminals.flatMap(({ recorded, parts, settled, fees }) => [
      recorded.kobo,
      ...parts.filter(({ count }) => count > 0).map(({ kobo }) => kobo),
      ...(fees === null ? [] : [koboOf(fees)]),
      ...(settled === null ? [] : [koboOf(settled)]),
    ]),
    ...days.flatMap(({ recorded, paid }) => [recorded.kobo, paid.kobo]),
    ...cashiers.map(({ kobo }) => kobo),
    ...open.slice(0, NAMED).map(({ kobo }) => kobo),
    openKobo - sum(open.slice(0, NAMED)),
    openKobo,
    ...adjustments.map(({ kobo }) => kobo),
    cameIn.kobo,
    -takenBack.kobo,
  ].map(naira)
}

const amountsIn = (text: string): readonly string[] =>
  [...text.replaceAll(/NGN /gu, '₦').matchAll(/-?₦[0-9,]+\.[0-9]{2}(?![0-9])/gu)].map(([amount]) => amount)

async function pdfText(page: Page, width: PaperWidth): Promise<string> {
  const height = await page.locator('[data-paper]').evaluate((sheet) => sheet.getBoundingClientRect().height)
  const size =
    width === '210' ? { format: 'A4' } : { width: `${width}mm`, height: `${Math.ceil(height) + 40}px` }
  const pdf = await page.pdf({ ...size, preferCSSPageSize: width === '210' })
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text.normalize('NFC')
}

for (const width of widthsOf('close')) {
  test(`the close on ${width} mm: each figure of it, whole, and no other`, async () => {
    const text = await pdfText(await showPaper(studio, 'close', width), width)
    expect([...amountsIn(text)].toSorted()).toEqual([...amountsOfClose()].toSorted())
    expect(text).toContain(digitsOf(longClose.hash))
    for (const { transactionId } of longClose.open.slice(0, NAMED))
      expect(text.replaceAll(/\s/gu, '')).toContain(transactionId)
  })
}

test('a paper of the same facts is the same bytes, in any second', async () => {
  const bytes = async (): Promise<string> => {
    const page = await showPaper(studio, 'close', '210')
    return Buffer.from(withoutClock(await page.pdf({ format: 'A4', tagged: true }))).toString('base64')
  }
  const first = await bytes()
  const second = Math.floor(Date.now() / 1_000)
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(second)
  expect(await bytes()).toBe(first)
})

for (const width of ['80', '58'] as const) {
  test(`the close in the bytes of a receipt printer of ${width} mm: the same figures, each line within the roll`, async () => {
    const lines = await linesSent(width)
    const printed = shown(atOnce(escPosBytes(width, lines)))
    expect(Math.max(...printed.map((line) => line.length))).toBeLessThanOrEqual(width === '80' ? 48 : 32)
    expect([...amountsIn(printed.join('\n'))].toSorted()).toEqual([...amountsOfClose()].toSorted())
    expect(printed.map((line) => line.trim())).toContain(digitsOf(longClose.hash))
  })
}

async function linesSent(width: RollWidth): Promise<readonly PaperLine[]> {
  const sent = Promise.withResolvers<readonly PaperLine[]>()
  const send = ({ lines }: { lines: readonly PaperLine[] }): Promise<never> => {
    sent.resolve(lines)
    return new Promise(() => {})
  }
  await studio.open(paperScene('close', width, { printer: '10.0.0.9', answers: { 'paper.send': send } }))
  return sent.promise
}

/** What a printer shows, line by line: its commands are left out. */
// oxlint-disable-next-line no-control-regex
const COMMANDS = /\u001B@|\u001C\.|\u001B[EMat].|\u001DV./gsu
const shown = (bytes: Uint8Array): readonly string[] =>
  Buffer.from(bytes).toString('latin1').replaceAll(COMMANDS, '').split('\n\r')

/** What drivers print on of a roll of 80 and of 58 mm. */
const PRINTABLE_MM: Readonly<Record<PaperWidth, number>> = { 210: 210, 80: 72, 58: 48 }

for (const name of paperNames)
  for (const width of widthsOf(name)) {
    test(`nothing of the ${name} on ${width} mm is cut, lies over another text, or leaves what is printed on`, async () => {
      const page = await showPaper(studio, name, width)
      expect(await page.locator('[data-paper]').evaluate(faultsOf, PRINTABLE_MM[width])).toEqual([])
    })
  }

/** Runs in the page: texts of a paper that stand wrongly. */
function faultsOf(sheet: Element, printableMm: number): readonly string[] {
  const PX_A_MM = 96 / 25.4
  const paper = sheet.getBoundingClientRect()
  const middle = (paper.left + paper.right) / 2
  const isRoll = printableMm < 200
  const half = isRoll ? (printableMm * PX_A_MM) / 2 : paper.width / 2
  const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
  const boxes: { text: string; box: DOMRect }[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // A ruler goes to the edge on purpose.
    if ((node.textContent ?? '').trim() === '' || node.parentElement?.closest('svg') != null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) boxes.push({ text: node.textContent ?? '', box })
    const amount = /^-?₦[0-9,.]+$/u.test(node.textContent ?? '')
    if (amount && range.getClientRects().length > 1)
      boxes.push({ text: `broken: ${node.textContent}`, box: new DOMRect(-1e6, 0, 1, 1) })
  }
  const outside = boxes.filter(({ box }) => box.left < middle - half - 1 || box.right > middle + half + 1)
  const over = boxes.filter(({ box }, at) =>
    boxes.some(
      ({ box: other }, place) =>
        place > at &&
        Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2 &&
        Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 4,
    ),
  )
  return [...outside.map(({ text }) => `outside: ${text}`), ...over.map(({ text }) => `over: ${text}`)]
}
