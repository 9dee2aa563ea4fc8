import { useState } from 'react'
import type { TakeOf } from '../../../shared/saleDays.ts'
import { useApp } from '../../core/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatKobo } from '../../ui/format/money.ts'
import { clockText } from '../../ui/format/time.ts'
import { cx } from '../../ui/cx.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { OldSums } from './DayBars.tsx'
import { dayName, recordedOf } from './dayWords.ts'
import styles from './DayTables.module.css'

const words = lazyStrings.days
const COLUMNS = [words.recorded, words.paid, words.unpaid, words.attention, words.none] as const

/** What the bars show, as tables: for a screen reader, for exact sums, and where a small window has no room for bars. */
export function DayTables() {
  const found = useApp((state) => state.saleDays.found)
  const nowMs = useApp((state) => state.nowMs)
  const [isOpen, setOpen] = useState(false)
  if (found === null) return null
  const close = (): void => setOpen(false)
  const hours = (found.hours ?? []).filter((take) => recordedOf(take).count + take.none.count > 0)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.asTable}</Button>
      {isOpen && (
        <Dialog
          title={words.tables}
          isAlert={false}
          isWide
          onClose={close}
          actions={
            <Button look="primary" autoFocus onPress={close}>
              {words.close}
            </Button>
          }
        >
          <OldSums />
          <TakeTable
            caption={words.label}
            head={words.day}
            takes={found.days.toReversed()}
            nameOf={(take) => dayName(take.fromMs, nowMs)}
          />
          {hours.length > 0 && (
            <TakeTable
              caption={words.hours(dayName(hours[0]?.fromMs ?? nowMs, nowMs))}
              head={words.hour}
              takes={hours}
              nameOf={(take) => clockText(take.fromMs)}
            />
          )}
        </Dialog>
      )}
    </>
  )
}

interface TakeTableProps {
  readonly caption: string
  readonly head: string
  readonly takes: readonly TakeOf[]
  readonly nameOf: (take: TakeOf) => string
}

function TakeTable({ caption, head, takes, nameOf }: TakeTableProps) {
  return (
    <table className={cx(styles.table)}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {[head, ...COLUMNS].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {takes.map((take) => (
          <tr key={take.fromMs}>
            <th scope="row">{nameOf(take)}</th>
            {[recordedOf(take), take.paid, take.unpaid, take.attention, take.none].map(({ kobo }, column) => (
              <td key={COLUMNS[column]}>{formatKobo(kobo)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
