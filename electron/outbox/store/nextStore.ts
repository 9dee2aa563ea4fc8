import { ASKED_ABOUT, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'

/* The statements for the next waiting sale; the worker runs each once a step. */

export const STATES_WITH_DUE = [
  'queued',
  'unknown',
  'review',
  'refused',
  'cancelled',
  'writtenOff',
  'held',
] as const

export const STATES_LOOKED_UP = STATES_WITH_DUE.filter((state) => state !== 'queued')

/** One index range for each state; over all of them at once SQLite would read every due row. */
export const NEXT_OPEN_DUE = `SELECT MIN(due) AS due FROM (${STATES_WITH_DUE.map(
  (state) =>
    `${by('sale_due', 'MIN(due_awake_ms) AS due')} AND ${OF_DESTINATION}
       AND state = '${state}' AND ${ASKED_ABOUT} AND due_awake_ms > ?`,
).join(' UNION ALL ')})`

/** The same for the look-up that has been due the longest: each range is sorted, so they are only merged. */
export const NEXT_LOOK_UP = STATES_LOOKED_UP.map(
  (state) =>
    `SELECT * FROM (${by('sale_due')} AND ${OF_DESTINATION}
       AND state = '${state}' AND ${ASKED_ABOUT} AND due_awake_ms <= ? ORDER BY due_awake_ms LIMIT 1)`,
).join(' UNION ALL ')

/** Read backwards to the newest older sale, so that a long queue behind it is not read. */
export const NEXT_RECORDED_SINCE = `${by('sale_open')} AND ${OF_DESTINATION} AND state = 'queued'
  AND sequence > COALESCE((${by('sale_open', 'sequence')} AND ${OF_DESTINATION} AND state = 'queued'
    AND (recorded_boot != ? OR recorded_awake_ms < ?) ORDER BY sequence DESC LIMIT 1), 0)
  AND due_awake_ms <= ? AND terminal_id != ? ORDER BY sequence LIMIT 1`

export const OLDEST_QUEUED = `${by('sale_queue', 'MIN(recorded_at_ms) AS oldest')} AND ${OF_DESTINATION} AND terminal_id = ?`
export const NEWEST_QUEUED = `${by('sale_open', 'sequence AS newest')} AND ${OF_DESTINATION} AND state = 'queued'
  AND terminal_id = ? ORDER BY sequence DESC LIMIT 1`
