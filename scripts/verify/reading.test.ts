import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BY_PROGRAM, linesForEyes } from './forEyes.ts'
import { playwrightProblems } from './playwrightReport.ts'

test('failures of Playwright are reported with their messages and pictures, also those outside a test', () => {
  const report = {
    errors: [{ message: 'no such project' }],
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              {
                title: 'passes',
                file: 'a.spec.ts',
                tests: [{ status: 'expected', results: [{ errors: [] }] }],
              },
              {
                title: 'fails',
                file: 'a.spec.ts',
                tests: [
                  {
                    status: 'unexpected',
                    results: [
                      {
                        errors: [{ message: 'expected 1' }, { message: 'got 2' }],
                        attachments: [
                          { contentType: 'image/png', path: '/tmp/shot.png' },
                          { contentType: 'text/plain', path: '/tmp/log.txt' },
                          { contentType: 'image/png' },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
  expect(playwrightProblems(report)).toEqual([
    { name: 'a.spec.ts: fails', detail: 'expected 1\ngot 2', pictures: ['/tmp/shot.png'] },
    { name: 'outside a test', detail: 'no such project', pictures: [] },
  ])
  for (const odd of [null, 1, {}, { suites: [1, { specs: [null] }] }])
    expect(playwrightProblems(odd)).toEqual([])
})

const RELEASE = `## Only a real system shows

**Every system**

- [ ] One that a program sees ${BY_PROGRAM}.
- [ ] Two lines
      of one box.

**Windows 10 and 11**

- [ ] Only there.

## After it is published

- [ ] Something else.
`

test('manual checks are those that no program makes, of this system', () => {
  expect(linesForEyes(RELEASE, 'win')).toEqual(['Two lines of one box.', 'Only there.'])
  expect(linesForEyes(RELEASE, 'linux')).toEqual(['Two lines of one box.'])
})

test('docs/release.md has manual boxes for every system, and names the automatic checks', () => {
  const release = readFileSync(path.join(import.meta.dirname, '../../docs/release.md'), 'utf8')
  for (const system of ['win', 'mac', 'linux'] as const) {
    expect(linesForEyes(release, system).length).toBeGreaterThan(10)
  }
  expect(release.split(BY_PROGRAM).length - 1).toBeGreaterThanOrEqual(5)
})
