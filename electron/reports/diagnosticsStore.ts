import { parseUnknown } from '../../shared/parse.ts'
import { RecordView } from '../../shared/record.ts'
import { OF_DESTINATION, OPEN } from '../outbox/store/saleConditions.ts'
import { by } from '../outbox/store/saleIndexStore.ts'
import type { Destination } from '../gateway/destination.ts'
import type { QueueOwner } from '../outbox/rules/saleQuery.ts'
import { auditHead } from '../storage/audit.ts'
import type { Database } from '../storage/database.ts'

const ELSEWHERE_MAX = 20
/** The newest ones show how the bank pays now; more would add nothing. */
const MEASURED_MAX = 500

export interface OpenInState {
  readonly state: string
  readonly count: number
  readonly oldestAtMs: number
}

export interface OpenAt {
  readonly environment: Destination['environment']
  readonly partnerUrl: string
  readonly count: number
  readonly oldestAtMs: number
}

/** Counts and times of the sales file for support, without any sale. */
export class DiagnosticsStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Of one client, or with `clientId: null` of all clients at the address. */
  open({ environment, partnerUrl, clientId }: QueueOwner): readonly OpenInState[] {
    return this.#database.all(
      `SELECT state, COUNT(*) AS count, MIN(recorded_at_ms) AS oldestAtMs FROM sale
       WHERE environment = ? AND partner_url = ? AND (client_id = ? OR ? IS NULL) AND ${OPEN}
       GROUP BY state ORDER BY state`,
      environment,
      partnerUrl,
      clientId,
      clientId,
    ) as OpenInState[]
  }

  /** Open sales in this file of every other address, and of other clients of this one. */
  elsewhere({ environment, partnerUrl, clientId }: QueueOwner): readonly OpenAt[] {
    return this.#database.all(
      `SELECT environment, partner_url AS partnerUrl, COUNT(*) AS count, MIN(recorded_at_ms) AS oldestAtMs FROM sale
       WHERE ${OPEN} AND NOT (environment = ? AND partner_url = ? AND (client_id = ? OR ? IS NULL))
       GROUP BY environment, partner_url ORDER BY oldestAtMs LIMIT ${ELSEWHERE_MAX}`,
      environment,
      partnerUrl,
      clientId,
      clientId,
    ) as OpenAt[]
  }

  /** The newest records of a client's accepted sales. Unreadable ones are skipped. */
  newestRecords({ environment, partnerUrl, clientId }: Destination): readonly RecordView[] {
    const rows = this.#database.all(
      `${by('sale_known', 'record_json AS json')} AND ${OF_DESTINATION}
       ORDER BY sequence DESC LIMIT ${MEASURED_MAX}`,
      environment,
      partnerUrl,
      clientId,
    ) as { json: string }[]
    return rows.flatMap(({ json }) => {
      const parsed = parseUnknown(RecordView, parsedJson(json))
      return parsed.ok ? [parsed.value] : []
    })
  }

  health(): { readonly schemaVersion: number; readonly head: ReturnType<typeof auditHead> } {
    const { user_version: schemaVersion } = this.#database.get('PRAGMA user_version') as {
      user_version: number
    }
    return { schemaVersion, head: auditHead(this.#database) }
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
