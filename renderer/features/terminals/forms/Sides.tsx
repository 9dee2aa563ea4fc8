import type { TerminalChangeView } from '../../../../shared/terminalChange.ts'
import { Foreign } from '../../../ui/Foreign.tsx'
import { cx } from '../../../ui/cx.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { sideLines } from '../terminalChangeSides.ts'
import sides from '../../../ui/Differs.module.css'
import styles from './Sides.module.css'

const words = laterStrings.terminalChange.result

/**
 * What was, what was asked for, and what the list shows; the last two are one column where they agree. What is not as
 * it was, or not as asked for, has a word.
 */
export function Sides({ change }: { change: TerminalChangeView }) {
  const lines = sideLines(change)
  const hasBefore = change.from !== null
  const isAgreed = change.readBack?.outcome === 'asAsked' && !lines.some(({ differs }) => differs)
  const isFound = change.readBack?.found != null && !isAgreed
  const wanted = isAgreed ? words.wantedAndFound : words.wanted
  // Done, as the bank writes it.
  const isOwnSpelling = change.readBack?.outcome === 'asAsked'
  const isAbsent = change.readBack?.outcome === 'notThere'
  return (
    <table className={cx(styles.table)} aria-label={words.side}>
      <thead>
        <tr>
          <th scope="col">{laterStrings.terminalChange.edit.what}</th>
          {hasBefore && <th scope="col">{words.before}</th>}
          <th scope="col">{wanted}</th>
          {(isFound || isAbsent) && <th scope="col">{words.found}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          <tr key={line.field} className={cx(line.differs && !isOwnSpelling && sides.differs)}>
            <th scope="row">{line.label}</th>
            {hasBefore && (
              <td data-title={words.before}>{line.before !== null && <Foreign text={line.before} />}</td>
            )}
            <td data-title={wanted}>
              <Foreign text={line.wanted} />
              {line.isChanged && (
                <strong className={cx(sides.mark)}>{laterStrings.terminalChange.edit.changed}</strong>
              )}
            </td>
            {isFound && (
              <td data-title={words.found}>
                {line.found !== null && <Foreign text={line.found} />}
                {line.differs && (
                  <strong className={cx(sides.mark)}>
                    {isOwnSpelling ? words.ownSpelling : words.differs}
                  </strong>
                )}
              </td>
            )}
            {isAbsent && place === 0 && (
              <td data-title={words.found} rowSpan={lines.length}>
                {words.notInList}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
