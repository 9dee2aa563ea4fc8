import * as tls from 'node:tls'
import type { Log } from '../ports.ts'

/**
 * Trusts the system's certificates besides Node's own: many shops and banks sit behind an authority of their own that
 * only the computer knows. Where the runtime cannot read them, Node's own stay.
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
