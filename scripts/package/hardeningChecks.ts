import { readFileSync } from 'node:fs'
import path from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { FUSES } from '../../build/fuses.ts'
import { LINK_SCHEME, PRODUCT_NAME } from '../../build/identity.ts'
import type { PackedApp } from './packedApp.ts'

/** The resource in which Electron on Windows looks for the checksum of the archive's header. */
const INTEGRITY = { type: 'INTEGRITY', id: 'ELECTRONASAR' } as const
/** The resource type of an icon group on Windows. */
const ICON_GROUP = 14

/** The fuses in the program, read back from its bytes. */
export async function fuseProblems({ program }: PackedApp): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(FUSES).flatMap(([key, isOn]) => {
    const name = key.replace(/^\w/u, (letter) => letter.toUpperCase())
    const option = FuseV1Options[name as keyof typeof FuseV1Options]
    const wanted = isOn ? FuseState.ENABLE : FuseState.DISABLE
    return wire[option] === wanted ? [] : [`${key} is not ${isOn ? 'on' : 'off'}`]
  })
}

/** The program knows the archive that it may run. Electron checks this only on Windows and macOS. */
export function integrityProblems(packed: PackedApp): readonly string[] {
  if (packed.system === 'linux') return []
  const known = packed.system === 'win' ? integrityOfWindows(packed.program) : integrityOfMac(packed.program)
  if (known === null) return ['the program knows no checksum of the archive']
  return known === packed.headerSha256 ? [] : ['the program knows the checksum of another archive']
}

/** What the system shows of the program, and what it opens with it. On Linux the installer has that: deb.test.ts. */
export function brandProblems({ system, program }: PackedApp, version: string): readonly string[] {
  if (system === 'linux') return []
  const found = system === 'win' ? brandOfWindows(program) : brandOfMac(program)
  const wanted: Readonly<Record<string, string>> = { product: PRODUCT_NAME, version, icon: 'there' }
  return Object.entries(found).flatMap(([key, value]) => {
    const right = key === 'scheme' ? LINK_SCHEME : wanted[key]
    return value === right ? [] : [`its ${key} is ${value ?? 'missing'}, and not ${right}`]
  })
}

type Brand = Readonly<Record<string, string | undefined>>

function brandOfWindows(program: string): Brand {
  const { entries } = resourcesOf(program)
  const strings = Resource.VersionInfo.fromEntries(entries)[0]?.getStringValues({
    lang: 1033,
    codepage: 1200,
  })
  return {
    product: strings?.['ProductName'],
    version: strings?.['FileVersion'],
    icon: entries.some(({ type }) => type === ICON_GROUP) ? 'there' : undefined,
  }
}

function brandOfMac(program: string): Brand {
  const plist = plistOf(program)
  return {
    product: textAfter(plist, 'CFBundleName'),
    version: textAfter(plist, 'CFBundleShortVersionString'),
    scheme: /<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>([^<]*)/u.exec(plist)?.[1],
  }
}

function integrityOfWindows(program: string): string | null {
  const entry = resourcesOf(program).entries.find(
    ({ type, id }) => type === INTEGRITY.type && id === INTEGRITY.id,
  )
  if (entry === undefined) return null
  const list = JSON.parse(Buffer.from(entry.bin).toString('utf8')) as readonly Record<string, string>[]
  const of = list.find(({ file, alg }) => file === 'resources\\app.asar' && alg === 'SHA256')
  return of?.['value'] ?? null
}

function integrityOfMac(program: string): string | null {
  const plist = plistOf(program)
  const at = plist.indexOf('<key>Resources/app.asar</key>')
  return at === -1 ? null : (textAfter(plist.slice(at), 'hash') ?? null)
}

function resourcesOf(program: string): NtExecutableResource {
  return NtExecutableResource.from(NtExecutable.from(readFileSync(program), { ignoreCert: true }))
}

function plistOf(program: string): string {
  return readFileSync(path.join(program, 'Contents', 'Info.plist'), 'utf8')
}

function textAfter(plist: string, key: string): string | undefined {
  return new RegExp(`<key>${key}</key>\\s*<string>([^<]*)`, 'u').exec(plist)?.[1]
}
