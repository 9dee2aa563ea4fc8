import type { CallName, CallResult, Request } from '../../shared/contract.ts'
import { callError } from '../../shared/callError.ts'
import { ok } from '../../shared/result.ts'
import type { HandedSale, HandedView, TillChoice, TillsView, TillView } from '../../shared/till.ts'
import { FIXED_NOW_MS } from './fixtures.ts'

export const noHanded: HandedView = { sales: [], count: 0 }
export const noTillsView: TillsView = { door: 'off', port: 4717, tills: [] }

export const handedSale: HandedSale = {
  handoverId: 41,
  from: 'Odoo, front desk',
  key: 'order-00031',
  terminalId: '2ABC1234',
  amountKobo: 980_000,
  slip: '417393',
  note: 'Order 00031',
  soldAtMs: FIXED_NOW_MS - 60_000,
  handedAtMs: FIXED_NOW_MS - 50_000,
  reason: 'fill',
}

export function tillOf(choice: Partial<TillChoice>, more: Partial<TillView> = {}): TillView {
  return {
    tillId: 'a1b2c3d4e5f60718',
    name: 'Odoo, front desk',
    level: 'fill',
    terminalIds: ['2ABC1234'],
    maxKobo: 0,
    perHour: 0,
    keyEnding: '7f3c',
    keyMadeAtMs: FIXED_NOW_MS - 18 * 24 * 60 * 60_000,
    keyMadeBy: 'Ngozi',
    hasKey: true,
    todayCount: 19,
    todayKobo: 27_270_000,
    last: { handedAtMs: FIXED_NOW_MS - 120_000, amountKobo: 980_000 },
    ...choice,
    ...more,
  }
}

type TillFacts = { readonly handed: HandedView; readonly tills: TillsView }
type TillCall = Extract<CallName, `tills.${string}` | `handed.${string}`>

export function tillAnswers(
  facts: () => TillFacts,
  change: (part: Partial<TillFacts>) => void,
): { [Name in TillCall]: (request: Request<Name>) => CallResult<Name> } {
  const keep = (tills: readonly TillView[]): TillsView => {
    change({ tills: { ...facts().tills, tills: [...tills] } })
    return facts().tills
  }
  const savedAs = '/home/shop/Documents/Tillside key, Odoo front desk.txt'
  return {
    'tills.get': () => ok(facts().tills),
    'tills.connect': (choice) => {
      const made = tillOf(choice, { todayCount: 0, todayKobo: 0, last: null })
      return ok({ view: keep([...facts().tills.tills, made]), savedAs })
    },
    'tills.change': ({ tillId, choice }) =>
      ok(keep(facts().tills.tills.map((each) => (each.tillId === tillId ? { ...each, ...choice } : each)))),
    'tills.renewKey': () => ok({ view: facts().tills, savedAs }),
    'tills.disconnect': ({ tillId }) =>
      ok(keep(facts().tills.tills.filter((each) => each.tillId !== tillId))),
    'handed.get': () => ok(facts().handed),
    'handed.sendBack': ({ handoverId }) => {
      const { sales, count } = facts().handed
      const left = sales.filter((each) => each.handoverId !== handoverId)
      if (left.length === sales.length) return callError('notFound')
      change({ handed: { sales: left, count: count - 1 } })
      return ok(facts().handed)
    },
  }
}
