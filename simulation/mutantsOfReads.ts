import type { MutantElsewhere } from './mutant.ts'

/** Wrong designs of what a read shows about a sale and its token, caught by the engine's tests. */
export const mutantsOfReads: readonly MutantElsewhere[] = [
  {
    name: 'the token is logged',
    thought: 'it helps support',
    level: 'real',
    tests: ['electron/session/session.test.ts'],
    edits: [
      {
        file: 'electron/session/session.ts',
        find: `log('info', 'session.signedIn', { keptAs: next.keptAs })`,
        replace: `log('info', 'session.signedIn', { keptAs: next.keptAs, token: next.token })`,
      },
    ],
  },
  {
    name: 'an answer outlives the token that it was given to',
    thought: 'the bank has said that it does not have it',
    level: 'real',
    tests: ['electron/outbox/worker/preSendQueryToken.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/preSendQuery.ts',
        find: `    if (service.generation() !== answeredTo) answered.forget()
`,
        replace: '',
      },
    ],
  },
  {
    name: 'a sale that went past others has taken its turn once its outcome is saved',
    thought: 'until then it has not gone past them',
    level: 'real',
    tests: ['electron/outbox/worker/turnsOfSending.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/sender.ts',
        find: `    if (isPastEarlier) turns.taken(true)
`,
        replace: '',
      },
    ],
  },
  {
    name: 'only a slip that the bank was asked about is remembered once it is removed',
    thought: 'nothing of the other ones was ever sent',
    level: 'real',
    tests: ['electron/outbox/store/removedSlip.test.ts'],
    edits: [
      {
        file: 'electron/outbox/store/removedSlipStore.ts',
        find: `(ask_since_awake_ms IS NOT NULL OR \${WAS_TYPED})`,
        replace: `ask_since_awake_ms IS NOT NULL`,
      },
    ],
  },
  {
    name: 'a typed reference that looks made is never asked about',
    thought: 'only a Tillside makes such references',
    level: 'real',
    tests: ['electron/outbox/worker/typedMade.test.ts'],
    edits: [
      {
        file: 'electron/outbox/store/saleStore.ts',
        find: `sale.isTyped === true && isMadeTransactionId(`,
        replace: `sale.isTyped === true && !isMadeTransactionId(`,
      },
    ],
  },
  {
    name: 'a sale is sent while the answer that shows it is gone through',
    thought: 'its record comes soon enough',
    level: 'real',
    tests: ['electron/outbox/worker/observed.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/send.ts',
        find: `  if (observeOwed(context, sale.transactionId)) return 'notSent'
`,
        replace: '',
      },
    ],
  },
  {
    name: 'a refused sale is recorded anew while the answer that shows it is gone through',
    thought: 'the bank said no to it',
    level: 'real',
    tests: ['electron/outbox/worker/owedFirst.test.ts'],
    edits: [
      {
        file: 'electron/outbox/entryChecks.ts',
        find: `    observeOwed(context, corrects)
`,
        replace: '',
      },
    ],
  },
  {
    name: 'an unknown sale of an older file goes on with its proof',
    thought: 'it is looked up as it is',
    level: 'real',
    tests: ['electron/outbox/worker/markUncertain.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/recovery.ts',
        find: `    store.note(sale, unprovenSince(at), at)
    return false`,
        replace: `    return false`,
      },
    ],
  },
  {
    name: 'what an older file holds or leaves to a person was not sent since',
    thought: 'a person sees to it',
    level: 'real',
    tests: ['electron/outbox/worker/markUncertain.test.ts'],
    edits: [
      {
        file: 'electron/outbox/rules/machine.ts',
        find: `['queued', 'sending', 'unknown', 'review', 'held'] as const`,
        replace: `['queued', 'sending', 'unknown'] as const`,
      },
    ],
  },
  {
    name: 'what was said not to be saved is forgotten at a restart',
    thought: 'the file is opened anew by then',
    level: 'real',
    tests: ['electron/outbox/notSavedTwice.test.ts'],
    edits: [
      {
        file: 'electron/outbox/notSaved.ts',
        find: `  let listed = readKept(settings)`,
        replace: `  let listed = readKept({ get: () => settings === undefined })`,
      },
    ],
  },
  {
    name: 'what is back in the queue can be removed',
    thought: 'it was proven unsent, or absent',
    level: 'real',
    tests: ['electron/outbox/worker/neverLeft.test.ts'],
    edits: [
      {
        file: 'electron/outbox/rules/machine.ts',
        find: `  return sale.unknownSinceAwakeMs === null && (sale.sendCount === 0 ||`,
        replace: `  return sale.sendCount >= 0 && (sale.sendCount === 0 ||`,
      },
    ],
  },
  {
    name: 'later records are held against what was recorded here',
    thought: 'that is what was sold',
    level: 'real',
    tests: ['electron/outbox/worker/accepted.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/accepted.ts',
        find: `  if (ours === null) return differencesFromRecorded(context, sale, record)`,
        replace: `  if (ours === null || ours !== undefined) return differencesFromRecorded(context, sale, record)`,
      },
    ],
  },
  {
    name: 'late by the clock alone',
    thought: 'it was not paid in time, as far as we know',
    level: 'real',
    tests: ['electron/settlements/late.test.ts'],
    edits: [
      {
        file: 'electron/outbox/rules/saleView.ts',
        find: `  return acceptedAtMs < limits.lateBeforeMs && answeredAtMs - acceptedAtMs >= limits.lateAfterMs`,
        replace: `  return acceptedAtMs < limits.lateBeforeMs && limits.lateAfterMs > 0`,
      },
    ],
  },
  {
    name: 'every no renews the token',
    thought: 'it may have expired again',
    level: 'real',
    tests: ['electron/session/refusedReads.test.ts'],
    edits: [
      {
        file: 'electron/session/refusals.ts',
        find: `        if (nowMs - doubtedAtMs < DOUBT_EVERY_MS) return true
`,
        replace: '',
      },
    ],
  },
  // Histories show it too rarely: a no is asked about again with a new token, and must come twice.
  {
    name: 'any no to a search means that there is nothing',
    thought: 'the bank said that it has none',
    level: 'real',
    tests: ['electron/outbox/worker/delivery.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/verifier.ts',
        find: `        (yield* saidEmpty.learn(destination, terminalId, read.error))`,
        replace: `        (terminalId === '' ? yield* saidEmpty.learn(destination, terminalId, read.error) : true)`,
      },
    ],
  },
  {
    name: 'any answer about a sale is a fresh look-up',
    thought: 'the bank was asked a moment ago',
    level: 'real',
    tests: ['electron/outbox/worker/freshLookUp.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/statusQuery.ts',
        find: `  countCheck(context, current, isOwn ? { lookedUpAwakeMs: answeredAt.awakeMs } : {}, end)`,
        replace: `  countCheck(context, current, { lookedUpAwakeMs: answeredAt.awakeMs }, end)`,
      },
    ],
  },
  {
    name: "a login's answer is the answer to the question",
    thought: 'it is what came back',
    level: 'real',
    tests: ['electron/session/authorised.test.ts'],
    edits: [
      {
        file: 'electron/session/authorised.ts',
        find: `  const isLikeAnAnswer = error.kind === 'http' && refusalOf(error) !== null`,
        replace: `  const isLikeAnAnswer = error.kind === 'http' && refusalOf(error) === 'tokenRefused'`,
      },
    ],
  },
  {
    name: 'a no is ground to settle a difference',
    thought: 'the bank has answered about the sale',
    level: 'real',
    tests: ['electron/outbox/worker/accepted.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/followAccepted.ts',
        find: `    ...(isAbout ? { lookedUpAwakeMs: now.awakeMs } : {}),`,
        replace: `    ...(isAbout || !result.ok ? { lookedUpAwakeMs: now.awakeMs } : {}),`,
      },
    ],
  },
  {
    name: 'refused reads end a sign-in that reads succeed with',
    thought: 'it was refused three times, over five minutes',
    level: 'real',
    tests: ['electron/session/refusedReads.test.ts'],
    edits: [
      {
        file: 'electron/session/refusals.ts',
        find: `      refusedSinceMs = null
      refusedCount = 0
`,
        replace: '',
      },
    ],
  },
  {
    name: 'honest "not found" answers end a sign-in',
    thought: 'a no is a no',
    level: 'real',
    tests: ['electron/session/refusedReads.test.ts'],
    edits: [
      {
        file: 'electron/session/refusals.ts',
        find: `      if (refusal === 'foundNothing') return nowMs - refusedSinceMs >= OVER_AFTER_NOTHING_MS
`,
        replace: '',
      },
    ],
  },
  {
    name: 'a search covers sales from before its first day',
    thought: 'it was complete',
    level: 'real',
    tests: ['electron/outbox/worker/verifier.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/verifier.ts',
        find: `      if (sale.recordedAtMs < search.fromMs) return false
`,
        replace: '',
      },
    ],
  },
]
