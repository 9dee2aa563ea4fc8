/** Where a sale belongs. Only this destination sends, looks up or shows it (docs/decisions/0009). */
export interface Destination {
  readonly environment: 'live' | 'practice'
  /** The service's address, or the practice bank's own name. */
  readonly partnerUrl: string
  readonly clientId: string
}

export function isSameDestination(left: Destination, right: Destination): boolean {
  return (
    left.environment === right.environment &&
    left.partnerUrl === right.partnerUrl &&
    left.clientId === right.clientId
  )
}
