import { Button as AriaButton } from 'react-aria-components'
import { nairaText } from '../../../shared/money.ts'
import type { SaleView } from '../../../shared/sale.ts'
import type { FoundBy } from '../../../shared/saleFind.ts'
import { Button } from '../../ui/Button.tsx'
import { StateChip } from '../sales/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Kobo, Reference } from '../../ui/Figures.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { dayTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { problemText } from '../../core/problems.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { useKnown } from '../sales/useSales.ts'
import type { FoundGroup } from '../../core/findTypes.ts'
import { noneText, searchedText } from './findWords.ts'
import styles from './Find.module.css'
import screen from '../../ui/Screen.module.css'

const words = lazyStrings.find

/** The sales of this computer that the text meets, by what it meets, and what was searched. */
export function FoundHere() {
  const lookUpState = useApp((state) => state.lookUpState)
  const { asked, isReading, groups, searched, localProblem } = lookUpState
  if (asked === '') return <p className={cx(screen.muted)}>{words.referenceStart}</p>
  return (
    <section className={cx(styles.found)} aria-labelledby="find-here">
      <h2 id="find-here">{words.here}</h2>
      {isReading && groups === null && <p className={cx(screen.muted)}>{words.searchingHere}</p>}
      {localProblem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(localProblem)}
        </Notice>
      )}
      {groups?.length === 0 && searched.length > 0 && <p>{noneText(lookUpState)}</p>}
      {groups?.map((group) => (
        <Group key={group.by} group={group} />
      ))}
      <Searched />
    </section>
  )
}

/** What the list of sales can search for too, in words that it reads; null where it cannot. */
function searchOfList(by: FoundBy, asked: string, first: SaleView | undefined): string | null {
  if (by === 'amount') return first === undefined ? null : nairaText(first.amountKobo)
  return by === 'reference' ? asked : null
}

function Group({ group: { by, ids, hasMore } }: { group: FoundGroup }) {
  const sales = useKnown(ids)
  const asked = useApp((state) => state.lookUpState.asked)
  const showAll = useApp((state) => state.showAllMatching)
  const search = searchOfList(by, asked, sales[0])
  return (
    <section className={cx(styles.group)} aria-label={words.foundBy[by]}>
      <h3>{words.foundBy[by]}</h3>
      <ul className={cx(styles.hits)}>
        {sales.map((sale) => (
          <Hit key={sale.transactionId} sale={sale} hasNote={by === 'note'} />
        ))}
      </ul>
      {hasMore && (
        <div className={cx(styles.ask)}>
          <p className={cx(screen.muted)}>{words.shownOfGroup(sales.length)}</p>
          {search !== null && <Button onPress={() => showAll(search)}>{words.showAll}</Button>}
        </div>
      )}
    </section>
  )
}

/** What was searched, and how far back; older sales are searched on a press. */
function Searched() {
  const { searched, readThrough, isReading } = useApp((state) => state.lookUpState)
  const searchOlder = useApp((state) => state.searchOlder)
  if (readThrough === null) return null
  return (
    <div className={cx(styles.ask)}>
      <p className={cx(screen.muted)} role="status">
        {searchedText(searched, readThrough)}
      </p>
      {readThrough.next !== null && (
        <Button isDisabled={isReading} onPress={() => void searchOlder()}>
          {words.searchOlder}
        </Button>
      )}
    </div>
  )
}

function Hit({ sale, hasNote }: { sale: SaleView; hasNote: boolean }) {
  const openDetail = useApp((state) => state.openDetail)
  const isOpen = useApp((state) => state.detail?.transactionId === sale.transactionId)
  const nowMs = useApp((state) => state.nowMs)
  return (
    <li>
      <AriaButton
        className={cx(styles.hit)}
        aria-pressed={isOpen}
        data-key={sale.transactionId}
        onPress={() => openDetail(sale.transactionId)}
      >
        <span className={cx(styles.hitReference)}>
          <Reference value={sale.transactionId} />
        </span>
        {hasNote && (
          <span className={cx(styles.hitNote)}>
            <Foreign text={sale.note} isInRow />
          </span>
        )}
        <span>{dayTimeText(sale.recordedAtMs, nowMs)}</span>
        <span className={cx(styles.hitAmount)}>
          <Kobo amountKobo={sale.amountKobo} />
        </span>
        <span className={cx(styles.hitState)}>
          <StateChip sale={sale} />
        </span>
      </AriaButton>
    </li>
  )
}
