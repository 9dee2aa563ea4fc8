import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import { getElectron, type GetOptions } from './getElectron.ts'
import { electronPackage, electronVersion, installedElectron, programPath } from './installedElectron.ts'

/* A copy of Electron's package with its own install.js, and a mirror on loopback. The real cache is untouched. */

const version = electronVersion() ?? ''
const arch = process.arch
const zipName = `electron-v${version}-${process.platform}-${arch}.zip`
const SAID_ABOVE = err('its installer says above what went wrong')

function tempDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }))
  return dir
}

/** @param zip the file of the package's checksums */
function packageCopy(zip: Buffer = electronZip()): { readonly folder: string; readonly cache: string } {
  const root = tempDir()
  const modules = path.join(root, 'node_modules')
  const folder = path.join(modules, 'electron')
  mkdirSync(folder, { recursive: true })
  for (const file of ['install.js', 'package.json']) {
    cpSync(path.join(electronPackage, file), path.join(folder, file))
  }
  const checksums = { [zipName]: createHash('sha256').update(zip).digest('hex') }
  writeFileSync(path.join(folder, 'checksums.json'), JSON.stringify(checksums))
  for (const scope of ['@electron', '@electron-internal']) {
    symlinkSync(path.join(electronPackage, '..', scope), path.join(modules, scope), 'junction')
  }
  return { folder, cache: path.join(root, 'cache') }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const mirror = (answer: RequestListener): Promise<string> => listen(createServer(answer))

function optionsFor(
  { folder, cache }: { readonly folder: string; readonly cache: string },
  host: string,
  more: Partial<GetOptions> = {},
): GetOptions {
  return {
    folder,
    env: { ...withoutProxy(process.env), electron_config_cache: cache, ELECTRON_MIRROR: `http://${host}/` },
    signal: new AbortController().signal,
    ...more,
  }
}

function withoutProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/proxy|electron_mirror/iu.test(name)))
}

function expectUntouched(folder: string): void {
  expect(readdirSync(folder).sort()).toEqual(['checksums.json', 'install.js', 'package.json'])
  expect(installedElectron(folder)).toBeUndefined()
}

test('a realistic program is downloaded, unpacked and counts; a second start need not ask', async () => {
  const zip = electronZip()
  const asked: (string | undefined)[] = []
  const host = await mirror((request, response) => {
    asked.push(request.url)
    response.setHeader('content-length', zip.length)
    response.end(zip)
  })
  const place = packageCopy(zip)
  const program = path.join(place.folder, 'dist', programPath())
  expect(await getElectron(optionsFor(place, host))).toEqual(ok(program))
  expect(installedElectron(place.folder)).toBe(program)
  expect(asked).toEqual([`/v${version}/${zipName}`])
  expect(readFileSync(program, 'utf8')).toBe(PROGRAM)
  expect(readdirSync(place.folder).sort()).toEqual([
    'checksums.json',
    'dist',
    'install.js',
    'package.json',
    'path.txt',
  ])
  // From the cache alone, after the program was removed.
  rmSync(path.join(place.folder, 'dist'), { recursive: true })
  expect(await getElectron(optionsFor(place, host))).toEqual(ok(program))
  expect(asked).toHaveLength(1)
})

test.each(['npm_config_electron_mirror', 'NPM_CONFIG_ELECTRON_MIRROR'])(
  'the mirror of npm’s own settings is used: %s',
  async (name) => {
    const zip = electronZip()
    const host = await mirror((_request, response) => response.end(zip))
    const place = packageCopy(zip)
    const options = optionsFor(place, 'unused.invalid')
    const { ELECTRON_MIRROR: _mirror, ...env } = options.env
    const got = await getElectron({ ...options, env: { ...env, [name]: `http://${host}/` } })
    expect(got.ok).toBe(true)
  },
)

