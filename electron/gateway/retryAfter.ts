const RETRY_AFTER_MS_MAX = 3_600_000

/** The three date formats of RFC 9110 begin with a day's name. `Date.parse` alone would also accept `-1`. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [A-Za-z0-9 :-]+$/u

/**
 * The delay of Retry-After in ms, at most an hour; null where it is absent or invalid. A date is measured from the
 * answer's own Date, since this computer's clock may be wrong.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, wallNowMs: number): number | null {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^[0-9]{1,15}$/u.test(text)) return Math.min(Number(text) * 1_000, RETRY_AFTER_MS_MAX)
  const atMs = httpDateMs(text)
  if (atMs === null) return null
  const fromMs = httpDateMs(headers['date'] ?? '') ?? wallNowMs
  return Math.min(Math.max(0, atMs - fromMs), RETRY_AFTER_MS_MAX)
}

function httpDateMs(text: string): number | null {
  if (text.length > 40 || !HTTP_DATE.test(text)) return null
  // The asctime format names no time zone and means GMT, like the others.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(atMs) ? null : atMs
}
