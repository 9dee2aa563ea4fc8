import type { World } from './world.ts'

/**
 * The state of the whole world as a text, so that different states can be counted. It reduces clocks and counters to
 * what the rules distinguish. It names each sale's state, sends, resends and proof, what the bank said and has, and
 * whether the program runs, may send, or backs off.
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
