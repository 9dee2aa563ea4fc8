import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { momentText } from '../../format/time.ts'
import { useApp } from '../../state/context.tsx'
import type { FormState } from '../../state/terminalChangeTypes.ts'
import { formProblemText, saveOffReason } from '../../words/terminalFormWords.ts'
import { strings } from '../../strings.ts'

/** Why the last try came to nothing. What was entered is still there. */
export function FormProblem({ form: { problem } }: { form: FormState }) {
  // What changed at the bank has a place of its own, beside what it changed.
  const isShown = problem !== null && problem.code !== 'changedMeanwhile'
  const bankWords = problem?.bankMessage ?? ''
  return (
    <div role="alert">
      {isShown && (
        <Notice tone="problem">
          {formProblemText(problem)} {bankWords !== '' && strings.problem.bankWords(bankWords)}
        </Notice>
      )}
    </div>
  )
}

/** The same was asked for before, and nobody knows what became of it. */
export function Earlier({ form: { earlier } }: { form: FormState }) {
  const showChange = useApp((state) => state.showChange)
  if (earlier === null) return null
  const words = strings.terminalChange.earlier
  return (
    <Notice tone="warning" action={<Button onPress={() => showChange(earlier)}>{words.open}</Button>}>
      {words[earlier.kind](momentText(earlier.askedAtMs))}
    </Notice>
  )
}

/** Why the last button is off; null where it is not. */
export function useSaveOffReason(form: FormState): string | null {
  return useApp((state) => saveOffReason(form, state))
}
