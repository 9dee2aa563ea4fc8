/** A search starts this long after the last key, so that half a word is not searched. */
const PAUSE_MS = 200

interface QuestionPorts {
  /** @returns a function that cancels it */
  readonly later: (delayMs: number, run: () => void) => () => void
}

/**
 * Questions of which only the latest matters: a late answer to an earlier one is dropped.
 * @param ask asks main
 * @param take takes the answer to the latest question
 */
export function latestQuestion<Question, Answer>(
  { later }: QuestionPorts,
  ask: (question: Question) => Promise<Answer>,
  take: (answer: Answer, question: Question) => void,
): {
  /** Asks at once, and cancels a question that waits for its pause. */
  readonly now: (question: Question) => Promise<void>
  /** Asks after a short pause in which no other question came. */
  readonly soon: (question: Question) => void
  /** Drops the answer that is on its way, and cancels a waiting question. */
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
