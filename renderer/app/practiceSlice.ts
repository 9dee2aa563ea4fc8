import type { PracticeActions, PracticeState } from '../core/practiceTypes.ts'
import type { Deps, Set } from '../core/types.ts'

/** What helps a person to practise. */
export function practiceSlice(set: Set, { client }: Deps): PracticeActions {
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
  }
}
