import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import type { SettingsStore, Timers } from '../ports.ts'

/** A rectangle of the desktop, in device-independent pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const coordinate = z.int().check(z.minimum(-100_000), z.maximum(100_000))
const length = z.int().check(z.minimum(1), z.maximum(100_000))

/**
 * The window's normal bounds, and whether it was maximised. The position is null where it is unknown, as on Wayland.
 */
const WindowPlace = z.strictObject({
  x: z.nullable(coordinate),
  y: z.nullable(coordinate),
  width: length,
  height: length,
  isMaximised: z.boolean(),
})
export type WindowPlace = z.output<typeof WindowPlace>

export interface Placement {
  readonly bounds: Area
  readonly minWidth: number
  readonly minHeight: number
  readonly isMaximised: boolean
}

const PREFERRED = { width: 1180, height: 760 } as const
/** The smallest size at which every screen shows its main action. */
const SMALLEST = { width: 1024, height: 560 } as const

const SETTINGS_KEY = 'window'
/** Dragging a window sends many events, so its place is stored only after it has not moved for this time. */
const REST_MS = 500

/**
 * Where the window opens: as it was left, but entirely inside an attached display. Counters may have old, small screens,
 * so even the smallest size is reduced to the display's.
 * @param kept null at a first start
 * @param workAreas the attached displays without their task bars, the primary one first
 */
export function placeWindow(kept: WindowPlace | null, workAreas: readonly [Area, ...Area[]]): Placement {
  const display = displayOf(kept, workAreas)
  const minWidth = Math.min(SMALLEST.width, display.width)
  const minHeight = Math.min(SMALLEST.height, display.height)
  const width = clamp(kept?.width ?? PREFERRED.width, minWidth, display.width)
  const height = clamp(kept?.height ?? PREFERRED.height, minHeight, display.height)
  const was = areaOf(kept)
  const isHere = was !== null && overlap(was, display) > 0
  const x = isHere ? was.x : display.x + Math.floor((display.width - width) / 2)
  const y = isHere ? was.y : display.y + Math.floor((display.height - height) / 2)
  return {
    bounds: {
      x: clamp(x, display.x, display.x + display.width - width),
      y: clamp(y, display.y, display.y + display.height - height),
      width,
      height,
    },
    minWidth,
    minHeight,
    isMaximised: kept?.isMaximised ?? false,
  }
}

/** The display that shows most of the window, else the primary one. */
function displayOf(kept: WindowPlace | null, [primary, ...others]: readonly [Area, ...Area[]]): Area {
  const was = areaOf(kept)
  if (was === null) return primary
  return others.reduce(
    (best, display) => (overlap(was, display) > overlap(was, best) ? display : best),
    primary,
  )
}

function areaOf(kept: WindowPlace | null): Area | null {
  if (kept === null) return null
  const { x, y, width, height } = kept
  return x === null || y === null ? null : { x, y, width, height }
}

function overlap(one: Area, other: Area): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}

/** The stored place, or null where it is missing or invalid. */
export function keptPlace(settings: Pick<SettingsStore, 'get'>): WindowPlace | null {
  const kept = parseUnknown(WindowPlace, settings.get(SETTINGS_KEY))
  return kept.ok ? kept.value : null
}

/** Electron's `BrowserWindow`, as far as needed. */
export interface PlacedWindow {
  on(event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'close', listener: () => void): unknown
  /** The bounds in the normal state, even while it is maximised or minimised. */
  getNormalBounds(): Area
  isMaximized(): boolean
  isMinimized(): boolean
}

/**
 * Whether windows know their position. On Wayland `getNormalBounds` gives 0, 0 for every window (Electron 45,
 * docs/api/browser-window.md, `win.getBounds`), and the next start under X11 would use that. Since Electron 38 the
 * session's own display server is used unless a switch names another.
 */
export function knowsPlace(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
): boolean {
  if (platform !== 'linux') return true
  const asked = argv.findLast((argument) => argument.startsWith('--ozone-platform='))?.split('=')[1]
  if (asked === 'x11' || asked === 'wayland') return asked === 'x11'
  return env['XDG_SESSION_TYPE'] !== 'wayland' && (env['WAYLAND_DISPLAY'] ?? '') === ''
}

/**
 * Stores the window's place after it has moved and when it closes.
 * @param hasPlace see {@link knowsPlace}
 */
export function followPlace(
  window: PlacedWindow,
  settings: Pick<SettingsStore, 'set'>,
  timers: Timers,
  hasPlace: boolean,
): void {
  let callOff: () => void = () => {}
  function keep(): void {
    callOff()
    const { x, y, width, height } = window.getNormalBounds()
    try {
      // A minimised window reports that it is not maximised, even if it will be when restored.
      if (window.isMinimized()) return
      settings.set(SETTINGS_KEY, {
        x: hasPlace ? x : null,
        y: hasPlace ? y : null,
        width,
        height,
        isMaximised: window.isMaximized(),
      } satisfies WindowPlace)
    } catch {
      // The disk may be full. The window then opens at its earlier place, which needs no message.
    }
  }
  const rest = (): void => {
    callOff()
    callOff = timers.after(REST_MS, keep)
  }
  window.on('resize', rest)
  window.on('move', rest)
  window.on('maximize', rest)
  window.on('unmaximize', rest)
  window.on('close', keep)
}
