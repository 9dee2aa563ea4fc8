import path from 'node:path'
import { format } from 'prettier'
import * as z from 'zod/mini'
import { practiceProfile } from '../electron/gateway/profile.ts'
import { editorRules, profileKeys, profileSchema } from '../electron/gateway/profileSchema.ts'
import { profileMeanings } from './profileMeanings.ts'
import { root } from './run.ts'

export const PROFILE_SCHEMA_FILE = path.join(root, 'build/profiles/profile.schema.json')

/** A part of a JSON Schema, as far as it is used here. */
interface Part {
  readonly properties?: Readonly<Record<string, Part>>
  [keyword: string]: unknown
}

/** Dependencies between the profile's keys, as far as a schema can express them. */
const TOGETHER: readonly Part[] = [
  implied(
    { properties: { environment: { const: 'live' } }, required: ['environment'] },
    { required: ['partnerUrl'], properties: { partnerUrl: { type: 'string' } } },
  ),
  implied(
    {
      properties: { enquiry: { properties: { serviceType: { minLength: 1 } }, required: ['serviceType'] } },
      required: ['enquiry'],
    },
    { properties: { enquiry: { required: ['bankCode'] } } },
  ),
]

function implied(premise: Part, conclusion: Part): Part {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, which is never awaited
  return { if: premise, then: conclusion }
}

/** The JSON Schema of a profile for editors, from Tillside's own rules, which may be stricter. */
export function makeProfileSchema(): Part {
  const made = z.toJSONSchema(profileSchema, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, editorRules.get(zodSchema as never))
    },
  }) as Part
  const defaults = practiceProfile()
  for (const key of profileKeys()) describe(made, key, defaults)
  const locked = made.properties?.['locked']
  if (locked !== undefined) locked['items'] = { enum: profileKeys() }
  return {
    ...made,
    title: 'Tillside profile',
    description:
      'Tells Tillside which bank it works with, and how. Every key may be left out and has its default then.',
    allOf: TOGETHER,
  }
}

function describe(schema: Part, key: string, defaults: object): void {
  const names = key.split('.')
  const part = names.reduce<Part | undefined>((group, name) => group?.properties?.[name], schema)
  if (part === undefined) throw new Error(`the schema has no ${key}`)
  const meaning = profileMeanings[key]
  if (meaning === undefined) {
    // A group has no default of its own; its keys do.
    delete part['default']
    return
  }
  part['description'] = `${meaning.means}.`
  part['examples'] = [meaning.example]
  part['default'] = names.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>>)[name],
    defaults,
  )
}

/** The text of the file beside the examples. */
export async function profileSchemaText(): Promise<string> {
  return format(JSON.stringify(makeProfileSchema(), null, 2), { parser: 'json', printWidth: 110 })
}
