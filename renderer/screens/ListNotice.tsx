import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { clockText } from '../format/time.ts'
import { useApp } from '../state/context.tsx'
import type { ListName } from '../state/types.ts'
import { laterStrings } from '../laterStrings.ts'

/** Says that the rows are old because the list could not be read again; the rows stay. */
export function ListNotice({ name }: { name: ListName }) {
  const list = useApp((state) => state.lists[name])
  const refreshList = useApp((state) => state.refreshList)
  if (!list.couldNotRead) return null
  const words = laterStrings.transactions
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
