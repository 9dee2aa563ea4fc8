import type { Mutant } from './mutant.ts'

const ABSENCE = 'electron/outbox/rules/absenceProof.ts'
const LOOK_UP = 'electron/outbox/worker/statusQuery.ts'
const NEXT_SALE = 'electron/outbox/worker/saleOrder.ts'
const LEARNED = 'electron/outbox/worker/learned.ts'
const REFERENCES = 'electron/outbox/rules/references.ts'
const UNACCOUNTED = 'electron/outbox/worker/unaccounted.ts'

/** Wrong designs of absence and of a stop: when a sale may be sent again. */
export const wrongProof: readonly Mutant[] = [
  {
    name: 'no quiet period',
    thought: 'three times not found is enough',
    edits: [
      {
        file: ABSENCE,
        find: `    progress.lastNotFoundAtMs - progress.unknownSinceMs >= quietMs`,
        replace: `    true`,
      },
      {
        file: ABSENCE,
        find: `  return nowMs - since >= quietMs / SPREAD_SHARE`,
        replace: `  return nowMs > since`,
      },
    ],
  },
  {
    name: 'check once, then resend',
    thought: 'the bank does not have it, so it may be sent',
    edits: [
      {
        file: ABSENCE,
        find: `export const NOT_FOUND_COUNT_MIN = 3`,
        replace: `export const NOT_FOUND_COUNT_MIN = 1`,
      },
      {
        file: ABSENCE,
        find: `    progress.lastNotFoundAtMs - progress.unknownSinceMs >= quietMs`,
        replace: `    true`,
      },
      {
        file: ABSENCE,
        find: `  return nowMs - since >= quietMs / SPREAD_SHARE`,
        replace: `  return nowMs > since`,
      },
    ],
  },
  {
    name: 'a row of unknown outcome is never given to a person',
    thought: 'it will turn up',
    edits: [
      {
        file: LOOK_UP,
        find: `unknownForMs >= unsettledAfterMs(quietMs(context))`,
        replace: `unknownForMs >= 1_000 * unsettledAfterMs(quietMs(context))`,
      },
    ],
  },
  {
    name: 'a stop has no trial',
    thought: 'nothing is sent until all is clear',
    edits: [
      {
        file: NEXT_SALE,
        find: `found !== undefined && mayBeTrial(found, reads.isTyped(found)) ? found : undefined`,
        replace: `found !== undefined && mayBeTrial(found, reads.isTyped(found)) && found.sequence < 0 ? found : undefined`,
      },
    ],
  },
  {
    name: 'a trial does not wait for two clean reads',
    thought: 'the gate is open',
    edits: [
      {
        file: LEARNED,
        find: `      if (isEnough) return null
`,
        replace: `      if (isEnough || firstMs !== null) return null
`,
      },
    ],
  },
  {
    name: 'a record that no sale accounts for is ignored',
    thought: 'it is of another till',
    edits: [
      {
        file: UNACCOUNTED,
        find: `    isOfItsTime(context, sale, row) &&`,
        replace: `    row.amount === 'none' && isOfItsTime(context, sale, row) &&`,
      },
    ],
  },
  {
    name: 'a control may demand less than the sale in doubt',
    thought: 'the same call finds a record',
    edits: [
      {
        file: REFERENCES,
        find: `  return shown.length >= asked.length && [...classesOf(asked)].every((each) => classes.has(each))`,
        replace: `  return shown.length > 0 || [...classesOf(asked)].every((each) => classes.has(each))`,
      },
    ],
  },
  {
    name: 'a slip of an unlearned form needs no list',
    thought: 'it was recorded just now',
    edits: [
      {
        file: 'electron/outbox/worker/worker.ts',
        find: ` && !verifier.isOfUnlearnedForm(sale)`,
        replace: ``,
      },
    ],
  },
  {
    name: 'a reference shown whole says nothing of how short it is',
    thought: 'a bank only shortens',
    edits: [
      {
        file: 'electron/outbox/worker/verification.ts',
        find: `  if (plain === undefined) return undefined`,
        replace: `  if (plain === undefined && transactionId === '') return undefined`,
      },
    ],
  },
  {
    name: 'the time of a send is read off a clock that was set since',
    thought: 'the service tells its time',
    edits: [
      {
        file: UNACCOUNTED,
        find: `    (isSame ? wallMs - aheadMs`,
        replace: `    (isSame || true ? wallMs - aheadMs`,
      },
    ],
  },
]
