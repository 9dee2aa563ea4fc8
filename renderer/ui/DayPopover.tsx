import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import type { CalendarDate } from '@internationalized/date'
import { useRef } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  Heading,
  Popover,
} from 'react-aria-components'
import { laterStrings } from '../strings/laterStrings.ts'
import styles from './DateField.module.css'
import frame from './Popover.module.css'
import { cx } from './cx.ts'

interface DayPopoverProps {
  /** Of the date field. */
  readonly label: string
  readonly value: CalendarDate | null
  readonly onChange: (value: CalendarDate) => void
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

/**
 * A month to choose a date from, behind the button of a date field. It holds button and popover together itself:
 * react-aria's DialogTrigger is in a module of the start, and would bring its menus and lists with it.
 */
export function DayPopover({ label, value, onChange, isOpen, setOpen }: DayPopoverProps) {
  const name = laterStrings.dates.calendar(label)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={trigger}
        className={cx(frame.open)}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        <CalendarDays aria-hidden="true" size={16} />
      </Button>
      <Popover
        className={cx(frame.popover, styles.popover)}
        placement="bottom end"
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <Dialog className={cx(styles.dialog)} aria-label={name}>
          <Calendar
            aria-label={label}
            autoFocus
            firstDayOfWeek="mon"
            value={value}
            onChange={(day) => {
              onChange(day)
              setOpen(false)
            }}
          >
            <div className={cx(styles.head)}>
              <Button slot="previous" className={cx(styles.turn)}>
                <ChevronLeft aria-hidden="true" size={16} />
              </Button>
              <Heading className={cx(styles.month)} />
              <Button slot="next" className={cx(styles.turn)}>
                <ChevronRight aria-hidden="true" size={16} />
              </Button>
            </div>
            <CalendarGrid weekdayStyle="short" className={cx(styles.grid)}>
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={cx(styles.weekday)}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => <CalendarCell date={date} className={cx(styles.day)} />}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </>
  )
}
