import { createHmac } from 'node:crypto'
import type { Terminal } from '../gateway/answer.ts'
import type { MacKey } from '../session/macKey.ts'

/**
 * Shows whether a terminal has changed, the whole account number included, to code that may see only its last digits. A
 * version is a MAC, so that it gives no account number away. With another key, stored versions look changed, which costs
 * a person a second look and risks nothing.
 */
export interface TerminalVersions extends Pick<MacKey, 'ready'> {
  /** Of all fields. Before `ready` has returned, only this run could compare it. */
  of(terminal: Terminal): string
}

/** 132 of the MAC's 256 bits: accidental collisions are negligible, and 50,000 rows carry one each. */
const VERSION_LENGTH = 22

export function createTerminalVersions(key: MacKey): TerminalVersions {
  return {
    ready: () => key.ready(),
    of: (terminal) =>
      createHmac('sha256', key.get())
        .update(JSON.stringify(everyFieldOf(terminal)))
        .digest('base64url')
        .slice(0, VERSION_LENGTH),
  }
}

/** By name, so that a new field of the gateway is a compile error here: a version without it would miss its change. */
function everyFieldOf(terminal: Terminal): readonly (string | number | boolean)[] {
  const fields: Readonly<Record<keyof Terminal, string | number | boolean>> = {
    recordId: terminal.recordId,
    merchantRecordId: terminal.merchantRecordId,
    terminalId: terminal.terminalId,
    merchantId: terminal.merchantId,
    accountNumber: terminal.accountNumber,
    accountName: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isActive: terminal.isActive,
    isReceivingPayment: terminal.isReceivingPayment,
    feePercentageSource: terminal.feePercentageSource,
    dateCreated: terminal.dateCreated,
  }
  return Object.values(fields)
}
