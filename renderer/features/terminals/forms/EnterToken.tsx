import { Button } from '../../../ui/Button.tsx'
import { useApp } from '../../../core/context.tsx'
import { lazyStrings } from '../../../strings/lazyStrings.ts'

/** Opens the dialog for the token of the name check. */
export function EnterToken() {
  const openTokenDialog = useApp((state) => state.openTokenDialog)
  return <Button onPress={() => openTokenDialog(true)}>{lazyStrings.terminalChange.check.enterToken}</Button>
}
