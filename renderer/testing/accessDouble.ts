import { callError } from '../../shared/callError.ts'
import type { CallResult, Request } from '../../shared/contract.ts'
import type { AccessView } from '../../shared/access.ts'
import { ok } from '../../shared/result.ts'
import {
  closeFacts,
  connectionReport,
  dayClose,
  dayViewOf,
  diagnostics,
  profile,
  recordOf,
  recordSearchOf,
  recordTotals,
  FIXED_NOW_MS,
} from './fixtures.ts'

/** The PIN and the secret key of the double. */
export const DOUBLE_PIN = '2580'
export const DOUBLE_SECRET = 'harbour-secret'
const WAIT_AFTER_TRIES = 3

interface AccessFacts {
  readonly access: AccessView
}

/** The manager's PIN, in memory: right, wrong, and wrong too often. */
export function accessAnswers(facts: () => AccessFacts, become: (access: AccessView) => void) {
  const manager = (): CallResult<'access.get'> => {
    become({ ...facts().access, role: 'manager', pin: 'set', wrongTries: 0, waitMs: 0, locksInMs: 300_000 })
    return ok(facts().access)
  }
  const tried = (isRight: boolean, code: 'wrongPin' | 'wrongSecret'): CallResult<'access.get'> => {
    const { access } = facts()
    if (access.waitMs > 0) return callError('tooManyTries')
    if (isRight) return manager()
    const wrongTries = access.wrongTries + 1
    become({ ...access, wrongTries, waitMs: wrongTries < WAIT_AFTER_TRIES ? 0 : 30_000 })
    return callError(code)
  }
  return {
    'access.get': (): CallResult<'access.get'> => ok(facts().access),
    'access.touch': (): CallResult<'access.touch'> => ok(facts().access),
    'access.lock': (): CallResult<'access.lock'> => {
      become({ ...facts().access, role: 'cashier', locksInMs: null })
      return ok(facts().access)
    },
    'access.setPin': ({ currentPin, pin }: Request<'access.setPin'>): CallResult<'access.setPin'> => {
      if (!/^[0-9]{4,8}$/u.test(pin)) {
        return callError('invalid', { fields: [{ field: 'pin', problem: 'notDigits' }] })
      }
      return facts().access.pin === 'none' ? manager() : tried(currentPin === DOUBLE_PIN, 'wrongPin')
    },
    'access.enter': ({ pin }: Request<'access.enter'>): CallResult<'access.enter'> =>
      tried(pin === DOUBLE_PIN, 'wrongPin'),
    'access.reset': ({ secretKey }: Request<'access.reset'>): CallResult<'access.reset'> =>
      tried(secretKey === DOUBLE_SECRET, 'wrongSecret'),
  }
}

/** The answer of a guarded call for a cashier; undefined for a manager. */
export function managerOnly({ access }: AccessFacts): ReturnType<typeof callError> | undefined {
  if (access.role === 'manager') return undefined
  return callError('needsManager', { needs: access.pin === 'none' ? 'setPin' : 'enterPin' })
}

/** Records, files and the profile: always the same answers. */
export const fixedAnswers = {
  'app.close': (): CallResult<'app.close'> => ok({}),
  'records.search': (request: Request<'records.search'>): CallResult<'records.search'> =>
    ok(recordSearchOf({ ...request, readFrom: request.dateFrom })),
  'records.page': ({ searchId, offset, limit }: Request<'records.page'>): CallResult<'records.page'> =>
    ok({
      searchId,
      records: recordSearchOf().records.slice(offset, offset + limit),
      elsewhere: ['902', '905'],
      offset,
      totals: recordTotals,
    }),
  'day.view': ({ terminalId, day }: Request<'day.view'>): CallResult<'day.view'> =>
    ok(dayViewOf({ terminalId, day })),
  'records.cancel': (): CallResult<'records.cancel'> => ok({}),
  'records.byReference': ({
    transactionId,
  }: Request<'records.byReference'>): CallResult<'records.byReference'> =>
    ok({
      transactionId,
      record: recordOf({ recordId: '901', transactionId }),
      bankMessage: null,
      readAtMs: FIXED_NOW_MS,
    }),
  'reports.sales': (): CallResult<'reports.sales'> =>
    ok({ file: 'C:\\Users\\till\\sales.xlsx', rowCount: 24 }),
  'reports.records': (): CallResult<'reports.records'> =>
    ok({ file: 'C:\\Users\\till\\records.xlsx', rowCount: 24 }),
  'reports.day': (): CallResult<'reports.day'> => ok({ file: 'C:\\Users\\till\\day.xlsx', rowCount: 3 }),
  'reports.cancel': (): CallResult<'reports.cancel'> => ok({}),
  'files.showLast': (): CallResult<'files.showLast'> => ok({}),
  'paper.pdf': (): CallResult<'paper.pdf'> => ok({ file: 'C:\\Users\\till\\sale.pdf', rowCount: 1 }),
  'paper.print': (): CallResult<'paper.print'> => ok({ outcome: 'sent' }),
  'paper.send': (): CallResult<'paper.send'> => ok({ outcome: 'sent' }),
  'paper.sale': (): CallResult<'paper.sale'> => ok({ file: 'C:\\Users\\till\\sale.json', rowCount: 1 }),
  'dayClose.view': (): CallResult<'dayClose.view'> =>
    ok({
      next: closeFacts,
      refused: null,
      earlier: [{ number: 213, day: '2026-11-19', closedAtMs: FIXED_NOW_MS }],
    }),
  'dayClose.make': (): CallResult<'dayClose.make'> => ok(dayClose),
  'dayClose.get': (): CallResult<'dayClose.get'> => ok(dayClose),
  'dayClose.find': (): CallResult<'dayClose.find'> => ok(dayClose),
  'dayClose.month': (): CallResult<'dayClose.month'> => ok([dayClose]),
  'dayClose.save': (): CallResult<'dayClose.save'> =>
    ok({ file: 'C:\\Users\\till\\close.json', rowCount: 1 }),
  'backup.view': (): CallResult<'backup.view'> =>
    ok({ lastAtMs: FIXED_NOW_MS, isDue: false, isFresh: false, givenAwayAtMs: null }),
  'backup.make': (): CallResult<'backup.make'> =>
    ok({ kind: 'made', file: 'D:\\backup-2026-11-20-1405.tgz', saleCount: 1_204 }),
  'backup.giveAway': (): CallResult<'backup.giveAway'> => ok({ kind: 'none' }),
  'backup.takeBack': (): CallResult<'backup.takeBack'> => ok({}),
  'backup.choose': (): CallResult<'backup.choose'> => ok({ kind: 'none' }),
  'backup.bring': (): CallResult<'backup.bring'> => ok({}),
  'connection.check': (): CallResult<'connection.check'> => ok(connectionReport),
  'settings.diagnostics': (): CallResult<'settings.diagnostics'> => ok(diagnostics),
  'reports.diagnostics': (): CallResult<'reports.diagnostics'> =>
    ok({ file: 'C:\\Users\\till\\diagnostics.txt', rowCount: 90 }),
  'settings.profile': (): CallResult<'settings.profile'> => ok(profile),
}
