import { useApp } from '../../core/context.tsx'
import { PAGE_SIZE } from './saleLists.ts'
import type { ListName } from '../../core/types.ts'
import { PageTurner } from '../../ui/PageTurner.tsx'

/** The pages of a list of sales. */
export function ListPages({ name }: { name: ListName }) {
  const { totalCount, ids, offset } = useApp((state) => state.lists[name])
  const turnPage = useApp((state) => state.turnPage)
  return (
    <PageTurner
      offset={offset}
      shown={ids.length}
      total={totalCount}
      size={PAGE_SIZE}
      onTurn={(to) => turnPage(name, to)}
    />
  )
}
