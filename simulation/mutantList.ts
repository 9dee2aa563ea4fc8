import type { Edit } from './patch.ts'

/** A wrong design, as a change of the source: the simulation must catch it. */
export interface Mutant {
  readonly name: string
  /** What a programmer might have thought. */
  readonly thought: string
  readonly edits: readonly Edit[]
}

/** A wrong design that this engine cannot show, and the level that has to. */
export interface MutantElsewhere {
  readonly name: string
  readonly level: 'real' | 'strace' | 'migration' | 'transport'
  readonly why: string
}

const LOOK_UP = 'electron/outbox/lookUp.ts'
const SEND = 'electron/outbox/send.ts'
const VERDICTS = 'electron/outbox/verdicts.ts'
const MACHINE = 'electron/outbox/machine.ts'
const DELIVERY = 'electron/outbox/delivery.ts'
const POLICY = 'electron/outbox/policy.ts'
const ABSENCE = 'electron/outbox/absence.ts'
const NOT_FOUND = 'electron/outbox/notFound.ts'
const VERIFIER = 'electron/outbox/verifier.ts'
const EVIDENCE = 'electron/outbox/evidence.ts'

const UNKNOWN_VERDICT = `  return { event: 'outcomeUnknown', code, bankMessage: error.kind === 'declined' ? error.message : null }`

