import { strings } from '../strings.ts'

/** An account by its last digits; main never gives more. */
export function MaskedAccount({ ending }: { ending: string }) {
  if (ending === '') return strings.detail.notGiven
  return (
    <span role="img" aria-label={strings.detail.accountEnding(ending)}>
      {strings.detail.accountMasked(ending)}
    </span>
  )
}
