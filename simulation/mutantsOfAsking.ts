import type { Mutant } from './mutant.ts'

const ASK_FIRST = 'electron/outbox/worker/preSendQuery.ts'
const NOT_FOUND = 'electron/outbox/worker/notFound.ts'

/** Wrong designs of the pre-send query (docs/delivery.md, "Not found"). */
export const mutantsOfAsking: readonly Mutant[] = [
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
    name: 'an answer that was cut off counts as not there',
    thought: 'there was a status line, and no record behind it',
    edits: [
      {
        file: ASK_FIRST,
        find: `    if (isAbsent) return { kind: 'absent', at }`,
        replace: `    if (isAbsent || answer.evidence.httpStatus === 200) return { kind: 'absent', at }`,
      },
    ],
  },
  {
    name: "another sale's record counts as not there",
    thought: 'the bank answered, and not with this sale',
    edits: [
      {
        file: ASK_FIRST,
        find: `      return unclear(isOwn ? 'recordNotTaken' : 'otherRecord')`,
        replace: `      return isOwn ? unclear('recordNotTaken') : { kind: 'absent', at }`,
      },
    ],
  },
  {
    name: 'a slip needs no control',
    thought: 'the words are those of "not found"',
    edits: [
      {
        file: NOT_FOUND,
        find: `      if (seen.last(miss.destination) === null && known === undefined) {`,
        replace: `      if (learned !== null) return true
      if (seen.last(miss.destination) === null && known === undefined) {`,
      },
    ],
  },
  {
    name: 'the shape of not found is its status alone',
    thought: 'the words change from day to day',
    edits: [
      {
        file: 'electron/outbox/rules/missTemplate.ts',
        find: `  if (template.httpStatus !== shape.httpStatus || template.places.length !== shape.places.length) return false
`,
        replace: `  if (template.httpStatus === shape.httpStatus) return true
`,
      },
    ],
  },
  {
    name: 'lists that are not whole show that a counter is new',
    thought: 'there was no row in them',
    edits: [
      {
        file: 'electron/outbox/worker/newCounter.ts',
        find: `        if (read.rows.length > 0 || read.incompleteReason !== null) return false
`,
        replace: `        if (read.rows.length > 0) return false
`,
      },
    ],
  },
  {
    name: "a slip's answer counts for ever",
    thought: 'it was not there when we asked',
    edits: [
      {
        file: ASK_FIRST,
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
        file: 'electron/outbox/worker/unclear.ts',
        find: `const UNCLEAR_MS_MAX = 10 * 60_000`,
        replace: `const UNCLEAR_MS_MAX = 1_000 * 10 * 60_000`,
      },
    ],
  },
]
