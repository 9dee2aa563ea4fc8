import type { Mutant } from './mutant.ts'

const VERDICTS = 'electron/outbox/rules/responseClassifier.ts'
const MACHINE = 'electron/outbox/rules/machine.ts'
const UNKNOWN_VERDICT = `  return { event: 'outcomeUnknown', code, bankMessage: error.kind === 'declined' ? error.message : null }`
const SEND = 'electron/outbox/worker/send.ts'
const POLICY = 'electron/outbox/worker/policy.ts'
const DELIVERY = 'electron/outbox/worker/worker.ts'
const LEARNED = 'electron/outbox/worker/learned.ts'
const ASK_FIRST = 'electron/outbox/worker/preSendQuery.ts'

/** Wrong designs of sending: when a sale may leave, and with whose question. */
export const wrongSending: readonly Mutant[] = [
  {
    name: 'retry on time-out',
    thought: 'no answer means that it did not arrive',
    edits: [
      {
        file: VERDICTS,
        find: `if (error.kind === 'unsent') return`,
        replace: `if (error.kind === 'unsent' || error.kind === 'noAnswer') return`,
      },
    ],
  },
  {
    name: 'found sending at start: send again',
    thought: 'the last run did not finish it',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'sending', event: 'foundSendingAtStart', to: 'unknown' },`,
        replace: `  { from: 'sending', event: 'foundSendingAtStart', to: 'queued' },`,
      },
    ],
  },
  {
    name: 'no search before the first send',
    thought: 'a queued sale was never sent',
    edits: [
      {
        file: 'electron/outbox/worker/worker.ts',
        find: `    verifier.covers(sale)
  const preSendQuery`,
        replace: `    true
  const preSendQuery`,
      },
    ],
  },
  {
    name: 'trust any 200',
    thought: 'a status of 200 means accepted',
    edits: [
      {
        file: VERDICTS,
        find: UNKNOWN_VERDICT,
        replace: `  if (error.kind === 'malformed') return { event: 'acceptedByAnswer', code: 'accepted', bankMessage: null }\n${UNKNOWN_VERDICT}`,
      },
    ],
  },
  {
    name: 'claimed after the send',
    thought: 'the row is written once it is known what became of it',
    edits: [
      {
        file: SEND,
        find: `  const claimed = store.claim(sale, context.boot, now())
`,
        replace: `  const answer = yield* wait(service.send(generation, sale))
  const claimed = store.claim(sale, context.boot, now())
`,
      },
      { file: SEND, find: `  const answer = yield* wait(service.send(generation, sending))\n`, replace: '' },
      // By then the gate's answer is old in any case; this design would not have asked.
      { file: SEND, find: `  if (!mayLeave()) {`, replace: `  if (mayLeave === undefined) {` },
    ],
  },
  {
    name: 'a sale recorded now always goes first',
    thought: 'the cashier waits for this one, and for no other',
    edits: [
      {
        file: 'electron/outbox/worker/saleOrder.ts',
        find: `hasGonePast = isPastEarlier`,
        replace: `hasGonePast = false`,
      },
    ],
  },
  {
    name: 'the gate is ignored',
    thought: 'the send itself shows whether the bank is there',
    edits: [
      {
        file: POLICY,
        find: `  if (!situation.isGateOpen || isReadDue(queued)) return { kind: 'openGate' }
`,
        replace: ``,
      },
      // It is asked again once the claim is durable.
      { file: SEND, find: `  if (!mayLeave()) {`, replace: `  if (context.profile === null) {` },
    ],
  },
  {
    name: 'sent as the client who is signed in',
    thought: 'there is one merchant at this counter',
    edits: [
      {
        file: SEND,
        find: `if (generation === null || service.clientId() !== sale.destination.clientId) return 'notSent'`,
        replace: `if (generation === null) return 'notSent'`,
      },
      {
        file: DELIVERY,
        find: `    const destination = context.destination()
    const { situation`,
        replace: `    const destination = context.destination() === null ? null : OWN
    const { situation`,
      },
      {
        file: DELIVERY,
        find: `/** The delivery rules of one destination, one step at a time. */`,
        replace: `const OWN: Destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' }
/** The delivery rules of one destination, one step at a time. */`,
      },
    ],
  },
  {
    name: 'two drainers',
    thought: "a wake-up starts the loop (here the model's own loop, which stands for loop.ts)",
    edits: [
      {
        file: 'proof/simulation/program.ts',
        find: `        if (isBusy) return
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'a changed sale is sent as it stands',
    thought: 'the file is ours, so its row is what was recorded',
    edits: [
      {
        file: 'proof/simulation/modelStore.ts',
        find: `      if (compareFacts(sale).kind !== 'same') return err('factsChanged')
`,
        replace: '',
      },
    ],
  },
  {
    name: 'any answer that is not a record counts as not there',
    thought: 'if the bank had it, it would have shown it',
    edits: [
      {
        file: ASK_FIRST,
        find: `    if (isAbsent) return { kind: 'absent', at }`,
        replace: `    if (isAbsent || error.kind !== 'noAnswer') return { kind: 'absent', at }`,
      },
    ],
  },
  {
    name: "a slip's answer counts for ever",
    thought: 'it was not there when we asked',
    edits: [
      {
        file: LEARNED,
        find: `const ASKED_FOR_MS = 30_000`,
        replace: `const ASKED_FOR_MS = 30 * 60_000`,
      },
    ],
  },
  {
    name: 'a slip waits for a readable answer for ever',
    thought: 'the bank will be well again',
    edits: [
      {
        file: 'electron/outbox/worker/preSendQuery.ts',
        find: `const UNCLEAR_MS_MAX = 10 * 60_000`,
        replace: `const UNCLEAR_MS_MAX = 1_000 * 10 * 60_000`,
      },
    ],
  },
  {
    name: 'a backlog waits for its list for ever',
    thought: 'only a whole list shows that nothing was sent before',
    edits: [
      {
        file: 'electron/outbox/worker/verification.ts',
        find: `const GIVEN_UP_AFTER_MS = 5 * 60_000`,
        replace: `const GIVEN_UP_AFTER_MS = 500 * 60_000`,
      },
    ],
  },
]
