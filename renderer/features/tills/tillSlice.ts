import type { CallError } from '../../../shared/callError.ts'
import type { CallResult } from '../../../shared/contract.ts'
import type { AppStore, Deps, Get, Guarded, Set } from '../../core/types.ts'
import type { TillActions, TillState } from '../../core/tillTypes.ts'
import { isBlank } from '../sale/entryState.ts'

export const noTills: TillState = { handed: null, armedAtMs: 0, view: null, keyFile: null }

/** Longer than a second Enter by habit takes, and shorter than reading an amount. */
const ARMED_AFTER_MS = 700

type MadeKey = 'tills.connect' | 'tills.renewKey'

/** What the shop's own programs handed over, and which of them may. */
export function tillSlice(
  set: Set,
  get: Get,
  { client, nowMs, hasQuestion }: Deps,
  guarded: Guarded,
): { readonly actions: TillActions; readonly listen: () => void } {
  const change = (part: Partial<TillState>): void => set(({ tills }) => ({ tills: { ...tills, ...part } }))

  /** The sale that Enter would record; null while something else comes first. */
  function first() {
    const { tills, entry } = get()
    const [sale] = tills.handed?.sales ?? []
    if (sale === undefined || !isBlank(entry.draft) || entry.isSaving || entry.corrects !== null) return null
    if (nowMs() - tills.armedAtMs >= ARMED_AFTER_MS) return sale
    get().missEnter()
    return null
  }

  async function keepMade(ask: () => Promise<CallResult<MadeKey>>): Promise<CallError | null> {
    const answer = await guarded(ask as () => Promise<CallResult<'tills.connect'>>)
    if (!answer.ok) return answer.error
    const { view, savedAs: keyFile } = answer.value
    change({ view, keyFile })
    return null
  }

  return {
    listen: () => {
      client.listen('handed.changed', (handed) => change({ handed }))
      client.listen('tills.changed', (view) => change({ view }))
    },
    actions: {
      async recordHanded() {
        const sale = first()
        if (sale !== null) await get().submitHanded(sale)
      },
      async sendHandedBack() {
        const sale = hasQuestion() ? null : first()
        if (sale === null) return
        const answer = await guarded(() => client.call('handed.sendBack', { handoverId: sale.handoverId }))
        if (answer.ok) change({ handed: answer.value })
      },
      async loadTills() {
        const answer = await client.call('tills.get', {})
        if (answer.ok) change({ view: answer.value })
      },
      async saveTill(tillId, choice) {
        if (tillId === null) return keepMade(() => client.call('tills.connect', choice))
        const answer = await guarded(() => client.call('tills.change', { tillId, choice }))
        if (answer.ok) change({ view: answer.value })
        return answer.ok ? null : answer.error
      },
      renewTillKey: (tillId) => keepMade(() => client.call('tills.renewKey', { tillId })),
      async disconnectTill(tillId) {
        const answer = await guarded(() => client.call('tills.disconnect', { tillId }))
        if (answer.ok) change({ view: answer.value })
        return answer.ok ? null : answer.error
      },
    },
  }
}

/** Enter records a sale that a person could see: each time another one comes under it, the moment begins anew. */
export function followHanded(store: AppStore, nowMs: () => number): void {
  store.subscribe((state, before) => {
    const idOf = ({ tills }: typeof state): number | undefined => tills.handed?.sales[0]?.handoverId
    const isFree = ({ entry, screen }: typeof state): boolean =>
      screen === 'sale' && isBlank(entry.draft) && !entry.isSaving && entry.question === null
    if (idOf(state) === idOf(before) && (isFree(before) || !isFree(state))) return
    store.setState(({ tills }) => ({ tills: { ...tills, armedAtMs: nowMs() } }))
  })
}
