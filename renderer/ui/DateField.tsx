import { CalendarDate } from '@internationalized/date'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  DateField as AriaDateField,
  DateInput,
  type DateFieldRenderProps,
  DateSegment,
  FieldError,
  Label,
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
import { dayNumber } from '../../shared/serviceTime.ts'
import styles from './DateField.module.css'
import field from './Field.module.css'
import frame from './Popover.module.css'
import { cx } from './cx.ts'
import { dayFirst, dayOfParts, dayOfText } from './format/dayField.ts'
import { useGiveBack } from './giveBack.ts'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { lazyStrings } from '../strings/lazyStrings.ts'

type FieldState = DateFieldRenderProps['state']

interface DateFieldProps {
  readonly label: string
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string
  /** Called with an empty text while a part is missing or the calendar has no such day. */
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
}

/** A date by its day, month and year, in this order on every computer, with a calendar to choose from. */
export function DateField({ label, value, onChange, problem }: DateFieldProps) {
  return (
    <AriaDateField
      className={cx(field.field)}
      granularity="day"
      shouldForceLeadingZeros
      defaultValue={dateOf(value)}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      {({ state }) => (
        <>
          <Label className={cx(field.label)}>{label}</Label>
          <Typed {...{ state, label, value, onChange }} />
          <FieldError className={cx(field.problem)}>{problem}</FieldError>
        </>
      )}
    </AriaDateField>
  )
}

interface TypedProps extends Omit<DateFieldProps, 'problem'> {
  readonly state: FieldState
}

function Typed({ state, label, value, onChange }: TypedProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const text = textOf(state)
  const take = (day: string): void => state.setValue(dateOf(day))
  useSameValue(text, value, take, onChange)
  useGiveBack(holder, (day) => {
    // At once: what a scan opens may take this field off the screen.
    onChange(day)
    take(day)
  })

  function press(event: KeyboardEvent<HTMLElement>): void {
    // As in any other field; these are no inputs, for which the browser would do it.
    if (event.key === 'Enter') event.currentTarget.closest('form')?.requestSubmit()
    else if (event.altKey && event.key === 'ArrowDown') setOpen(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function paste(event: ClipboardEvent): void {
    const day = dayOfText(event.clipboardData.getData('text/plain'))
    event.preventDefault()
    if (day !== '') take(day)
  }

  function copy(event: ClipboardEvent): void {
    event.clipboardData.setData('text/plain', text === '' ? '' : dayFirst(text))
    event.preventDefault()
  }

  return (
    <div ref={holder} className={cx(frame.box)} data-given-back={text}>
      <DateInput className={cx(field.input, styles.parts)}>
        {(segment) => (
          // On leaving, react-aria would silently turn 31/11 into 30/11. It stays, and the form says what is wrong.
          <span
            role="presentation"
            onFocus={stop}
            onBlur={stop}
            onKeyDownCapture={press}
            onPaste={paste}
            onCopy={copy}
          >
            <DateSegment segment={segment} className={cx(styles.part)} />
          </span>
        )}
      </DateInput>
      <DayPopover {...{ label, isOpen, setOpen }} value={dateOf(text)} onChange={state.setValue} />
    </div>
  )
}

/** Tells the owner each new text, and shows what the owner sets. */
function useSameValue(
  text: string,
  value: string,
  show: (value: string) => void,
  tell: (text: string) => void,
): void {
  const told = useRef(value)
  const seen = useRef(value)
  // Before the next key, so that a form that is sent by it has what is on the screen.
  useLayoutEffect(() => {
    const isSetByOwner = value !== seen.current && value !== told.current
    seen.current = value
    if (isSetByOwner) {
      told.current = value
      show(value)
    } else if (text !== told.current) {
      told.current = text
      tell(text)
    }
  })
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}

function dateOf(day: string): CalendarDate | null {
  if (dayNumber(day) === undefined) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new CalendarDate(year, month, date)
}

/** What stands in the field, which react-aria itself reports only when it is a date. */
function textOf({ segments }: FieldState): string {
  const part = (type: 'day' | 'month' | 'year'): number | null => {
    const found = segments.find((segment) => segment.type === type)
    return found === undefined || found.isPlaceholder ? null : (found.value ?? null)
  }
  return dayOfParts({ day: part('day'), month: part('month'), year: part('year') })
}

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
function DayPopover({ label, value, onChange, isOpen, setOpen }: DayPopoverProps) {
  const name = lazyStrings.dates.calendar(label)
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
