import { strings } from '../strings/strings.ts'

/** An account's last digits; main never sends more. */
export function MaskedAccount({ ending }: { ending: string }) {
  if (ending === '') return strings.detail.notGiven
  return (
    <span role="img" aria-label={strings.detail.accountEnding(ending)}>
      {strings.detail.accountMasked(ending)}
    </span>
  )
}
