import { useApp } from './context.tsx'
import { isPracticeBank } from './practiceBank.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import { Button } from '../ui/Button.tsx'

/** Opens the practice bank's numbers over any screen; nothing with another bank. */
export function PracticeNumbers() {
  const isShown = useApp(isPracticeBank)
  const openPracticeCard = useApp((state) => state.openPracticeCard)
  if (!isShown) return null
  return <Button onPress={() => openPracticeCard(true)}>{lazyStrings.practiceCard.open}</Button>
}
