import type { Destination } from '../../electron/gateway/destination.ts'

/** This counter's client, and another merchant who signs in at it for a while. */
export const OWN_CLIENT = 'merchant'
export const OTHER_CLIENT = 'other'

export function destinationOf(clientId: string): Destination {
  return clientId === OWN_CLIENT ? OWN_DESTINATION : OTHER_DESTINATION
}

export const OWN_DESTINATION: Destination = {
  environment: 'live',
  partnerUrl: 'https://bank.invalid',
  clientId: OWN_CLIENT,
}
const OTHER_DESTINATION: Destination = { ...OWN_DESTINATION, clientId: OTHER_CLIENT }
