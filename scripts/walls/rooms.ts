/** Which room a path belongs to. Paths are relative to the root, with forward slashes. */

/** A test, a double or a browser spec: it may bypass every wall, and nothing that ships may import it. */
export function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/u.test(path) || path.includes('/testing/') || path.startsWith('e2e/')
}

/** Code that ends up in the package. The practice bank does; its server on loopback does not. */
export function isShipped(path: string): boolean {
  return /^(?:electron|shared|renderer|sandbox)\//u.test(path) && !isTest(path) && path !== 'sandbox/serve.ts'
}

/** Where clock, randomness, timers and sockets become ports. */
export function isWorldRoom(path: string): boolean {
  return path.startsWith('electron/shell/') || path === 'electron/gateway/transport.ts'
}

/** Where the service's own field names are allowed. */
export function isWireRoom(path: string): boolean {
  return path.startsWith('electron/gateway/') || path.startsWith('sandbox/')
}

export function isSqlRoom(path: string): boolean {
  return path.startsWith('electron/storage/') || /store\.ts$/iu.test(path)
}
