import { writeFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { PROFILE_SCHEMA_FILE, profileSchemaText } from './profileSchema.ts'

/** `npm run profile:schema`: writes the JSON Schema of a profile for editors. */
writeFileSync(PROFILE_SCHEMA_FILE, await profileSchemaText())
stdout.write(`written: ${PROFILE_SCHEMA_FILE}\n`)
