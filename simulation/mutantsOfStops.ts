import type { Mutant, MutantElsewhere } from './mutant.ts'

const STOP = 'electron/outbox/worker/stop.ts'
const NEXT_SALE = 'electron/outbox/worker/nextSale.ts'
const SENDER = 'electron/outbox/worker/sender.ts'
const LOOK_UP = 'electron/outbox/worker/statusQuery.ts'
const MACHINE = 'electron/outbox/rules/machine.ts'
const READ_STORE = 'electron/outbox/store/saleReadStore.ts'
const POLICY = 'electron/outbox/worker/policy.ts'
const POLICY_TESTS = 'electron/outbox/worker/policy.test.ts'
const STOP_TESTS = 'electron/outbox/worker/stop.test.ts'
const STOPPED_TESTS = 'electron/outbox/worker/stopped.test.ts'

/** Wrong designs of the stop for unknown sales, and of the trial that ends it. */
export const mutantsOfStops: readonly Mutant[] = [
  {
    name: 'a stop has no trial',
    thought: 'nothing is sent until all is clear',
    edits: [
      {
        file: NEXT_SALE,
        find: `found !== undefined && mayBeTrial(found) ? found : undefined`,
        replace: `found !== undefined && mayBeTrial(found) && found.sequence < 0 ? found : undefined`,
      },
    ],
  },
  {
    name: 'a trial does not wait for two clean reads',
    thought: 'the gate is open',
    edits: [
      {
        file: STOP,
        find: `      if (isEnough) return null
`,
        replace: `      if (isEnough || firstMs !== null) return null
`,
      },
    ],
  },
  {
    name: 'clean reads from before the last unknown count',
    thought: 'the bank was well a moment ago',
    edits: [
      {
        file: SENDER,
        find: `    gate.close()
    cleanReads.forget()
  }`,
        replace: `    gate.close()
  }`,
      },
    ],
  },
  {
    name: 'a sale of a stop is resent under auto',
    thought: 'its absence is proven',
    edits: [
      { file: LOOK_UP, find: ` && !current.inStop\n`, replace: `\n` },
      { file: MACHINE, find: `sale.resendCount === 0 && !sale.inStop`, replace: `sale.resendCount === 0` },
    ],
  },
  {
    name: 'only the sale that makes a stop is part of it',
    thought: 'the others were lost before',
    edits: [
      {
        file: STOP,
        find: `reads.unmarkedUnknownCount(destination) > 0) store.markStop(destination)`,
        replace: `reads.unmarkedUnknownCount(destination) === 1) store.markStop(destination)`,
      },
    ],
  },
  {
    name: 'a typed reference may be a trial',
    thought: 'the bank is asked for it first',
    edits: [
      {
        file: STOP,
        find: `    isMadeTransactionId(sale.transactionId) && sale.unknown`,
        replace: `    (isMadeTransactionId(sale.transactionId) || sale.transactionId !== '') && sale.unknown`,
      },
    ],
  },
  {
    name: 'a sale that goes out again may be a trial',
    thought: 'it is proven that the bank does not have it',
    edits: [
      {
        file: STOP,
        find: ` && sale.unknownSinceAwakeMs === null && sale.resendCount === 0
`,
        replace: `
`,
      },
    ],
  },
  {
    name: 'the interval between trials does not double',
    thought: 'a minute is long enough',
    edits: [
      {
        file: STOP,
        find: `TRIAL_DELAY_MS * 2 ** Math.min(trialCount - 1, TRIAL_DOUBLINGS_MAX)`,
        replace: `TRIAL_DELAY_MS * 2 ** Math.min(0, TRIAL_DOUBLINGS_MAX)`,
      },
    ],
  },
]

/** For queries on the file, and what histories show too rarely. */
export const mutantsOfStopQueries: readonly MutantElsewhere[] = [
  {
    name: 'a backlog keeps its turn while its search is put off',
    thought: 'each line has every second turn',
    level: 'real',
    tests: ['electron/outbox/worker/turnsOfSending.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/turns.ts',
        find: `(hasGonePast && !isSearchPutOff(earlier))`,
        replace: `hasGonePast`,
      },
    ],
  },
  {
    name: 'a stop that one changed row hides at the start is none',
    thought: 'the three are of two terminals',
    level: 'real',
    tests: [STOPPED_TESTS],
    edits: [
      {
        file: STOP,
        find: `_IN_A_ROW_MAX && isOneChanged())`,
        replace: `_IN_A_ROW_MAX && isOneChanged() && unknown.length < 0)`,
      },
    ],
  },
  {
    name: 'a row of another client does not count at the start',
    thought: 'a stop is one client’s',
    level: 'real',
    tests: [STOPPED_TESTS],
    edits: [
      {
        file: STOP,
        find: `const unknown = destinations.flatMap((each) => reads.unknownOf(each))`,
        replace: `const unknown = unstopped.slice(0, 1).flatMap((each) => reads.unknownOf(each))`,
      },
    ],
  },
  {
    name: 'the delay of a search is slept through',
    thought: 'nothing can be sent before it is over',
    level: 'real',
    tests: [POLICY_TESTS],
    edits: [
      {
        file: POLICY,
        find: `verifyInMs > 0 ? probeOrSleep(situation, verifyInMs)`,
        replace: `verifyInMs > 0 ? sleep(verifyInMs)`,
      },
    ],
  },
  {
    name: 'a trial that waits to be searched for is said to wait for the one before',
    thought: 'sending has stopped',
    level: 'real',
    tests: [POLICY_TESTS],
    edits: [
      {
        file: POLICY,
        find: `isSearchPutOff && restBeforeTrialMs(queued) <= 0`,
        replace: `isSearchPutOff && queued.trial === null`,
      },
    ],
  },
  {
    name: 'a trial that never left ends the stop',
    thought: 'the newest one is not unknown',
    level: 'real',
    tests: [STOPPED_TESTS],
    edits: [
      {
        file: READ_STORE,
        find: `AND state NOT IN ('queued', 'sending', 'held', 'cancelled') ORDER BY sent_awake_ms`,
        replace: `AND state <> 'sending' ORDER BY sent_awake_ms`,
      },
    ],
  },
  {
    name: 'the row of three goes by the order of recording',
    thought: 'sales are sent in that order',
    level: 'real',
    tests: [STOP_TESTS],
    edits: [
      {
        file: READ_STORE,
        find: `ORDER BY sent_awake_ms DESC, sequence DESC LIMIT ?`,
        replace: `ORDER BY sequence DESC LIMIT ?`,
      },
    ],
  },
  {
    name: 'trials are not counted in the file',
    thought: 'a stop is a matter of minutes',
    level: 'real',
    tests: [STOPPED_TESTS],
    edits: [
      {
        file: SENDER,
        find: `    if (sale.trialNumber === trialNumber) return sale
`,
        replace: `    if (sale.trialNumber === trialNumber || trialNumber > 0) return sale
`,
      },
    ],
  },
]
