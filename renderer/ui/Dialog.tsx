import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './Dialog.module.css'
import { cx } from './cx.ts'

interface DialogProps {
  readonly title: string
  /** What Esc does. */
  readonly onClose: () => void
  readonly isAlert?: boolean
  /** Wide enough for two columns. */
  readonly isWide?: boolean
  readonly children: ReactNode
  /** The buttons; the safe one has `autoFocus`. */
  readonly actions: ReactNode
}

/** A modal question. It stays until it is answered: a click outside does nothing. */
export function Dialog({ title, onClose, isAlert = true, isWide = false, children, actions }: DialogProps) {
  return (
    <ModalOverlay
      className={cx(styles.overlay)}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={cx(styles.modal, isWide && styles.wide)} data-modal="open">
        <AriaDialog className={cx(styles.dialog)} role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2} className={cx(styles.title)}>
            {title}
          </Heading>
          <div className={cx(styles.body)}>{children}</div>
          <div className={cx(styles.actions)}>{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
