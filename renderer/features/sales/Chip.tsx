import {
  Ban,
  Check,
  CheckCheck,
  CircleAlert,
  CircleX,
  Clock,
  GitCompare,
  HardDrive,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Send,
  Trash2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { SaleView } from '../../../shared/sale.ts'
import { useApp } from '../../core/context.tsx'
import { lookOf, type LookKind, wordOf } from './saleWords.ts'
import styles from './Chip.module.css'
import { cx } from '../../ui/cx.ts'

const icons: Readonly<Record<LookKind, LucideIcon>> = {
  saved: HardDrive,
  waiting: Clock,
  sending: Send,
  checking: RefreshCw,
  needsYou: CircleAlert,
  onItsWay: Check,
  late: TriangleAlert,
  differs: GitCompare,
  paid: CheckCheck,
  paidBack: Undo2,
  refused: CircleX,
  fixing: Pencil,
  removed: Trash2,
  writtenOff: Ban,
}

/** Renders again only when its own look changes, not with every tick of the clock. */
export function StateChip({ sale }: { sale: SaleView }) {
  return <Chip kind={useApp(({ nowMs }) => lookOf(sale, nowMs))} />
}

/** Icon, word and edge each identify the state, so none depends on colour. @param text other words for it */
export function Chip({ kind, text }: { kind: LookKind; text?: string }) {
  const Icon = icons[kind]
  return (
    <span className={cx(styles.chip, styles[kind])} data-chip={kind}>
      <Icon aria-hidden="true" size={14} strokeWidth={2.25} />
      {text ?? wordOf(kind)}
    </span>
  )
}

/** The same in large letters, without the frame. */
export function SaleSign({ kind, size }: { kind: LookKind; size: number }) {
  const Icon = icons[kind]
  return (
    <span className={cx(styles.sign)} data-state={kind}>
      <Icon aria-hidden="true" size={size} strokeWidth={2.5} />
      <span data-word="state">{wordOf(kind)}</span>
    </span>
  )
}
