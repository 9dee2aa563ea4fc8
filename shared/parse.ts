import * as z from 'zod/mini'
import { err, ok, type Result } from './result.ts'

/** Where a value from outside breaks its schema. It has paths and rules, never the value. */
export interface ParseProblem {
  readonly path: string
  readonly problem: string
}

/**
 * The trust boundary: every value from another process, the disk, the network or a file is parsed here before use.
 * Zod's own messages may quote the input, so only its rule codes are passed on.
 */
export function parseUnknown<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, readonly ParseProblem[]> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues.map((issue) => ({
      path: pathText(issue.path, issue).slice(0, PATH_LENGTH_MAX),
      problem: ruleText(issue),
    })),
  )
}

/** Key names come from outside too; no schema here is deeper or has longer names. */
const PATH_LENGTH_MAX = 200

function pathText(path: readonly PropertyKey[], issue: z.core.$ZodIssue): string {
  const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''
  const own = path.map(String).join('.')
  if (unknownKeys === '') return own === '' ? '(whole value)' : own
  return own === '' ? unknownKeys : `${own}.${unknownKeys}`
}

function ruleText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${issue.expected}`
    case 'unrecognized_keys':
      return 'is not a known key'
    case 'too_small':
      return `must not be below ${String(issue.minimum)}`
    case 'too_big':
      return `must not be above ${String(issue.maximum)}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'custom':
      // Our own checks pass a fixed text that never quotes the input.
      return issue.message === 'Invalid input' ? 'is not valid' : issue.message
    default:
      return `is not valid (${issue.code})`
  }
}
