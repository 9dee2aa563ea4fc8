import { Button } from '../../../ui/Button.tsx'
import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'

/** Opens the dialog for the token of the name check. */
export function EnterToken() {
  const openTokenDialog = useApp((state) => state.openTokenDialog)
  return <Button onPress={() => openTokenDialog(true)}>{laterStrings.terminalChange.check.enterToken}</Button>
}
