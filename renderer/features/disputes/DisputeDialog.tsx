import { type SubmitEvent, useState } from 'react'
import type { CallError } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import {
  ANSWER_DAYS,
  DISPUTE_SALES_MAX,
  DisputeReason,
  type DisputeState,
  type DisputeView,
  reasonWords,
  stateWords,
} from '../../../shared/dispute.ts'
import { nairaText, parseAmount } from '../../../shared/money.ts'
import { addWorkingDays, workingDaysUntil } from '../../../shared/workingDays.ts'
import { useApp } from '../../core/context.tsx'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { cx } from '../../ui/cx.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { bankTimeText } from '../../ui/format/time.ts'
import styles from './Disputes.module.css'
import { calendarOf, disputeProblem } from './disputeWords.ts'

const words = lazyStrings.disputes

/** The steps that ask for something. */
export type DisputeForm = Exclude<Request<'disputes.step'>['kind'], 'reopened'>
const ENDS = ['won', 'lost', 'dropped'] as const satisfies readonly DisputeState[]

/** What each form asks for, in its order; a note comes last. */
const FIELDS = {
  new: ['references', 'reason', 'atStake'],
  reported: ['caseNumber', 'reportedHow', 'answerBy'],
  changed: ['reason', 'atStake', 'caseNumber', 'answerBy'],
  noted: [],
  ended: ['state', 'recovered', 'payment'],
} as const
type FieldName = (typeof FIELDS)[keyof typeof FIELDS][number]

interface Draft {
  readonly references: string
  readonly reason: DisputeReason
  readonly atStake: string
  readonly caseNumber: string
  readonly reportedHow: string
  readonly answerBy: string
  readonly state: (typeof ENDS)[number]
  readonly recovered: string
  readonly payment: string
  readonly note: string
}
type Problems = { readonly [Name in keyof Draft | 'other']?: string }

/** Opens a case by references, or takes a step of one. It stays open until main has done it. */
export function DisputeDialog(props: {
  kind: DisputeForm | 'new'
  dispute: DisputeView | null
  onClose: () => void
}) {
  const { kind, dispute, onClose } = props
  const answerBy = useApp((state) => addWorkingDays(serviceDayOf(state), ANSWER_DAYS, calendarOf(state)))
  const [draft, setDraft] = useState(() => draftOf(dispute, kind === 'reported' ? answerBy : ''))
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const openTyped = useApp((state) => state.openTyped)
  const stepDispute = useApp((state) => state.stepDispute)

  async function act(): Promise<CallError | null> {
    const { note, reason } = draft
    if (kind === 'new' || dispute === null)
      return openTyped({ references: referencesIn(draft), reason, atStake: decimalIn(draft.atStake), note })
    return stepDispute({ disputeId: dispute.disputeId, kind, change: changeOf(kind, draft, dispute), note })
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const seen = problemsIn(kind, draft, dispute)
    setProblems(seen)
    if (Object.keys(seen).length > 0) return
    setBusy(true)
    const error = await act()
    setBusy(false)
    if (error === null) onClose()
    else if (error.code !== 'needsManager') setProblems(problemsOf(error))
  }

  return (
    <Dialog
      title={words.titles[kind]}
      onClose={onClose}
      isAlert={false}
      actions={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" form="dispute-form">
            {words.save}
          </Button>
        </>
      }
    >
      <form
        id="dispute-form"
        className={cx(styles.form)}
        noValidate
        onSubmit={(event: SubmitEvent) => void submit(event)}
      >
        {[...FIELDS[kind], 'note' as const].map((name, at) => (
          <FormField
            key={name}
            {...{ name, draft, problems }}
            isFirst={at === 0}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
        ))}
      </form>
      {problems.other !== undefined && (
        <Notice tone="problem" role="alert">
          {problems.other}
        </Notice>
      )}
    </Dialog>
  )
}

interface FormFieldProps {
  readonly name: FieldName | 'note'
  readonly draft: Draft
  readonly problems: Problems
  readonly isFirst: boolean
  readonly onChange: (part: Partial<Draft>) => void
}

