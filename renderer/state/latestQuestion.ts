/** So long after the last key a search is asked: nobody reads what is found for half a word. */
const PAUSE_MS = 200

interface QuestionPorts {
  /** @returns the way to call it off */
  readonly later: (delayMs: number, run: () => void) => () => void
}

/**
 * Questions of which only the latest matters: the answer to an earlier one is dropped, however late it comes.
 * @param ask asks main
 * @param take takes the answer to the latest question
 */
export function latestQuestion<Question, Answer>(
  { later }: QuestionPorts,
  ask: (question: Question) => Promise<Answer>,
  take: (answer: Answer, question: Question) => void,
): {
  /** Asks at once; what was to be asked after a pause is not asked any more. */
  readonly now: (question: Question) => Promise<void>
  /** Asks once nothing else was to be asked for a moment. */
  readonly soon: (question: Question) => void
  /** Drops what is under way, and what was to be asked. */
  readonly forget: () => void
} {
  let latest = 0
  let callOff = (): void => {}

  function forget(): void {
    callOff()
    latest += 1
  }

  async function now(question: Question): Promise<void> {
    forget()
    const ticket = latest
    const answer = await ask(question)
    if (ticket === latest) take(answer, question)
  }

  return {
    now,
    soon(question) {
      forget()
      callOff = later(PAUSE_MS, () => void now(question))
    },
    forget,
  }
}
