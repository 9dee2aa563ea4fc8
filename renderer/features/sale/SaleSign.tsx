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
} from 'lucide-react'
import type { SaleView } from '../../../shared/sale.ts'
import { cx } from '../../ui/cx.ts'
import { StateChip } from '../sales/Chip.tsx'
import { type LookKind, lookOf, wordOf } from './saleStep.ts'
import styles from './SaleSign.module.css'

/** The signs of the chips, and one for a sale of the last moments. */
const icons: Readonly<Record<LookKind, LucideIcon>> = {
  saved: HardDrive,
  waiting: Clock,
  sending: Send,
  checking: RefreshCw,
  help: CircleAlert,
  accepted: Check,
  late: TriangleAlert,
  differs: GitCompare,
  paid: CheckCheck,
  refused: CircleX,
  fixing: Pencil,
  removed: Trash2,
  writtenOff: Ban,
}

/** The state of a sale in large letters, with its sign. */
export function SaleSign({ kind, size }: { kind: LookKind; size: number }) {
  const Icon = icons[kind]
  return (
    <span className={cx(styles.sign)} data-state={kind}>
      <Icon aria-hidden="true" size={size} strokeWidth={2.5} />
      <span data-word="state">{wordOf(kind)}</span>
    </span>
  )
}

/** The chip of a row; calm while a normal sale is new. */
export function RowChip({ sale, nowMs }: { sale: SaleView; nowMs: number }) {
  if (lookOf(sale, nowMs) !== 'saved') return <StateChip sale={sale} />
  return (
    <span className={cx(styles.chip)} data-chip="saved">
      <HardDrive aria-hidden="true" size={14} strokeWidth={2.25} />
      {wordOf('saved')}
    </span>
  )
}
