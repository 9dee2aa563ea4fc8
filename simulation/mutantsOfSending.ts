import type { Mutant } from './mutant.ts'

const SEND = 'electron/outbox/worker/send.ts'
const VERDICTS = 'electron/outbox/rules/responseClassifier.ts'
const MACHINE = 'electron/outbox/rules/machine.ts'
const DELIVERY = 'electron/outbox/worker/delivery.ts'
const POLICY = 'electron/outbox/worker/policy.ts'
const VERIFIER = 'electron/outbox/worker/verifier.ts'
const UNKNOWN_VERDICT = `  return { event: 'outcomeUnknown', code, bankMessage: error.kind === 'declined' ? error.message : null }`

/** Wrong designs of sending: when a sale may leave, and what its answer proves. */
export const mutantsOfSending: readonly Mutant[] = [
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
    name: 'server errors and 429 count as unsent',
    thought: 'a server that says 500 has done nothing',
    edits: [
      {
        file: VERDICTS,
        find: `if (error.kind === 'http' && unsentStatuses.includes(error.status)) {`,
        replace: `if (error.kind === 'http' && (error.status >= 500 || error.status === 429 || unsentStatuses.includes(error.status))) {`,
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
    name: 'a no is a refusal at once',
    thought: 'the bank said no, so it is refused',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'sending', event: 'outcomeUnknown', to: 'unknown' },`,
        replace: `  { from: 'sending', event: 'outcomeUnknown', to: 'unknown' },\n  { from: 'sending', event: 'absentAfterNo', to: 'refused' },`,
      },
      {
        file: SEND,
        find: `    verdict.event,
    patchOf`,
        replace: `    verdict.bankMessage !== null ? 'absentAfterNo' : verdict.event,
    patchOf`,
      },
    ],
  },
  {
    name: '401 is asked again with a new token',
    thought: 'an interceptor renews the token and repeats the request',
    edits: [
      {
        file: SEND,
        find: `  const answer = yield* wait(service.send(generation, sending))`,
        replace: `  let answer = yield* wait(service.send(generation, sending))
  if (!answer.result.ok && answer.result.error.kind === 'http' && answer.result.error.status === 401) {
    yield* wait(service.renewToken(generation))
    answer = yield* wait(service.send(service.generation() ?? generation, sending))
  }`,
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
        file: 'electron/outbox/worker/situation.ts',
        find: `    (young.has(sale) && context.isFileComplete()) || verifier.covers(sale)`,
        replace: `    young.has(sale) || verifier.covers(sale) || true`,
      },
    ],
  },
  {
    name: 'a sale recorded now always goes first',
    thought: 'the cashier waits for this one, and for no other',
    edits: [
      {
        file: 'electron/outbox/worker/turns.ts',
        find: `hasGonePast = isPastEarlier`,
        replace: `hasGonePast = false`,
      },
    ],
  },
  {
    name: 'a sale recorded now waits behind the whole backlog',
    thought: 'first come, first served',
    edits: [
      {
        file: 'electron/outbox/worker/turns.ts',
        find: `hasGonePast = isPastEarlier`,
        replace: `hasGonePast = true`,
      },
    ],
  },
  {
    name: 'an incomplete search verifies',
    thought: 'it was looked for',
    edits: [
      {
        file: VERIFIER,
        find: `      if (!isSaidEmpty && (read.incompleteReason !== null || read.error !== null)) {`,
        replace: `      if (!isSaidEmpty && read.error !== null) {`,
      },
    ],
  },
  {
    name: 'what a search shows is passed over',
    thought: 'the search is only there to verify',
    edits: [
      {
        file: VERIFIER,
        find: `      yield* observeRecords(context, destination, read.rows)
`,
        replace: `      if (read.rows.length < 0) yield* observeRecords(context, destination, read.rows)
`,
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
    name: 'the gate outlives a change of network',
    thought: 'half a minute is half a minute',
    edits: [
      {
        file: DELIVERY,
        find: `    gate.close()
    cleanReads.forget()
    verifier.forget()`,
        replace: `    cleanReads.forget()
    verifier.forget()`,
      },
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
        file: 'simulation/program.ts',
        find: `        if (isBusy) return
`,
        replace: ``,
      },
    ],
  },
]
