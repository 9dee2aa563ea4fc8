/** A rule of a sum taken back, as a text of a file: the ledger must find each of them. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly put: string
}

export const mutants: readonly Mutant[] = [
  {
    name: 'everyTillsMoney',
    file: 'electron/day/compareDay.ts',
    find: "count(of('elsewhere').bank, each.view.amount)",
    put: "count(of('elsewhere').bank, each.view.amount); sums.add({ settled: each.view.amountSettled, accepted: each.view.amount })",
  },
  {
    name: 'anyDatePays',
    file: 'shared/serviceTime.ts',
    find: 'return isBelievable ?',
    put: 'return true ?',
  },
  {
    name: 'paperComparesNothing',
    file: 'renderer/features/paper/paperWords.ts',
    find: 'if (detail !== null && !isOf(detail, asked.record))',
    put: 'if (false)',
  },
  {
    name: 'firstEvidenceStays',
    file: 'electron/outbox/worker/acceptance.ts',
    // The first record of an open difference is kept, whatever the bank shows later.
    find: 'const text = recordText(record)\n  const differingAtMs',
    put: 'if (sale.differingOpen) return false\n  const text = recordText(record)\n  const differingAtMs',
  },
  {
    name: 'feesOfWhatWasRecorded',
    file: 'electron/outbox/rules/paidSums.ts',
    find: "CASE WHEN json_valid(record_json) THEN record_json ->> '$.amount' END AS accepted",
    put: "printf('%.2f', amount_kobo / 100.0) AS accepted",
  },
  {
    name: 'sharedFeeHides',
    file: 'electron/day/compareDay.ts',
    find: 'const isHighest = all.every(',
    put: 'const isHighest = [].every(',
  },
  {
    name: 'paidBackIsNoPart',
    file: 'shared/standing.ts',
    find: "return difference === 'paidBack' && isPaid ? 'paidBack' : 'needsYou'",
    put: "return 'needsYou'",
  },
  {
    name: 'openDifferenceIsPaid',
    file: 'shared/standing.ts',
    find: "if (difference !== 'none')",
    put: 'if (false)',
  },
  {
    name: 'goneElsewhereIsSilent',
    file: 'electron/day/compareDay.ts',
    find: 'if (each.isLacked) {',
    put: 'if (each.isLacked) {\n continue\n',
  },
  {
    name: 'otherTerminalIsElsewhere',
    file: 'electron/day/compareDay.ts',
    find: "sale === null ? 'elsewhere' : 'otherTerminal'",
    put: "'elsewhere'",
  },
  {
    name: 'lateIsSilent',
    file: 'electron/day/compareDay.ts',
    find: "if (standing === 'onItsWay' && isLate(sale, late))",
    put: 'if (false)',
  },
  {
    name: 'takenBackForEver',
    file: 'electron/day/compareDay.ts',
    find: "&& sale?.standing !== 'onItsWay'",
    put: '',
  },
  {
    name: 'takenAmountDiffers',
    file: 'electron/day/compareDay.ts',
    find: "? 'tookBanks'",
    put: "? 'amount'",
  },
  {
    name: 'closeCountsRemoved',
    file: 'electron/dayClose/gatherClose.ts',
    find: "if (PART_OF[part] === 'none') return",
    put: '',
  },
  {
    name: 'dayCountsRemoved',
    file: 'electron/day/compareDay.ts',
    find: 'count(isRecorded ? of(standing).here : besides, amount)',
    put: 'count(of(standing).here, amount)',
  },
  {
    name: 'barsCountRemoved',
    file: 'renderer/features/sales/dayWords.ts',
    find: 'export function recordedOf({ paid, unpaid, attention }: TakeOf): Amounts {',
    put: 'export function recordedOf({ paid, unpaid, attention: ours, none }: TakeOf): Amounts {\n const attention = { count: ours.count + none.count, kobo: ours.kobo + none.kobo }',
  },
]
