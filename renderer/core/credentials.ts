/* What a person types to sign in or to become a manager: it goes to main, and the state does not keep it. */

export interface SignInCredentials {
  readonly clientId: string
  readonly secretKey: string
  readonly loginToken: string
}

/** The entries of a PIN dialog. They go to main and are not stored. */
export interface PinEntry {
  readonly pin: string
  readonly currentPin: string
  readonly secretKey: string
}
