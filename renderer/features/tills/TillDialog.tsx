import { type SubmitEvent, useState } from 'react'
import type { CallError } from '../../../shared/callError.ts'
import { nairaText, parseAmount } from '../../../shared/money.ts'
import { SALES_AN_HOUR_MAX, type TillChoice, TillLevel, type TillView } from '../../../shared/till.ts'
import { useApp } from '../../core/context.tsx'
import { problemText } from '../../core/problems.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { grouped } from '../sale/amountEntry.ts'
import styles from './Tills.module.css'

const words = lazyStrings.tills

export type TillTask =
  { readonly kind: 'connect' } | { readonly kind: 'change' | 'renew' | 'disconnect'; readonly till: TillView }

interface Draft {
  readonly name: string
  readonly terminals: string
  readonly level: TillLevel
  readonly maxText: string
  readonly perHourText: string
}
type Problems = { readonly [Field in keyof Draft | 'other']?: string }

/** Connects, changes or disconnects a till, or makes a new key. It stays open until main has done it. */
export function TillDialog({ task, onClose }: { task: TillTask; onClose: () => void }) {
  const chosen = useApp(({ terminals }) => terminals?.chosenTerminalId ?? '')
  const [draft, setDraft] = useState(() => draftOf(task, chosen))
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const saveTill = useApp((state) => state.saveTill)
  const renewTillKey = useApp((state) => state.renewTillKey)
  const disconnectTill = useApp((state) => state.disconnectTill)
  const ownId = task.kind === 'connect' ? null : task.till.tillId
  const isForm = task.kind === 'connect' || task.kind === 'change'

  function act(): Promise<CallError | null> {
    switch (task.kind) {
      case 'renew':
        return renewTillKey(task.till.tillId)
      case 'disconnect':
        return disconnectTill(task.till.tillId)
      case 'connect':
      case 'change':
        return saveTill(ownId, choiceOf(draft))
    }
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const seen = isForm ? problemsIn(draft) : {}
    setProblems(seen)
    if (Object.keys(seen).length > 0) return
    setBusy(true)
    const error = await act()
    setBusy(false)
    if (error === null) onClose()
    // The manager's PIN was not given: the question stays open.
    else if (error.code !== 'needsManager') setProblems(problemsOf(error))
  }

  const isDanger = task.kind === 'disconnect' || task.kind === 'renew'
  return (
    <Dialog
      title={titleOf(task)}
      onClose={onClose}
      isAlert={isDanger}
      actions={
        <>
          <Button onPress={onClose} autoFocus={isDanger}>
            {isDanger ? words.keep : words.cancel}
          </Button>
          <Button look={task.kind === 'disconnect' ? 'danger' : 'primary'} type="submit" form="till-form">
            {task.kind === 'disconnect' ? words.disconnect : task.kind === 'renew' ? words.renew : words.save}
          </Button>
        </>
      }
    >
      {task.kind === 'renew' && <p>{words.renewBody}</p>}
      {task.kind === 'disconnect' && <p>{words.disconnectBody}</p>}
      <form
        id="till-form"
        className={cx(styles.form)}
        noValidate
        onSubmit={(event: SubmitEvent) => void submit(event)}
      >
        {isForm && (
          <Fields
            draft={draft}
            problems={problems}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
        )}
      </form>
      {problems.other !== undefined && (
        <Notice tone="problem" role="alert">
          {problems.other}
        </Notice>
      )}
    </Dialog>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly problems: Problems
  readonly onChange: (part: Partial<Draft>) => void
}

function Fields({ draft, problems, onChange }: FieldsProps) {
  return (
    <>
      <Field
        label={words.name}
        help={words.nameHelp}
        problem={problems.name}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        autoComplete="off"
        autoFocus
      />
      <Field
        label={words.terminals}
        help={words.terminalsHelp}
        problem={problems.terminals}
        value={draft.terminals}
        onChange={(terminals) => onChange({ terminals })}
        autoComplete="off"
        spellCheck="false"
      />
      <ChoiceField
        label={words.level}
        value={draft.level}
        options={TillLevel.options.map((value) => ({ value, text: words.levels[value] }))}
        onChange={(level) => onChange({ level })}
      />
      {draft.level === 'record' && (
        <>
          <p className={cx(styles.muted)}>{words.levelHelp}</p>
          <Field
            label={words.maxAmount}
            problem={problems.maxText}
            value={draft.maxText}
            onChange={(maxText) => onChange({ maxText })}
            inputMode="decimal"
            autoComplete="off"
          />
          <Field
            label={words.perHour}
            problem={problems.perHourText}
            value={draft.perHourText}
            onChange={(perHourText) => onChange({ perHourText })}
            inputMode="numeric"
            autoComplete="off"
          />
        </>
      )}
    </>
  )
}

function draftOf(task: TillTask, chosen: string): Draft {
  if (task.kind === 'connect')
    return { name: '', terminals: chosen, level: 'fill', maxText: '50,000', perHourText: '60' }
  const { name, terminalIds, level, maxKobo, perHour } = task.till
  return {
    name,
    terminals: terminalIds.join(', '),
    level,
    maxText: maxKobo === 0 ? '50,000' : grouped(nairaText(maxKobo)),
    perHourText: perHour === 0 ? '60' : String(perHour),
  }
}

/** The bounds stay as typed for another day, also where the level has none. */
function choiceOf({ name, terminals, level, maxText, perHourText }: Draft): TillChoice {
  const max = parseAmount(maxText)
  const terminalIds = terminals.split(/[\s,]+/u).filter((each) => each !== '')
  const isRecord = level === 'record'
  return {
    name,
    level,
    terminalIds,
    maxKobo: isRecord && max.ok ? max.value : 0,
    perHour: isRecord ? Number(perHourText.trim()) : 0,
  }
}

/** What only the screen can say of a typed text; main checks the rest. */
function problemsIn({ level, maxText, perHourText }: Draft): Problems {
  const perHour = /^[0-9]{1,6}$/u.test(perHourText.trim()) ? Number(perHourText.trim()) : 0
  const isInRange = perHour >= 1 && perHour <= SALES_AN_HOUR_MAX
  if (level === 'fill') return {}
  return {
    ...(parseAmount(maxText).ok ? {} : { maxText: words.problems.amount }),
    ...(isInRange ? {} : { perHourText: words.problems.perHour }),
  }
}

function problemsOf(error: CallError): Problems {
  if (error.code === 'notFound') return { other: words.problems.gone }
  if (error.code === 'notAllowed' && error.reason === 'noKeyStore')
    return { other: words.problems.noKeyStore }
  if (error.code !== 'invalid') return { other: problemText(error) }
  const [{ field, problem } = { field: '', problem: '' }] = error.fields
  if (field === 'terminalIds') {
    const id = problem.replace(/^unknown /u, '')
    return { terminals: problem === 'empty' ? words.problems.noTerminal : words.problems.unknownTerminal(id) }
  }
  const known = words.problems[problem as 'tooMany'] as string | undefined
  return field === 'name' && known !== undefined ? { name: known } : { other: problemText(error) }
}

function titleOf(task: TillTask): string {
  switch (task.kind) {
    case 'connect':
      return words.connectTitle
    case 'change':
      return words.changeTitle(task.till.name)
    case 'renew':
      return words.renewTitle(task.till.name)
    case 'disconnect':
      return words.disconnectTitle(task.till.name)
  }
}
