import { createPortal } from 'react-dom'
import { quoted } from '../../../../shared/plainText.ts'
import type { TerminalChangeView } from '../../../../shared/terminalChange.ts'
import { cx } from '../../../ui/cx.ts'
import { momentText } from '../../../ui/format/time.ts'
import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { strings } from '../../../strings/strings.ts'
import { sideLines } from '../terminalChangeSides.ts'
import { changeSentences, namesDifferText } from '../terminalChangeWords.ts'
import { saidText } from '../vouchWords.ts'
import styles from './Slip.module.css'

const words = laterStrings.terminalChange.slip
const result = laterStrings.terminalChange.result

/** The sheet to print: not on the screen, and all there is on paper. It fits a page and a till roll. */
export function Slip({ change }: { change: TerminalChangeView }) {
  const isPractice = useApp((state) => state.app?.environment === 'practice')
  const profileName = useApp((state) => state.app?.profileName ?? '')
  const version = useApp((state) => state.app?.version ?? '')
  const nowMs = useApp((state) => state.nowMs)
  const differ = namesDifferText(change)
  return createPortal(
    <div className={cx(styles.slip)} data-slip="">
      {isPractice && (
        <p className={cx(styles.practice)} aria-hidden="true">
          {words.practice}
        </p>
      )}
      <h1>{words.title[change.kind]}</h1>
      <p>
        {profileName}
        {isPractice && ` · ${words.practiceNote}`}
      </p>
      <Lines
        lines={[
          [words.terminal, change.terminalId],
          [words.when, result.here(momentText(change.askedAtMs))],
          [words.by, change.by],
          [words.note, change.note === '' ? strings.detail.notGiven : change.note],
          ...nameSaidLines(change),
        ]}
      />
      <Values change={change} />
      <p className={cx(styles.answer)}>
        <strong>{changeSentences(change)}</strong>
      </p>
      {differ !== null && <p className={cx(styles.answer)}>{differ}</p>}
      <Lines
        lines={[
          [
            words.bank,
            change.bankMessage === null || change.bankMessage === ''
              ? result.noBankWords
              : quoted(change.bankMessage),
          ],
          [
            words.list,
            change.readBack === null ? result.listNotRead : result.here(momentText(change.readBack.atMs)),
          ],
          [words.change, change.changeId],
        ]}
      />
      <p className={cx(styles.small)}>{words.printed(momentText(nowMs), version)}</p>
    </div>,
    document.body,
  )
}

/** Paper must not take a manager's word for the bank's. */
function nameSaidLines({ nameSaid }: TerminalChangeView): readonly (readonly [string, string])[] {
  return nameSaid === null ? [] : [[words.nameSaid, saidText(nameSaid)]]
}

function Lines({ lines }: { lines: readonly (readonly [string, string])[] }) {
  return (
    <dl className={cx(styles.lines)}>
      {lines.map(([name, value]) => (
        <div key={name} className={cx(styles.line)}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** From and to, and what the list showed of it afterwards. Words mark what differs: paper has no colour. */
function Values({ change }: { change: TerminalChangeView }) {
  const hasBefore = change.from !== null
  const isFound = change.readBack?.found != null
  return (
    <table className={cx(styles.values)}>
      <thead>
        <tr>
          <th scope="col">{laterStrings.terminalChange.edit.what}</th>
          {hasBefore && <th scope="col">{words.from}</th>}
          <th scope="col">{words.to}</th>
          {isFound && <th scope="col">{words.list}</th>}
        </tr>
      </thead>
      <tbody>
        {sideLines(change).map((line) => (
          <tr key={line.field}>
            <th scope="row">{line.label}</th>
            {hasBefore && <td data-title={words.from}>{line.before}</td>}
            <td data-title={words.to}>
              {line.wanted}
              {line.isChanged && ` (${laterStrings.terminalChange.edit.changed})`}
            </td>
            {isFound && (
              <td data-title={words.list}>
                {line.found}
                {line.differs && ` (${result.differs})`}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