export const mutants: readonly Mutant[] = [
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
        find: `  const answer = yield* wait(service.send(token, sending))`,
        replace: `  let answer = yield* wait(service.send(token, sending))
  if (!answer.result.ok && answer.result.error.kind === 'http' && answer.result.error.status === 401) {
    yield* wait(service.renewToken(token))
    answer = yield* wait(service.send(service.token() ?? token, sending))
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
  if (!claimed.ok) return 'notSent'
  const { sale: sending, attemptId } = claimed.value
  context.onSaleChanged(sale.transactionId)

  const answer = yield* wait(service.send(token, sending))`,
        replace: `  const answer = yield* wait(service.send(token, sale))
  const claimed = store.claim(sale, context.boot, now())
  if (!claimed.ok) return 'notSent'
  const { sale: sending, attemptId } = claimed.value
  context.onSaleChanged(sale.transactionId)`,
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
    name: 'three at once are three',
    thought: 'the spread is a detail',
    edits: [
      {
        file: ABSENCE,
        find: `  return nowMs - since >= quietMs / SPREAD_SHARE`,
        replace: `  return nowMs - since >= 0`,
      },
    ],
  },
  {
    name: 'two look-ups at once both count',
    thought: 'what was true before the wait is true after it',
    edits: [
      {
        file: DELIVERY,
        find: `    if (underWay.has(sale.transactionId)) return
`,
        replace: ``,
      },
      {
        file: LOOK_UP,
        find: `  // A person's look-up may have counted meanwhile: two at once are one.
  if (!isSpread(progressOf(believed), answeredAt.awakeMs, quietMs(context))) return
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'quiet by the wall clock',
    thought: 'ten minutes are ten minutes',
    edits: [
      {
        file: SEND,
        find: `        unknownSinceAwakeMs: awakeMs,`,
        replace: `        unknownSinceAwakeMs: wallMs,`,
      },
      {
        file: 'electron/outbox/recovery.ts',
        find: `        unknownSinceAwakeMs: at.awakeMs,`,
        replace: `        unknownSinceAwakeMs: at.wallMs,`,
      },
      {
        file: LOOK_UP,
        find: `  const answeredAt = now()`,
        replace: `  const answeredAt = { wallMs: now().wallMs, awakeMs: now().wallMs }`,
      },
      {
        file: LOOK_UP,
        find: `  const unknownForMs = awakeMs - (sale.unknownSinceAwakeMs ?? awakeMs)`,
        replace: `  const unknownForMs = wallMs - (sale.unknownSinceAwakeMs ?? wallMs)`,
      },
    ],
  },
  {
    name: 'sleep counts as awake',
    thought: 'the monotonic clock is the time that passed',
    edits: [
      {
        file: 'electron/outbox/awakeClock.ts',
        find: `Math.min(stepMs, STEP_CREDITED_MS_MAX)`,
        replace: `stepMs + 0 * STEP_CREDITED_MS_MAX`,
      },
    ],
  },
  {
    name: 'not found needs no control',
    thought: 'the answer looks as it always does',
    edits: [
      {
        file: NOT_FOUND,
        find: `      const known = reads.knownAtBank(destination)`,
        replace: `      if (learned !== null) return true
      const known = reads.knownAtBank(destination)`,
      },
    ],
  },
  {
    name: 'the shape of not found is assumed',
    thought: 'any clean no to a look-up means not found',
    edits: [
      {
        file: NOT_FOUND,
        find: `      if (shape !== learned) yield* learn(destination.clientId)`,
        replace: `      if (learned === '') yield* learn(destination.clientId)
      learned = shape`,
      },
    ],
  },
  {
    name: 'no search before a resend',
    thought: 'the look-up by reference has said it three times',
    edits: [
      {
        file: LOOK_UP,
        find: `  if (current?.state !== 'unknown' || !isSameAttempt(current, sale) || read.incompleteReason !== null) return
`,
        replace: `  if (current?.state !== 'unknown' || !isSameAttempt(current, sale)) return
`,
      },
      {
        file: LOOK_UP,
        find: `  if (read.rows.some((record) => isSameReference(record.transactionId, sale.transactionId))) return
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'an incomplete search counts',
    thought: 'most of the rows were there',
    edits: [
      {
        file: LOOK_UP,
        find: `  if (current?.state !== 'unknown' || !isSameAttempt(current, sale) || read.incompleteReason !== null) return
`,
        replace: `  if (current?.state !== 'unknown' || !isSameAttempt(current, sale)) return
`,
      },
    ],
  },
  {
    name: 'no later sale needed',
    thought: 'the list is always up to date',
    edits: [
      {
        file: LOOK_UP,
        find: `  } else if (read.rows.some((record) => isLaterSale(context, current, record.transactionId))) {`,
        replace: `  } else if (read.rows.every((record) => isLaterSale(context, current, record.transactionId) || true)) {`,
      },
    ],
  },
  {
    name: 'resend without end',
    thought: 'proven absent is proven absent',
    edits: [
      { file: LOOK_UP, find: ` && current.resendCount === 0`, replace: `` },
      { file: MACHINE, find: `to: 'queued', onlyIf: 'neverResent' },`, replace: `to: 'queued' },` },
    ],
  },
  {
    name: 'no search before the first send',
    thought: 'a queued sale was never sent',
    edits: [
      {
        file: DELIVERY,
        find: `    return (isOfThisRun && isYoung && context.isFileComplete()) || verifier.covers(sale)`,
        replace: `    return isOfThisRun || isYoung || verifier.covers(sale) || true`,
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
    name: 'any no to a search means that there is nothing',
    thought: 'the bank said that it has none',
    edits: [
      {
        file: VERIFIER,
        find: `        (yield* meansEmpty(destination, terminalId, read.error))`,
        replace: `        (terminalId === '' ? yield* meansEmpty(destination, terminalId, read.error) : true)`,
      },
    ],
  },
  {
    name: 'what a search shows is passed over',
    thought: 'the search is only there to verify',
    edits: [
      {
        file: VERIFIER,
        find: `      observeRecords(context, destination, read.rows)
`,
        replace: `      if (read.rows.length < 0) observeRecords(context, destination, read.rows)
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
        find: `  if (!situation.isGateOpen) return { kind: 'openGate' }
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'the gate outlives a change of network',
    thought: 'half a minute is half a minute',
    edits: [
      {
        file: DELIVERY,
        find: `    gate.close()
    verifier.forget()`,
        replace: `    verifier.forget()`,
      },
    ],
  },
  {
    name: 'a conflict goes back to the queue',
    thought: 'the manager may send anything again',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'conflict', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },`,
        replace: `  { from: 'conflict', event: 'managerWritesOff', to: 'queued', onlyIf: 'freshLookUp' },`,
      },
    ],
  },
  {
    name: 'the amount is not compared',
    thought: 'the reference is unique',
    edits: [
      {
        file: VERDICTS,
        find: `  if (koboFromDecimal(record.amount) !== sale.amountKobo) return 'foundDifferent'
`,
        replace: `  if (koboFromDecimal(record.amount) === undefined) return 'foundDifferent'
`,
      },
    ],
  },
  {
    name: 'the terminal is not compared',
    thought: 'the reference is unique',
    edits: [
      {
        file: VERDICTS,
        find: `  if (record.terminalId !== sale.terminalId) return 'foundDifferent'
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'an old record is believed',
    thought: 'references are never used twice',
    edits: [
      {
        file: VERDICTS,
        find: `receivedAtMs < sale.recordedAtMs - RECORD_AGE_MS_MAX`,
        replace: `receivedAtMs < 0 * RECORD_AGE_MS_MAX`,
      },
    ],
  },
  {
    name: 'a record of another reference is believed',
    thought: 'the service answers what it was asked',
    edits: [
      {
        file: VERDICTS,
        find: `  if (!isSameReference(record.transactionId, sale.transactionId)) return 'unrelated'
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'paid without a real date',
    thought: 'isPaid says it all',
    edits: [
      {
        file: EVIDENCE,
        find: `  return paidTime(record.isPaid, record.datePaid) === undefined ? null : record.datePaid`,
        replace: `  return paidTime(record.isPaid, record.datePaid) === undefined && !record.isPaid ? null : record.datePaid`,
      },
    ],
  },
  {
    name: 'late evidence about a refused sale is ignored',
    thought: 'refused is final',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'refused', event: 'foundAtBank', to: 'accepted' },
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'late evidence about a written-off sale is ignored',
    thought: 'a person has decided',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'writtenOff', event: 'foundAtBank', to: 'accepted' },
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'review ends the look-ups',
    thought: 'it is with a person now',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'review', event: 'foundAtBank', to: 'accepted' },
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'a sent sale can be cancelled',
    thought: 'it is back in the queue, so it was not sent',
    edits: [
      {
        file: MACHINE,
        find: `  { from: 'unknown', event: 'leftUnsettled', to: 'review' },`,
        replace: `  { from: 'unknown', event: 'leftUnsettled', to: 'cancelled' },`,
      },
    ],
  },
  {
    name: 'sent under whoever is signed in',
    thought: 'there is one merchant at this counter',
    edits: [
      {
        file: SEND,
        find: `if (token === null || service.clientId() !== sale.destination.clientId) return 'notSent'`,
        replace: `if (token === null) return 'notSent'`,
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
        find: `export type HeldBecause =`,
        replace: `const OWN: Destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' }
export type HeldBecause =`,
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
    name: 'the token is logged',
    thought: 'it helps support',
    edits: [
      {
        file: SEND,
        find: `  log('info', 'courier.sent', { verdict: verdict.code })`,
        replace: `  log('info', 'courier.sent', { verdict: verdict.code, token })`,
      },
    ],
  },
  {
    name: 'the whole account number is kept',
    thought: 'the record is kept as it came',
    edits: [
      {
        file: 'electron/settlements/recordView.ts',
        find: `accountEnding: accountEnding(record.accountNumber),`,
        replace: `accountEnding: record.accountNumber,`,
      },
    ],
  },
]

export const mutantsElsewhere: readonly MutantElsewhere[] = [
  { name: 'synchronous=NORMAL', level: 'strace', why: 'the model has no file' },
  { name: 'version guard dropped in SQL', level: 'real', why: 'saleStore.ts is not what the model runs' },
  { name: 'delete after N attempts', level: 'real', why: 'saleStore.ts is not what the model runs' },
  { name: 'id made at send time', level: 'real', why: 'sales.ts is not what the model runs' },
  { name: 'awake time goes back at a crash', level: 'real', why: 'backend.ts reads the saved awake time' },
  { name: 'a cached GET as proof', level: 'transport', why: 'the model has no HTTP' },
  { name: 'follow a redirect', level: 'transport', why: 'the model has no HTTP' },
  { name: 'a migration drops and creates anew', level: 'migration', why: 'the model has no schema' },
  {
    name: 'the bound on unknown sales is ignored',
    level: 'real',
    why: 'it bounds exposure, no invariant: more unknown sales at once are still each looked up',
  },
]
