import type { TimelineEntry } from '../../../shared/sale.ts'
import { bankTimeText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'

/** Main adds this to a manager's reason for the audit; the screen leaves it out. */
const SEEN = / \(seen: [^()]*\)$/u

/** A time as the service writes it, within other words. */
const SERVICE_TIME = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?/gu

/** The second line of a timeline entry, in plain words; null where there is none. */
export function timelineDetail(entry: TimelineEntry): string | null {
  return detailOf(entry)?.replaceAll(SERVICE_TIME, bankTimeText) ?? null
}

function detailOf({ kind, detail }: TimelineEntry): string | null {
  if (detail === null) return null
  switch (kind) {
    case 'answerUnknown':
    case 'provenUnsent':
    case 'leftUnclear':
      return codeText(detail)
    case 'paid':
      return lazyStrings.openSale.bankTime(bankTimeText(detail))
    case 'sentAgain':
    case 'sentUnclear':
    case 'writtenOff':
    case 'acceptedByManager':
    case 'keptOurs':
    case 'tookBanks':
    case 'saidOther':
      return detail.replace(SEEN, '')
    case 'closedOutside':
      return null
    case 'factsChanged':
      return detail.startsWith('state ') ? lazyStrings.timelineDetail.otherState(detail.slice(6)) : detail
    case 'differs':
      return detail.replace(/^\[|\]$/gu, '')
    default:
      return detail
  }
}

/** The code follows its words: support asks for it. */
export function codeText(code: string): string {
  const words = lazyStrings.timelineDetail
  const http = /^http:(\d{3})$/u.exec(code)?.[1]
  if (http !== undefined) return words.http(http)
  if (code.startsWith('malformed:')) return `${words.malformed} (${code})`
  if (code.startsWith('unsent:')) return `${words.unsent} (${code})`
  if (code.startsWith('noAnswer:')) {
    return `${code === 'noAnswer:timeout' ? words.timeout : words.broken} (${code})`
  }
  const other = /^otherForm:(.*)$/u.exec(code)?.[1]
  if (other !== undefined) return words.otherForm(other)
  switch (code) {
    case 'otherRecord':
    case 'recordNotTaken':
    case 'notBelieved':
    case 'declined':
      return `${words[code]} (${code})`
    default:
  }
  return code
}
