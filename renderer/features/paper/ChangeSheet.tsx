import { quoted } from '../../../shared/plainText.ts'
import { useApp } from '../../core/context.tsx'
import type { ChangePaper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { momentText } from '../../ui/format/time.ts'
import { sideLines } from '../terminals/terminalChangeSides.ts'
import { changeSentences, namesDifferText } from '../terminals/terminalChangeWords.ts'
import { saidText } from '../terminals/vouchWords.ts'
import { Pair, Pairs } from './PaperParts.tsx'
import styles from './Papers.module.css'

const words = lazyStrings.terminalChange.slip
const { result, edit } = lazyStrings.terminalChange

/** The slip of a terminal's change, for the shop. Words mark what differs: paper has no colour. */
export function ChangeSheet({ paper: { change, madeAtMs } }: { paper: ChangePaper }) {
  const profileName = useApp((state) => state.app?.profileName ?? '')
  const version = useApp((state) => state.app?.version ?? '')
  const { bankMessage, readBack, nameSaid } = change
  const differ = namesDifferText(change)
  const isFound = readBack?.found != null
  return (
    <>
      <h1 className={cx(styles.shop)}>{words.title[change.kind]}</h1>
      <p className={cx(styles.middle)}>{profileName}</p>
      <dl className={cx(styles.pairs)}>
        <Pair name={words.terminal}>{change.terminalId}</Pair>
        <Pair name={words.when}>{result.here(momentText(change.askedAtMs))}</Pair>
        <Pair name={words.by}>{change.by}</Pair>
        <Pair name={words.note}>{change.note === '' ? strings.detail.notGiven : change.note}</Pair>
        {/* Paper must not take a manager's word for the bank's. */}
        {nameSaid !== null && <Pair name={words.nameSaid}>{saidText(nameSaid)}</Pair>}
      </dl>
      {sideLines(change).map(({ field, label, before, wanted, found, isChanged, differs }) => (
        <Pairs key={field} title={label}>
          {before !== null && <Pair name={words.from}>{before}</Pair>}
          <Pair name={words.to}>{isChanged ? `${wanted} (${edit.changed})` : wanted}</Pair>
          {isFound && (
            <Pair name={words.list}>{differs ? `${found} (${result.differs})` : (found ?? '')}</Pair>
          )}
        </Pairs>
      ))}
      <p className={cx(styles.answer)}>
        <Foreign text={changeSentences(change)} />
      </p>
      {differ !== null && (
        <p className={cx(styles.answer)}>
          <Foreign text={differ} />
        </p>
      )}
      <dl className={cx(styles.pairs)}>
        <Pair name={words.bank}>
          {bankMessage === null || bankMessage === '' ? result.noBankWords : quoted(bankMessage)}
        </Pair>
        <Pair name={words.list}>
          {readBack === null ? result.listNotRead : result.here(momentText(readBack.atMs))}
        </Pair>
        <Pair name={words.change}>{change.changeId}</Pair>
      </dl>
      <p className={cx(styles.small)}>{words.printed(momentText(madeAtMs), version)}</p>
    </>
  )
}
