import { defineConfig, type OxlintConfig } from 'oxlint'
import base from './oxlint.base.json' with { type: 'json' }
import { importRules } from './scripts/walls/importRules.ts'

const { $schema: _, ...rules } = base

// A JSON file has no literal types; the linter itself checks it. The rules about imports come from the table of rooms.
export default defineConfig({
  ...rules,
  overrides: [...rules.overrides, ...importRules()],
} as unknown as OxlintConfig)
