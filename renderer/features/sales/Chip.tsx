import {
  Ban,
  Check,
  CheckCheck,
  CircleAlert,
  CircleX,
  Clock,
  GitCompare,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Send,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import type { SaleView } from '../../../shared/sale.ts'
import { strings } from '../../strings/strings.ts'
import { chipFor, type ChipKind } from './saleWords.ts'
import styles from './Chip.module.css'
import { cx } from '../../ui/cx.ts'

const icons: Readonly<Record<ChipKind, LucideIcon>> = {
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

/** Icon, word and edge each identify the state, so none depends on colour. */
export function StateChip({ sale }: { sale: SaleView }) {
  const kind = chipFor(sale)
  const Icon = icons[kind]
  return (
    <span className={cx(styles.chip, styles[kind])} data-chip={kind}>
      <Icon aria-hidden="true" size={14} strokeWidth={2.25} />
      {strings.chip[kind]}
    </span>
  )
}
