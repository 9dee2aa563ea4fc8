import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { sheetRows } from './keys.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import styles from './KeySheet.module.css'

const words = strings.keys

export function KeySheet() {
  const isOpen = useApp((state) => state.isHelpOpen)
  const isMac = useApp((state) => state.app?.platform === 'mac')
  const openHelp = useApp((state) => state.openHelp)
  if (!isOpen) return null
  const close = (): void => openHelp(false)
  return (
    <Dialog
      title={words.title}
      onClose={close}
      isAlert={false}
      isWide
      actions={
        <Button look="primary" autoFocus onPress={close}>
          {words.close}
        </Button>
      }
    >
      <dl className={cx(styles.sheet)}>
        {sheetRows(isMac).map(({ label, keys }) => (
          <div key={label} className={cx(styles.row)}>
            <dt>{label}</dt>
            <dd className={cx(styles.keys)}>
              {keys.map((key) => (
                <kbd key={key} className={cx(styles.key)}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
