import * as tls from 'node:tls'
import type { Log } from '../ports.ts'

/**
 * Trusts the system's certificates in addition to Node's: many shops and banks use a private authority that only the
 * computer knows. If the runtime cannot read them, only Node's are trusted.
 */
export function trustSystemCertificates(log: Log): void {
  try {
    const system = tls.getCACertificates('system')
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...system])
    log('info', 'certificates.system', { count: system.length })
  } catch {
    log('warn', 'certificates.systemNotRead')
  }
}