function FormField({ name, draft, problems, isFirst, onChange }: FormFieldProps) {
  const texts = words.fields
  const days = useApp((state) => workingDaysUntil(serviceDayOf(state), draft.answerBy, calendarOf(state)))
  switch (name) {
    case 'reason':
      return (
        <ChoiceField
          label={texts.reason}
          value={draft.reason}
          options={DisputeReason.options.map((value) => ({ value, text: reasonWords[value] }))}
          onChange={(reason) => onChange({ reason })}
        />
      )
    case 'state':
      return (
        <ChoiceField
          label={texts.state}
          value={draft.state}
          options={ENDS.map((value) => ({ value, text: stateWords[value] }))}
          onChange={(state) => onChange({ state })}
        />
      )
    case 'answerBy':
      return (
        <>
          <DateField
            label={texts.answerBy}
            value={draft.answerBy}
            problem={problems.answerBy}
            onChange={(answerBy) => onChange({ answerBy })}
          />
          {draft.answerBy !== '' && <p className={cx(styles.second)}>{texts.answerHelp(days)}</p>}
        </>
      )
    default:
      return (
        <Field
          label={texts[name]}
          help={HELP[name]}
          problem={problems[name]}
          value={draft[name]}
          onChange={(text) => onChange({ [name]: text })}
          autoComplete="off"
          autoFocus={isFirst}
          {...(name === 'atStake' || name === 'recovered' ? { inputMode: 'decimal' as const } : {})}
        />
      )
  }
}

const HELP: { readonly [Name in keyof Draft]?: string } = {
  references: words.fields.referencesHelp,
  atStake: words.fields.atStakeHelp,
  reportedHow: words.fields.reportedHelp,
  recovered: words.fields.recoveredHelp,
  note: words.fields.noteHelp,
}

function draftOf(dispute: DisputeView | null, answerBy: string): Draft {
  const suggested = dispute?.suggestion ?? null
  return {
    references: '',
    reason: dispute?.reason ?? 'notPaid',
    atStake: dispute?.atStake ?? '',
    caseNumber: dispute?.caseNumber ?? '',
    reportedHow: dispute?.reportedHow ?? '',
    answerBy: dispute === null || dispute.answerBy === '' ? answerBy : dispute.answerBy,
    state: 'won',
    recovered: suggested?.amount ?? '',
    payment: suggested === null ? '' : bankTimeText(suggested.paidAt),
    note: '',
  }
}

const referencesIn = ({ references }: Draft): readonly string[] => [
  ...new Set(references.split(/[\s,;]+/u).filter((each) => each !== '')),
]

/** An amount as an exact decimal; null for an empty one. One finer than a kobo comes from the bank's records. */
function decimalIn(text: string): string | null {
  const bare = text.replaceAll(/[\s,₦]/gu, '')
  if (bare === '') return null
  const parsed = parseAmount(text)
  return parsed.ok ? nairaText(parsed.value) : bare
}

const isAmount = (text: string): boolean => /^[0-9]{1,12}(?:\.[0-9]{1,8})?$/u.test(decimalIn(text) ?? '')

function problemsIn(kind: DisputeForm | 'new', draft: Draft, dispute: DisputeView | null): Problems {
  const asks = (name: FieldName): boolean => (FIELDS[kind] as readonly string[]).includes(name)
  const references = referencesIn(draft)
  const { problems } = words
  // An incomplete date is empty too.
  const needsDay = kind === 'reported' || (kind === 'changed' && dispute?.answerBy !== '')
  return {
    ...(needsDay && draft.answerBy === '' ? { answerBy: problems.day } : {}),
    ...(asks('references') && references.length === 0 ? { references: problems.references } : {}),
    ...(references.length > DISPUTE_SALES_MAX ? { references: problems.tooMany } : {}),
    ...(asks('atStake') && !isAmount(draft.atStake) && !(kind === 'new' && draft.atStake.trim() === '')
      ? { atStake: problems.amount }
      : {}),
    ...(asks('recovered') && draft.recovered.trim() !== '' && !isAmount(draft.recovered)
      ? { recovered: problems.amount }
      : {}),
  }
}

/** Only what differs: an entry says what changed. */
function changeOf(kind: DisputeForm, draft: Draft, dispute: DisputeView): Request<'disputes.step'>['change'] {
  const typed = {
    ...draft,
    atStake: decimalIn(draft.atStake) ?? dispute.atStake,
    recovered: decimalIn(draft.recovered),
  }
  const asked = (FIELDS[kind] as readonly (keyof Request<'disputes.step'>['change'])[]).filter(
    (name) => typed[name] !== dispute[name],
  )
  return Object.fromEntries(asked.map((name) => [name, typed[name]]))
}

function problemsOf(error: CallError): Problems {
  const [first] = error.code === 'invalid' ? error.fields : []
  const field = first?.problem === 'unknown' ? 'references' : first?.field
  const isNamed = field !== undefined && [...Object.values(FIELDS).flat(), 'note'].includes(field as 'note')
  return { [isNamed ? field : 'other']: disputeProblem(error) }
}
