import type { Mutant } from './mutant.ts'

const SEND = 'electron/outbox/worker/send.ts'

/** Wrong designs of durability: only the order of a real process's system calls shows them. */
export const wrongOrder: readonly Mutant[] = [
  {
    name: 'synchronous=NORMAL',
    thought:
      'in WAL mode it is safe as well, and four times as fast; what is read back is what was asked for',
    edits: [
      {
        file: 'electron/storage/database.ts',
        find: `{ name: 'synchronous', value: 'FULL', readsBack: 2 }`,
        replace: `{ name: 'synchronous', value: 'NORMAL', readsBack: 1 }`,
      },
    ],
  },
  {
    name: 'claimed when the connection stands',
    thought: 'the connection can be opened meanwhile, which saves a moment on every sale',
    edits: [
      {
        file: SEND,
        find: `  const claimed = store.claim(sale, context.boot, now())
`,
        replace: `  const answering = service.send(generation, sale)
  yield* wait(new Promise((resolve) => setTimeout(resolve, 50)))
  const claimed = store.claim(sale, context.boot, now())
`,
      },
      {
        file: SEND,
        find: `  const answer = yield* wait(service.send(generation, sending))`,
        replace: `  const answer = yield* wait(answering)`,
      },
    ],
  },
]
