import { useState } from 'react'
import type { BackupFacts, BackupFault } from '../../../shared/backup.ts'
import { useApp } from '../../core/context.tsx'
import { fileProblemText } from '../../core/problems.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { Written } from '../../ui/Export.tsx'
import card from '../../ui/Card.module.css'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { countText } from '../../ui/format/count.ts'
import { momentText } from '../../ui/format/time.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Backup.module.css'

const words = lazyStrings.backup

/** A copy of the sales in one file; on a computer without sales, also the way for another one's to come in. */
export function Backup() {
  const { view, isBusy, problem } = useApp((state) => state.backup)
  const makeBackup = useApp((state) => state.makeBackup)
  if (view === null) return null
  return (
    <section className={cx(card.section)} aria-labelledby="settings-backup">
      <h2 id="settings-backup">{words.title}</h2>
      {view.isDue ? (
        <Notice tone="warning">{words.due}</Notice>
      ) : (
        <p>{view.lastAtMs === null ? words.none : words.last(momentText(view.lastAtMs))}</p>
      )}
      <div>
        <Button data-arrival={view.isDue ? '' : undefined} onPress={() => void makeBackup()}>
          {isBusy ? words.busy : words.make}
        </Button>
      </div>
      <Made />
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {fileProblemText(problem)}
        </Notice>
      )}
      <p>{words.help}</p>
      {view.givenAwayAtMs !== null && <TakeBack atMs={view.givenAwayAtMs} />}
      {view.isFresh ? <Bring /> : view.givenAwayAtMs === null && <GiveAway />}
    </section>
  )
}

function Made() {
  const made = useApp((state) => state.backup.made)
  if (made?.kind === 'wrong') {
    return (
      <Notice tone="problem" role="alert">
        {words.wrongMade(made.file)} {faultText(made.fault)}
      </Notice>
    )
  }
  const said = made?.kind === 'made' ? words.made(strings.count.sales(made.saleCount), made.file) : null
  return <Written said={said} isFile={said !== null} />
}

function GiveAway() {
  const giveAwaySales = useApp((state) => state.giveAwaySales)
  const { title, steps, press, ...asked } = words.give
  return (
    <>
      <h3>{title}</h3>
      <Steps steps={steps} />
      <Asked press={press} words={asked} onYes={() => void giveAwaySales()} />
    </>
  )
}

function TakeBack({ atMs }: { atMs: number }) {
  const takeBackSales = useApp((state) => state.takeBackSales)
  const { given, again, back, backQuestion, backMeans, backYes, leave } = words.give
  const asked = { question: backQuestion, means: backMeans, yes: backYes, leave }
  return (
    <>
      <Notice tone="plain">
        {given(momentText(atMs))} {again}
      </Notice>
      <Asked press={back} words={asked} onYes={() => void takeBackSales()} />
    </>
  )
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={cx(styles.steps)}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

interface AskedProps {
  readonly press: string
  readonly words: Readonly<Record<'question' | 'means' | 'yes' | 'leave', string>>
  readonly onYes: () => void
}

/** A button whose press is asked about. */
function Asked({ press, words: { question, means, yes, leave }, onYes }: AskedProps) {
  const [isAsking, setIsAsking] = useState(false)
  const close = (): void => setIsAsking(false)
  return (
    <div>
      <Button onPress={() => setIsAsking(true)}>{press}</Button>
      {isAsking && (
        <Dialog
          title={question}
          onClose={close}
          actions={
            <>
              <Button autoFocus onPress={close}>
                {leave}
              </Button>
              <Button
                look="primary"
                onPress={() => {
                  close()
                  onYes()
                }}
              >
                {yes}
              </Button>
            </>
          }
        >
          <p>{means}</p>
        </Dialog>
      )}
    </div>
  )
}

/** The old computer first: two that send the same sales would ask the bank about each other's for ever. */
function Bring() {
  const chosen = useApp((state) => state.backup.chosen)
  const chooseBackup = useApp((state) => state.chooseBackup)
  return (
    <>
      <h3>{words.bring.title}</h3>
      <Steps steps={words.bring.steps} />
      <div>
        <Button onPress={() => void chooseBackup()}>{words.bring.choose}</Button>
      </div>
      {chosen?.kind === 'notFresh' && <Notice tone="problem">{words.bring.notFresh}</Notice>}
      {chosen?.kind === 'wrong' && (
        <Notice tone="problem" role="alert">
          {words.bring.wrong(chosen.file)} {faultText(chosen.fault)}
        </Notice>
      )}
      {chosen?.kind === 'right' && <Question facts={chosen.facts} />}
    </>
  )
}

function Question({ facts }: { facts: BackupFacts }) {
  const answerBackup = useApp((state) => state.answerBackup)
  const clientId = useApp((state) => state.session?.clientId ?? null)
  const leave = (): void => void answerBackup(false)
  return (
    <Dialog
      title={words.bring.question}
      onClose={leave}
      actions={
        <>
          <Button autoFocus onPress={leave}>
            {words.bring.leave}
          </Button>
          <Button look="primary" onPress={() => void answerBackup(true)}>
            {words.bring.yes}
          </Button>
        </>
      }
    >
      <Facts
        label={words.bring.question}
        facts={[
          { label: words.bring.madeAt, value: momentText(facts.madeAtMs) },
          { label: words.bring.profile, value: facts.profileName },
          { label: words.bring.terminal, value: facts.terminalId ?? words.bring.noTerminal },
          { label: words.bring.client, value: facts.clientId ?? words.bring.noClient },
          { label: words.bring.sales, value: countText(facts.saleCount) },
          { label: words.bring.open, value: countText(facts.openCount) },
        ]}
      />
      {facts.clientId !== null && clientId !== null && facts.clientId !== clientId && (
        <Notice tone="warning">{words.bring.otherClient(facts.clientId)}</Notice>
      )}
      {!facts.isGivenAway && <Notice tone="warning">{words.bring.notGiven}</Notice>}
      <p>{words.bring.means}</p>
    </Dialog>
  )
}

function faultText(fault: BackupFault): string {
  switch (fault.kind) {
    case 'cut':
      return fault.part === null ? words.faults.cutEnd : words.faults.cut(fault.part)
    case 'changed':
      return words.faults.changed(fault.part)
    case 'notABackup':
    case 'newer':
    case 'otherEnvironment':
      return words.faults[fault.kind]
  }
}
