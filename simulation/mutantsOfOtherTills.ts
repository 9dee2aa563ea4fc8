import type { MutantElsewhere } from './mutant.ts'

/** Wrong designs that pay a slip twice, or show a sale as paid, when another till was paid or another client signed in. */
export const mutantsOfOtherTills: readonly MutantElsewhere[] = [
  {
    name: 'one "not found" lets several attempts of a slip go',
    thought: 'it is not half a minute old',
    level: 'real',
    tests: ['electron/outbox/worker/shownWhileSending.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/preSendQuery.ts',
        find: `\`\${transactionId} \${sendCount}\``,
        replace: `\`\${transactionId} \${Math.min(0, sendCount)}\``,
      },
    ],
  },
  {
    name: 'a request whose turn comes after a sleep leaves',
    thought: 'the sale is claimed',
    level: 'real',
    tests: ['electron/outbox/worker/asleepAtTheDoor.test.ts'],
    edits: [
      {
        file: 'electron/gateway/client.ts',
        find: `request.method === 'POST' && passedMs(clock, askedAt) > POST_WAIT_MS_MAX`,
        replace: `request.method === 'POST' && passedMs(clock, askedAt) < 0`,
      },
    ],
  },
  {
    name: 'lists that a sleep has parted count for a permission',
    thought: 'the last one was read a second ago',
    level: 'real',
    tests: ['electron/outbox/worker/wholeLists.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/wholeLists.ts',
        find: ` && begunAwakeMs > awake.wokeAtMs()`,
        replace: '',
      },
    ],
  },
  {
    name: 'lists that took minutes to read count for a permission',
    thought: 'they are complete',
    level: 'real',
    tests: ['electron/outbox/worker/wholeLists.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/wholeLists.ts',
        find: `awake.nowMs() - begunAwakeMs <= READ_FOR_MS_MAX`,
        replace: `awake.nowMs() >= begunAwakeMs`,
      },
    ],
  },
  {
    name: 'a record that comes while a manager decides is dropped',
    thought: 'the sale has moved since it was asked about',
    level: 'real',
    tests: ['electron/outbox/worker/shownWhileDeciding.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/statusQuery.ts',
        find: `    if (result.ok && isOwn) yield* observeRecords(context, sale.destination, [result.value])
    return
`,
        replace: `    return
`,
      },
    ],
  },
  {
    name: 'a held sale that never left takes no record',
    thought: 'nothing of it can be at the bank',
    level: 'real',
    tests: ['electron/outbox/worker/heldShown.test.ts'],
    edits: [
      {
        file: 'electron/outbox/rules/machine.ts',
        find: `{ from: 'held', event: 'foundAtBank', to: 'accepted' }`,
        replace: `{ from: 'held', event: 'foundAtBank', to: 'accepted', onlyIf: 'factsChanged' }`,
      },
    ],
  },
  {
    name: 'a record is held against the sales of the client who is signed in when it comes',
    thought: 'they asked for it',
    level: 'real',
    tests: ['electron/settlements/otherClient.test.ts'],
    edits: [
      {
        file: 'electron/desk.ts',
        find: `    const asked = context.destination()
    return async (found) => {
`,
        replace: `    return async (found) => {
      const asked = context.destination()
`,
      },
    ],
  },
  {
    name: 'a paid date from before the sale counts',
    thought: 'it is a date',
    level: 'real',
    tests: ['electron/settlements/paidBefore.test.ts'],
    edits: [
      {
        file: 'shared/serviceTime.ts',
        find: ` && !isPaidBeforeReceived(record)`,
        replace: '',
      },
    ],
  },
]
