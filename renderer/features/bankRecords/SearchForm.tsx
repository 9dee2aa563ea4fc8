import type { SubmitEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { DateBasis } from '../../../shared/record.ts'
import { addDays } from '../../../shared/serviceTime.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { cx } from '../../ui/cx.ts'
import { dayWords } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { findDaysOf, serviceDayOf } from '../../core/serviceDay.ts'
import { strings } from '../../strings/strings.ts'
import styles from './Find.module.css'
import { TerminalPicker } from '../terminals/TerminalPicker.tsx'

const words = strings.find
const BASES: readonly DateBasis[] = ['saleDate', 'paidDate']

/** A terminal and dates, at first the service's today. The ready-made dates search at once. */
export function SearchForm({ isAside }: { isAside: boolean }) {
  const find = useApp((state) => state.find)
  const chosen = useApp((state) => state.terminals?.chosenTerminalId ?? '')
  const setFind = useApp((state) => state.setFind)
  const search = useApp((state) => state.search)
  const today = useApp(serviceDayOf)
  const { dateFrom: from, dateTo: to } = useApp(useShallow(findDaysOf))
  const presets = [
    { text: words.today, dateFrom: today, dateTo: today },
    { text: words.yesterday, dateFrom: addDays(today, -1), dateTo: addDays(today, -1) },
    { text: words.week, dateFrom: addDays(today, -6), dateTo: today },
  ]
  return (
    <form
      className={cx(styles.tools)}
      data-aside={isAside}
      aria-label={words.title}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void search()
      }}
    >
      <TerminalPicker
        label={words.terminal}
        value={find.terminalId ?? chosen}
        onChange={(terminalId) => setFind({ terminalId })}
      />
      <DateField label={words.from} value={from} onChange={(dateFrom) => setFind({ dateFrom })} />
      <DateField label={words.to} value={to} onChange={(dateTo) => setFind({ dateTo })} />
      <ChoiceField
        label={words.basis}
        value={find.basis}
        options={BASES.map((value) => ({ value, text: words.bases[value] }))}
        onChange={(basis) => setFind({ basis })}
      />
      <Button type="submit" look="primary" isDisabled={find.isReading}>
        {words.search}
      </Button>
      <div className={cx(styles.presets)}>
        <p className={cx(styles.days)}>
          {words.days(dayWords(from), dayWords(to))}. {words.datesAskBank}
        </p>
        {presets.map(({ text, ...dates }) => (
          <Button
            key={text}
            onPress={() => {
              setFind(dates)
              void search()
            }}
          >
            {text}
          </Button>
        ))}
      </div>
    </form>
  )
}
