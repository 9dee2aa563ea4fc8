import type { Scene } from '../scene.ts'
import { detailScenes } from './detail.ts'
import { findScenes } from './find.ts'
import { needsYouScenes } from './needsYou.ts'
import { saleScenes } from './sale.ts'
import { settingsScenes } from './settings.ts'
import { shellScenes } from './shell.ts'
import { signInScenes } from './signIn.ts'
import { slipScenes } from './slip.ts'
import { terminalScenes } from './terminal.ts'
import { terminalFormScenes } from './terminalForms.ts'
import { terminalVouchScenes } from './terminalVouch.ts'
import { transactionScenes } from './transactions.ts'
import { waitingScenes } from './waiting.ts'

export const scenes: readonly Scene[] = [
  ...signInScenes,
  ...saleScenes,
  ...transactionScenes,
  ...detailScenes,
  ...waitingScenes,
  ...needsYouScenes,
  ...slipScenes,
  ...terminalScenes,
  ...terminalFormScenes,
  ...terminalVouchScenes,
  ...findScenes,
  ...settingsScenes,
  ...shellScenes,
]
