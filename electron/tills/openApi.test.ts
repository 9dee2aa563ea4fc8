import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApi } from './openApi.ts'

const root = path.join(import.meta.dirname, '..', '..')
const FILE = path.join(root, 'docs/openapi.json')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

test('the document is valid OpenAPI 3.1, and the one in docs/ is it', async () => {
  const document = openApi(version)
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (process.env['UPDATE'] === '1') writeFileSync(FILE, text)
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(text))
})
