import { nairaText } from '../../shared/money.ts'
import type { PracticeActions, PracticeState } from '../core/practiceTypes.ts'
import type { Deps, Get, Set } from '../core/types.ts'

/** What helps a person to practise. */
export function practiceSlice(set: Set, get: Get, { client }: Deps): PracticeActions {
  const change = (part: Partial<PracticeState>): void =>
    set(({ practice }) => ({ practice: { ...practice, ...part } }))

  /** Each time: a terminal that was registered meanwhile is not offered again. */
  async function readCard(): Promise<void> {
    const answer = await client.call('practice.card', {})
    change(answer.ok ? { card: answer.value, problem: null } : { problem: answer.error })
  }

  return {
    openPracticeCard(isCardOpen) {
      change({ isCardOpen })
      if (isCardOpen) void readCard()
    },
    readPracticeCard: readCard,
    showWelcome(welcome) {
      // It opens again from Help, which would cover the screen.
      set({ welcome, isHelpOpen: false, isWelcomed: get().isWelcomed || welcome === null })
      if (welcome !== 'profile') get().run('newSale')
    },
    fillAmount(kobo) {
      get().setDraft({ amountText: nairaText(kobo) })
      get().run('newSale')
    },
  }
}
