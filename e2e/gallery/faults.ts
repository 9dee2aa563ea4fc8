import type { Locator, Page } from '@playwright/test'

/** Layout faults of the page. The functions run inside it: passed as text, they know only each other. */

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Item {
  readonly element: Element
  readonly box: Box
  readonly name: string
}

/** Smaller differences are rounding. */
const SLACK_PX = 1.5
/** A shortened name of this width can still be told from another. */
const SHORTENED_MIN_PX = 48
/** The least width and height of a control where the pointer is a finger. */
const TARGET_MIN_PX = 44

function nameOf(element: Element): string {
  const said = element.getAttribute('aria-label') ?? (element.textContent ?? '').trim()
  const words = said.replaceAll(/\s+/gu, ' ').slice(0, 48)
  return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ‘${words}’`
}

function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    // Text for screen readers only.
    if (getComputedStyle(at).clipPath !== 'none') return false
  }
  return true
}

function meet(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

function isArea({ left, top, right, bottom }: Box): boolean {
  return right - left > SLACK_PX && bottom - top > SLACK_PX
}

/** The part of a box that no ancestor cuts off. */
function shownPart(element: Element, box: Box): Box {
  let part = meet(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(at)
    const edge = at.getBoundingClientRect()
    if (overflowX !== 'visible') part = meet(part, { ...part, left: edge.left, right: edge.right })
    if (overflowY !== 'visible') part = meet(part, { ...part, top: edge.top, bottom: edge.bottom })
    if (position === 'fixed') break
  }
  return part
}

/** A layer that covers the rest on purpose: a dialog, a menu, a drawer, a sticky bar. */
function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { position, zIndex } = getComputedStyle(at)
    if (position === 'fixed' || position === 'sticky') return at
    if (position === 'absolute' && zIndex !== 'auto') return at
  }
  return null
}

function overlapsOf(items: readonly Item[], word: string): string[] {
  const found: string[] = []
  const layers = items.map(({ element }) => layerOf(element))
  for (const [place, one] of items.entries()) {
    for (const [later, other] of items.slice(place + 1).entries()) {
      if (layers[place] !== layers[place + 1 + later]) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      if (isArea(meet(one.box, other.box))) found.push(`${word} overlap: ${one.name} and ${other.name}`)
    }
  }
  return found
}

/** Whether an ancestor cuts words off, or they are outside every scroll area. */
function cutBy(element: Element, box: Box): string | null {
  let isReachable = false
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, position, textOverflow } = getComputedStyle(at)
    const edge = at.getBoundingClientRect()
    const isCutAside = box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX
    if (overflowX !== 'visible' && isCutAside && textOverflow !== 'ellipsis') return nameOf(at)
    // An ellipsis without enough text says nothing.
    if (textOverflow === 'ellipsis') return edge.width < SHORTENED_MIN_PX && isCutAside ? nameOf(at) : null
    if (/auto|scroll/u.test(overflowY)) isReachable = true
    const isCutBelow = box.top < edge.top - SLACK_PX || box.bottom > edge.bottom + SLACK_PX
    if (!isReachable && overflowY !== 'visible' && isCutBelow) return nameOf(at)
    if (position === 'fixed') break
  }
  if (box.left < -SLACK_PX || box.right > innerWidth + SLACK_PX) return 'the window'
  if (isReachable) return null
  return box.top < -SLACK_PX || box.bottom > innerHeight + SLACK_PX ? 'the window' : null
}

/** Words deliberately shortened with an ellipsis: they are complete elsewhere. */
function isShortened(element: Element): boolean {
  return getComputedStyle(element).textOverflow === 'ellipsis'
}

/** A control, chip or cell whose own words overflow it. */
function spillsFrom(element: Element, box: Box): string | null {
  const holder = element.closest('button, [data-chip], td, th, dd, dt, kbd, label, [role="gridcell"]')
  if (holder === null || isShortened(element)) return null
  const edge = holder.getBoundingClientRect()
  return box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX ? nameOf(holder) : null
}

function texts(): Item[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const items: Item[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = (node.textContent ?? '').trim()
    if (element === null || text === '' || element.closest('option, script, style') !== null) continue
    if (!isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (isArea(box)) items.push({ element, box, name: `‘${text.slice(0, 48)}’` })
    }
  }
  return items
}

function textFaults(items: readonly Item[]): string[] {
  const found = items.flatMap(({ element, box, name }) => {
    const cut = cutBy(element, box)
    if (cut !== null) return [`text cut: ${name} by ${cut}`]
    const holder = spillsFrom(element, box)
    return holder === null ? [] : [`text runs out: ${name} of ${holder}`]
  })
  return [...found, ...overlapsOf(shownOf(items), 'texts')]
}

/** The visible part of each; invisible ones are left out. */
function shownOf(items: readonly Item[]): Item[] {
  return items.flatMap((item) => {
    const box = shownPart(item.element, item.box)
    return isArea(box) ? [{ ...item, box }] : []
  })
}

/** Words above or below a control that do not belong to it. */
function strayTexts(items: readonly Item[], controls: readonly Item[]): string[] {
  return shownOf(items).flatMap(({ element, box, name }) => {
    const under = controls.find(
      (control) =>
        !control.element.contains(element) &&
        !element.contains(control.element) &&
        isArea(meet(box, control.box)) &&
        layerOf(control.element) === layerOf(element),
    )
    return under === undefined ? [] : [`text over a control: ${name} and ${under.name}`]
  })
}

/** A cut hint in an empty field. */
function fieldFaults(): string[] {
  const pen = document.createElement('canvas').getContext('2d')
  const found: string[] = []
  for (const field of document.querySelectorAll('input')) {
    const words = field.placeholder
    if (pen === null || !isShown(field) || words === '' || field.value !== '') continue
    const style = getComputedStyle(field)
    // The font shorthand is empty where `font-variant-numeric` is set, so it is built from its parts.
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const room =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (pen.measureText(words).width > room + SLACK_PX) found.push(`text cut: ‘${words}’ in its field`)
  }
  return found
}

function controlsOf(): Item[] {
  const items = [
    ...document.querySelectorAll(
      'button, a[href], input, select, textarea, summary, label:has(input), [role="button"], [role="menuitem"], [role="row"][data-key], [role="columnheader"]',
    ),
  ].filter(isShown)
  return shownOf(
    items.map((element) => ({ element, box: element.getBoundingClientRect(), name: nameOf(element) })),
  )
}

function pageFaults(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement
  const found: string[] = []
  if (scrollWidth > innerWidth) found.push(`the page scrolls sideways by ${scrollWidth - innerWidth} px`)
  if (scrollHeight > innerHeight) found.push(`the page scrolls down by ${scrollHeight - innerHeight} px`)
  for (const element of document.querySelectorAll<HTMLElement>('#root *, [data-modal] *')) {
    if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth + 1) continue
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (element.tagName === 'INPUT' || overflowX === 'visible' || textOverflow === 'ellipsis') continue
    if (isShown(element)) found.push(`wider than its room: ${nameOf(element)}`)
  }
  return found
}

/** @returns why the element is not completely visible, or nothing */
function hiddenFaults(element: Element): string[] {
  const box = element.getBoundingClientRect()
  const { left, top, right, bottom } = shownPart(element, box)
  const isWhole = right - left >= box.width - SLACK_PX && bottom - top >= box.height - SLACK_PX
  if (!isWhole) return [`not whole in view: ${nameOf(element)}`]
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 4, top + 4],
    [right - 4, bottom - 4],
  ] as const
  for (const [x, y] of points) {
    const hit = document.elementFromPoint(x, y)
    if (hit !== null && !element.contains(hit)) return [`${nameOf(element)} lies under ${nameOf(hit)}`]
  }
  return []
}

/**
 * A question or an error that a person does not see whole without scrolling: a live problem, a field that is wrong,
 * a question and its answers.
 */
function askFaults(): string[] {
  const asking = document.querySelectorAll(
    '[role="alert"], [role="alertdialog"] :is(h2, button, label:has([type="radio"])), [aria-invalid="true"], [data-asks]',
  )
  const modal = [...document.querySelectorAll('[data-modal]')].at(-1) ?? document.body
  return [...asking]
    .filter((element) => modal.contains(element) && isShown(element))
    .filter((element) => isArea(element.getBoundingClientRect()))
    .flatMap((element) => hiddenFaults(element).map((fault) => `asks out of view: ${fault}`))
}

/** Words of others that the focus ring crosses. */
function ringFaults(items: readonly Item[]): string[] {
  const element = document.activeElement
  if (element === null || element === document.body) return []
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
  if (outlineStyle === 'none') return []
  const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const grown = { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }
  const ring = shownPart(element, grown)
  return shownOf(items)
    .filter((item) => !element.contains(item.element) && layerOf(item.element) === layerOf(element))
    .filter(({ box }) => isArea(meet(box, ring)))
    .map(({ name }) => `the focus ring of ${nameOf(element)} crosses ${name}`)
}

/** A control too small for a finger. A choice counts with its label. */
function targetFaults(controls: readonly Item[]): string[] {
  if (!matchMedia('(pointer: coarse)').matches) return []
  return controls.flatMap(({ element, name }) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const isChoice = label !== undefined && element.matches('[type="checkbox"], [type="radio"]')
    const { width, height } = (isChoice ? label : element).getBoundingClientRect()
    if (element.matches('[role="columnheader"]:not([aria-sort])')) return []
    const isWide = element.matches('[role="columnheader"]') || width >= TARGET_MIN_PX - SLACK_PX
    if (isWide && height >= TARGET_MIN_PX - SLACK_PX) return []
    return [`small for a finger: ${name}, ${Math.round(width)}×${Math.round(height)} px`]
  })
}

function layoutFaults(): string[] {
  const words = texts()
  const controls = controlsOf()
  return [
    ...new Set([
      ...pageFaults(),
      ...textFaults(words),
      ...strayTexts(words, controls),
      ...fieldFaults(),
      ...askFaults(),
      ...ringFaults(words),
      ...targetFaults(controls),
      ...overlapsOf(controls, 'controls'),
    ]),
  ]
}

interface FaultFinder {
  readonly layoutFaults: () => string[]
  readonly hiddenFaults: (element: Element) => string[]
}

/** Puts the functions above into the page, under one name. */
export const FAULT_FINDER = `window.faultFinder = (() => {
const SLACK_PX = ${SLACK_PX}
const SHORTENED_MIN_PX = ${SHORTENED_MIN_PX}
const TARGET_MIN_PX = ${TARGET_MIN_PX}
${[nameOf, isShown, meet, isArea, shownPart, layerOf, overlapsOf, cutBy, isShortened, spillsFrom, texts, textFaults, shownOf, strayTexts, fieldFaults, controlsOf, ringFaults, targetFaults, pageFaults, hiddenFaults, askFaults, layoutFaults].join('\n')}
return { layoutFaults, hiddenFaults }
})()`

type WithFinder = typeof globalThis & { readonly faultFinder: FaultFinder }

/** Cut words, overlapping things, a page that scrolls. */
export async function findFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as WithFinder).faultFinder.layoutFaults())
}

/** Why something is missing, not completely visible, or covered. */
export async function findHidden(locator: Locator): Promise<readonly string[]> {
  const [element] = await locator.elementHandles()
  if (element === undefined) return ['what a person came for is not there']
  return element.evaluate((found) => (globalThis as WithFinder).faultFinder.hiddenFaults(found as Element))
}
