import { crc32, deflateRawSync } from 'node:zlib'

/** The smallest part of a Windows program that holds its version. */
export function windowsInstaller(...versions: readonly string[]): Buffer {
  const texts = versions.map((version) => {
    const key = Buffer.from('ProductVersion\0', 'utf16le')
    const value = Buffer.from(`${version}\0`, 'utf16le')
    // After three numbers of two bytes, the key ends two bytes before a multiple of four.
    return Buffer.concat([Buffer.alloc(6), key, Buffer.alloc((4 - ((6 + key.length) % 4)) % 4), value])
  })
  const resources = Buffer.concat([Buffer.alloc(64), ...texts, Buffer.alloc(16)])
  const head = Buffer.alloc(0x200)
  head.write('MZ', 0, 'latin1')
  head.writeUInt32LE(0x80, 0x3c)
  head.write('PE\0\0', 0x80, 'latin1')
  head.writeUInt16LE(2, 0x80 + 6)
  head.writeUInt16LE(0xf0, 0x80 + 20)
  const sections = 0x80 + 24 + 0xf0
  head.write('.text', sections, 'latin1')
  head.write('.rsrc', sections + 40, 'latin1')
  head.writeUInt32LE(resources.length, sections + 40 + 16)
  head.writeUInt32LE(head.length, sections + 40 + 20)
  return Buffer.concat([head, resources])
}

/** A zip as macOS updates use it, with the program's property list and another one deeper inside. */
export function macArchive(version: string, isStored = false): Buffer {
  const list = (text: string): string =>
    `<plist><dict>\n\t<key>CFBundleShortVersionString</key>\n\t<string>${text}</string>\n</dict></plist>`
  const files = [
    ['Tillside.app/Contents/Frameworks/Helper.app/Contents/Info.plist', list('0.0.1')],
    ['Tillside.app/Contents/Info.plist', list(version)],
    ['Tillside.app/Contents/MacOS/Tillside', 'program'],
  ] as const
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let position = 0
  for (const [name, text] of files) {
    const data = isStored ? Buffer.from(text) : deflateRawSync(text)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(text), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(text.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), data])
    const listed = Buffer.alloc(46)
    listed.write('PK\u0001\u0002', 0, 'latin1')
    fields.copy(listed, 6)
    listed.writeUInt32LE(position, 42)
    locals.push(local)
    entries.push(listed, Buffer.from(name))
    position += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...locals, directory, end])
}
