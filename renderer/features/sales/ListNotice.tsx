import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { clockText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import type { ListName } from '../../core/types.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'

/** Says that the rows are old because the list could not be read again; the rows stay. */
export function ListNotice({ name }: { name: ListName }) {
  const list = useApp((state) => state.lists[name])
  const refreshList = useApp((state) => state.refreshList)
  if (!list.couldNotRead) return null
  const words = lazyStrings.transactions
  return (
    <Notice
      tone="warning"
      role="status"
      action={<Button onPress={() => refreshList(name)}>{words.tryAgain}</Button>}
    >
      {list.asOfMs === null ? words.couldNotRead : words.couldNotRefresh(clockText(list.asOfMs))}
    </Notice>
  )
}
