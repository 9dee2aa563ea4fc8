import { useEffect } from 'react'
import { formatKobo } from '../ui/format/money.ts'
import { useApp } from '../core/context.tsx'
import { welcomeSteps, type WelcomeStep } from '../core/practiceTypes.ts'
import type { AppState } from '../core/types.ts'
import { lastSaleOf } from '../features/sale/lastSales.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import styles from './Welcome.module.css'

const words = lazyStrings.welcome

/**
 * Three things to try in Practice, in a strip above the screen: each is done on the real screens, which work as always.
 * It takes no focus.
 */
export function Welcome() {
  const step = useApp((state) => state.welcome)
  const readPracticeCard = useApp((state) => state.readPracticeCard)
  const showWelcome = useApp((state) => state.showWelcome)
  useEffect(() => void readPracticeCard(), [readPracticeCard])
  if (step === null) return null
  const at = welcomeSteps.indexOf(step)
  const next = welcomeSteps[at + 1] ?? null
  return (
    <section className={cx(styles.welcome)} aria-label={words.label}>
      <div className={cx(styles.text)}>
        <h2 className={cx(styles.title)}>
          {words.place(at + 1, welcomeSteps.length)} {words.titles[step]}
        </h2>
        <Hint step={step} />
      </div>
      <div className={cx(styles.actions)}>
        <Act step={step} />
        {next !== null && (
          <Button look="quiet" onPress={() => showWelcome(null)}>
            {words.skip}
          </Button>
        )}
        {/* Always at the end and of one width: a second click meets no other button, and no dialog for a file. */}
        <span className={cx(styles.next)}>
          <Button onPress={() => showWelcome(next)}>{next === null ? words.finish : words.next}</Button>
        </span>
      </div>
    </section>
  )
}

/** What to do, and then what was done: it stays until the person has done it. */
function Hint({ step }: { step: WelcomeStep }) {
  const text = useApp((state) => hintOf(step, state))
  return (
    <p role="status" className={cx(styles.hint)}>
      {text}
    </p>
  )
}

function hintOf(step: WelcomeStep, state: AppState): string {
  const last = lastSaleOf(state)
  switch (step) {
    case 'sale':
      return last === undefined ? words.sale : words.saleDone
    case 'checking': {
      const kobo = lostKobo(state)
      if (kobo === null) return words.checkingNoNumber
      if (last?.amountKobo !== kobo) return words.checking(formatKobo(kobo))
      return last.state === 'accepted' ? words.checkingFound : words.checkingNow
    }
    case 'profile':
      return words.profile
  }
}

/** The amount whose answer the practice bank loses; null until the bank's numbers were read. */
function lostKobo({ practice }: AppState): number | null {
  return practice.card?.amounts.find(({ does }) => does === 'answerLost')?.kobo ?? null
}

function Act({ step }: { step: WelcomeStep }) {
  const screen = useApp((state) => state.screen)
  const kobo = useApp(lostKobo)
  const lastKobo = useApp((state) => lastSaleOf(state)?.amountKobo)
  const run = useApp((state) => state.run)
  const fillAmount = useApp((state) => state.fillAmount)
  const showSettings = useApp((state) => state.showSettings)
  const chooseProfile = useApp((state) => state.chooseProfile)
  if (step === 'profile') {
    const choose = (): void => {
      showSettings('bank')
      void chooseProfile()
    }
    return <Button onPress={choose}>{lazyStrings.profileChoice.choose}</Button>
  }
  // Recorded once is enough: the hint says not to enter it again.
  if (step === 'checking' && kobo !== null && lastKobo !== kobo) {
    return <Button onPress={() => fillAmount(kobo)}>{words.fill(formatKobo(kobo))}</Button>
  }
  return screen === 'sale' ? null : <Button onPress={() => run('newSale')}>{words.toSale}</Button>
}
