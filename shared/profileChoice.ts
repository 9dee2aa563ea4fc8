import * as z from 'zod/mini'

/** One fault of a chosen file: the key and the rule that it breaks, never its value. */
const ProfileFault = z.strictObject({ key: z.string(), problem: z.string() })

/** A file that a person picked in the system's dialog, checked with the rules of a start. Nothing is changed yet. */
export const ProfileChoice = z.discriminatedUnion('kind', [
  /** The dialog was closed. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('wrong'), file: z.string(), faults: z.array(ProfileFault) }),
  z.strictObject({
    kind: z.literal('right'),
    file: z.string(),
    name: z.string(),
    environment: z.enum(['live', 'practice']),
    /** Null for the practice bank inside the app. */
    serviceHost: z.nullable(z.string()),
    /** Where it goes. */
    place: z.string(),
    /** The sales that are not accepted yet, if they wait until the profile of now is back; else 0. */
    leftWaiting: z.int(),
  }),
])
export type ProfileChoice = z.output<typeof ProfileChoice>

/** The chosen profile is in its place and counts from the next start. */
export const PlacedProfile = z.strictObject({
  place: z.string(),
  /** Where the profile from before is kept; null if there was none. */
  keptAs: z.nullable(z.string()),
})
export type PlacedProfile = z.output<typeof PlacedProfile>
