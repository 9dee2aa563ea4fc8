import type { Mutant } from './mutant.ts'

const LOOK_UP = 'electron/outbox/worker/statusQuery.ts'
const SEND = 'electron/outbox/worker/send.ts'
const MACHINE = 'electron/outbox/rules/machine.ts'
const ABSENCE = 'electron/outbox/rules/absence.ts'
const NOT_FOUND = 'electron/outbox/worker/notFound.ts'

/** Wrong designs of the absence proof and its consequences (docs/delivery.md, "The absence proof"). */
export const mutantsOfProof: readonly Mutant[] = [
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
        file: 'electron/outbox/worker/lookUps.ts',
        find: `      if (underWay.has(sale.transactionId)) return
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
        file: 'electron/outbox/worker/recovery.ts',
        find: `{ unknownSinceAwakeMs: at.awakeMs,`,
        replace: `{ unknownSinceAwakeMs: at.wallMs,`,
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
        file: 'electron/outbox/worker/awakeClock.ts',
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
        find: `      if (!(yield* findsStill(referenceOf(known), miss))) return false
`,
        replace: ``,
      },
    ],
  },
  {
    name: 'the shape of not found is assumed',
    thought: 'any clean no to a look-up means not found',
    edits: [
      {
        file: NOT_FOUND,
        find: `    if (!isLearned(miss)) yield* learn(miss.destination)
    return isLearned(miss)`,
        replace: `    if (miss.at.wallMs < 0) yield* learn(miss.destination)
    return !isLearned(miss) || true`,
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
        find: `  if (read.rows.some((record) => isSameReference(record.transactionId, transactionId))) return
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
        find: `  } else if (later !== undefined && isLaterSale(context, current, later)) {`,
        replace: `  } else if (later === undefined || isLaterSale(context, current, later) || true) {`,
      },
    ],
  },
  {
    name: 'resend without end',
    thought: 'proven absent is proven absent',
    edits: [
      { file: LOOK_UP, find: ` && current.resendCount === 0`, replace: `` },
      { file: MACHINE, find: `to: 'queued', onlyIf: 'mayGoAgain' },`, replace: `to: 'queued' },` },
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
]