test.each([
  ['HTTP_PROXY', {}],
  ['npm_config_proxy', { npm_config_https_proxy: 'false' }],
])('a proxy is used: %s', async (name, more) => {
  const zip = electronZip()
  const asked: string[] = []
  const server = createServer()
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 502 no\r\n\r\n')
  })
  server.on('request', (request, response) => {
    asked.push(request.url ?? '')
    response.end(zip)
  })
  const proxy = await listen(server)
  const options = optionsFor(packageCopy(zip), 'mirror.invalid')
  const env = { ...options.env, ...more, [name]: `http://somebody:secret@${proxy}` }
  const got = await getElectron({ ...options, env })
  expect(asked.join(' ')).toContain('mirror.invalid')
  expect(JSON.stringify(got)).not.toContain('secret')
})

test('a nonsense answer is named, and nothing of it is stored', async () => {
  const host = await mirror((_request, response) => response.end('<html>Sign in to the guest network</html>'))
  const place = packageCopy()
  expect(await getElectron(optionsFor(place, host))).toEqual(SAID_ABOVE)
  expectUntouched(place.folder)
  expect(existsSync(place.cache)).toBe(false)
})

test('a missing file, and a connection that breaks off, are told by the installer', async () => {
  const host = await mirror((_request, response) => {
    response.statusCode = 404
    response.end()
  })
  expect(await getElectron(optionsFor(packageCopy(), host))).toEqual(SAID_ABOVE)
  const broken = await mirror((_request, response) => {
    response.setHeader('content-length', 1_000_000)
    response.write(Buffer.alloc(1_000), () => response.destroy())
  })
  const place = packageCopy()
  expect(await getElectron(optionsFor(place, broken))).toEqual(SAID_ABOVE)
  expectUntouched(place.folder)
})

test('a program counts only with path.txt and the version of the package', () => {
  const { folder } = packageCopy()
  const dist = path.join(folder, 'dist')
  mkdirSync(path.dirname(path.join(dist, programPath())), { recursive: true })
  writeFileSync(path.join(dist, programPath()), PROGRAM)
  writeFileSync(path.join(dist, 'version'), version)
  // As an interrupted unpacking leaves it.
  expect(installedElectron(folder)).toBeUndefined()
  writeFileSync(path.join(folder, 'path.txt'), programPath())
  expect(installedElectron(folder)).toBe(path.join(dist, programPath()))
  writeFileSync(path.join(folder, 'path.txt'), 'another/program')
  expect(installedElectron(folder)).toBeUndefined()
  writeFileSync(path.join(folder, 'path.txt'), programPath())
  writeFileSync(path.join(dist, 'version'), '45.0.0')
  expect(installedElectron(folder)).toBeUndefined()
  writeFileSync(path.join(dist, 'version'), `v${version}\n`)
  rmSync(path.join(dist, programPath()))
  expect(installedElectron(folder)).toBeUndefined()
})

test('when told to stop, it ends its installer, leaves nothing behind and says so', async () => {
  const stop = new AbortController()
  const sockets: Promise<void>[] = []
  const host = await mirror((request, response) => {
    sockets.push(new Promise((resolve) => request.socket.on('close', () => resolve())))
    response.write(Buffer.alloc(1_000), () => stop.abort())
  })
  const place = packageCopy()
  expect(await getElectron(optionsFor(place, host, { signal: stop.signal }))).toEqual(err('it was stopped'))
  await Promise.all(sockets)
  expect(sockets).toHaveLength(1)
  expectUntouched(place.folder)
})

const PROGRAM = '#!/bin/sh\nexit 0\n'

function electronZip(): Buffer {
  return zipOf([
    [programPath(), PROGRAM],
    ['version', version],
  ])
}

/** Stored, without compression. */
function zipOf(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const data = Buffer.from(text)
    const sums = Buffer.alloc(12)
    sums.writeUInt32LE(crc32(data), 0)
    sums.writeUInt32LE(data.length, 4)
    sums.writeUInt32LE(data.length, 8)
    const head = Buffer.from([0x14, 0, 0, 0, 0, 0, 0, 0, 0x21, 0])
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(Buffer.byteLength(name), 0)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, sums, lengths, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(0o100755 * 0x10000, 6)
    tail.writeUInt32LE(offset, 10)
    index.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002'),
        // Marked as made on Unix, so that it is executable.
        Buffer.from([0x14, 3]),
        head,
        sums,
        lengths,
        tail,
        Buffer.from(name),
      ]),
    )
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(index)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end])
}
