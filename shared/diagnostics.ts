import * as z from 'zod/mini'

/** A choice of this computer, and where it comes from. */
export const ChoiceValue = z.strictObject({
  key: z.string(),
  value: z.string(),
  source: z.enum(['here', 'default']),
})
export type ChoiceValue = z.output<typeof ChoiceValue>

/** Facts about one thing, in words. */
export const DiagnosticSection = z.strictObject({
  title: z.string(),
  lines: z.array(z.strictObject({ label: z.string(), value: z.string() })),
})
export type DiagnosticSection = z.output<typeof DiagnosticSection>

/** Everything that support asks for. It has no room for a secret, a person or a sale. */
export const DiagnosticsView = z.strictObject({
  sections: z.array(DiagnosticSection),
  choices: z.array(ChoiceValue),
  /** All of it, and the profile, as one plain text for support. */
  text: z.string(),
})
export type DiagnosticsView = z.output<typeof DiagnosticsView>
