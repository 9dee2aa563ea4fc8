import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { momentText } from '../../../ui/format/time.ts'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { withBankWords } from '../../../core/problems.ts'
import { formProblemText } from '../terminalFormWords.ts'

/** Why the last try came to nothing. What was entered is still there. */
export function FormProblem({ form: { problem } }: { form: FormState }) {
  // What changed at the bank has a place of its own, beside what it changed.
  const isShown = problem !== null && (problem.code !== 'changedMeanwhile' || problem.what === 'merchant')
  return (
    <div role="alert">
      {isShown && <Notice tone="problem">{withBankWords(formProblemText(problem), problem)}</Notice>}
    </div>
  )
}

/** Something was asked for before and may still be done; this one would come over it. */
export function Earlier({ form: { earlier, earlierProblem } }: { form: FormState }) {
  const showChange = useApp((state) => state.showChange)
  const lookForEarlier = useApp((state) => state.lookForEarlier)
  const words = lazyStrings.terminalChange.earlier
  if (earlierProblem !== null) {
    const again = <Button onPress={() => void lookForEarlier()}>{words.readAgain}</Button>
    return (
      <Notice tone="problem" action={again}>
        {words.unread}
      </Notice>
    )
  }
  if (earlier === null) return null
  return (
    <Notice tone="warning" action={<Button onPress={() => showChange(earlier)}>{words.open}</Button>}>
      {words[earlier.kind](momentText(earlier.askedAtMs))}
    </Notice>
  )
}
