import { empty, text } from './doorBounds.ts'
import { PeopleView } from './people.ts'
import * as z from 'zod/mini'

/** Longer than any name or PIN, so that main can refuse an overlong one in words. */
const name = text(200)
const pin = text(100)
const cashierId = text(64)

/** The calls about the cashiers of this computer; a part of the contract. */
export const peopleCalls = {
  'people.get': { request: empty, response: PeopleView },
  /** A cashier takes over the counter. Manager mode closes, since another person may be there now. */
  'people.enter': { request: z.strictObject({ cashierId, pin }), response: PeopleView },
  /** No cashier is at the counter. Sending goes on. */
  'people.lock': { request: empty, response: PeopleView },
  'people.add': { guard: 'manager', request: z.strictObject({ name, pin }), response: PeopleView },
  'people.rename': { guard: 'manager', request: z.strictObject({ cashierId, name }), response: PeopleView },
  'people.resetPin': { guard: 'manager', request: z.strictObject({ cashierId, pin }), response: PeopleView },
  /** Their earlier sales keep the name. */
  'people.remove': { guard: 'manager', request: z.strictObject({ cashierId }), response: PeopleView },
} as const
