import { isRecord, listOf } from '../counts.ts'
import type { Problem } from './report.ts'

/** The failures of Playwright's JSON report, each with its message and pictures. */
export function playwrightProblems(report: unknown): readonly Problem[] {
  if (!isRecord(report)) return []
  return [
    ...listOf(report['suites']).flatMap(problemsOfSuite),
    ...listOf(report['errors']).map(problemOfError),
  ]
}

function problemsOfSuite(suite: unknown): readonly Problem[] {
  if (!isRecord(suite)) return []
  return [
    ...listOf(suite['suites']).flatMap(problemsOfSuite),
    ...listOf(suite['specs']).flatMap(problemsOfSpec),
  ]
}

function problemsOfSpec(spec: unknown): readonly Problem[] {
  if (!isRecord(spec)) return []
  return listOf(spec['tests'])
    .filter(isRecord)
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ results }) => {
      const runs = listOf(results).filter(isRecord)
      const errors = runs.flatMap((run) => listOf(run['errors'])).filter(isRecord)
      const pictures = runs
        .flatMap((run) => listOf(run['attachments']))
        .filter(isRecord)
        .filter(({ contentType }) => contentType === 'image/png')
        .map(({ path }) => textOf(path))
      return {
        name: `${textOf(spec['file'])}: ${textOf(spec['title'])}`,
        detail: errors.map(({ message }) => textOf(message)).join('\n'),
        pictures: pictures.filter((picture) => picture !== ''),
      }
    })
}

function problemOfError(error: unknown): Problem {
  return { name: 'outside a test', detail: isRecord(error) ? textOf(error['message']) : '', pictures: [] }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
