import type { World } from './world.ts'

/**
 * The state of the whole world, with clocks and counters reduced to what the rules distinguish, so that states can be
 * counted: each sale's state, how often it was sent and resent, how far its proof is, what the bank said and has; and
 * whether the program runs, may send, and backs off.
 */
export function stateKey({ till, bank, agenda, checker, way }: World): string {
  const nowMs = agenda.nowMs()
  const sales = till.rows().map((row) => {
    const commits = bank.commitsOf(row.transactionId)
    const shown = commits.filter(({ visibleAtMs }) => visibleAtMs <= nowMs).length
    return [
      row.state,
      Math.min(row.sendCount, 3),
      row.resendCount,
      Math.min(row.notFoundCount, 3),
      Math.min(row.failureCount, 2),
      Math.min(row.checkCount, 3),
      row.bankMessage === null ? '' : 'no',
      row.datePaid === null ? '' : 'paid',
      row.reviewReason ?? '',
      row.inStop ? `stop ${Math.min(row.trialNumber, 3)}` : '',
      commits.length,
      shown,
    ].join(':')
  })
  const flags = [
    till.isRunning() ? 'on' : 'off',
    checker.isGateOpen() ? 'gate' : '',
    till.heldBecause(),
    nowMs < way.tokenUntilMs ? 'token' : '',
  ]
  return `${sales.join(' ')} ${flags.join('|')}`
}
