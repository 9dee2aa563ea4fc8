import type { Scene } from '../scene.ts'
import { cashierScenes } from './cashiers.ts'
import { dayScenes } from './day.ts'
import { decideScenes } from './decide.ts'
import { detailScenes } from './detail.ts'
import { disputeScenes } from './disputes.ts'
import { findScenes } from './find.ts'
import { payoutScenes } from './payout.ts'
import { saleScenes } from './sale.ts'
import { settingsScenes } from './settings.ts'
import { shellScenes } from './shell.ts'
import { shopDayScenes } from './shopDay.ts'
import { signInScenes } from './signIn.ts'
import { slipScenes } from './slip.ts'
import { terminalScenes } from './terminal.ts'
import { terminalFormScenes } from './terminalForms.ts'
import { terminalVouchScenes } from './terminalVouch.ts'
import { tillScenes } from './tills.ts'
import { todoScenes } from './todo.ts'
import { transactionScenes } from './transactions.ts'

export const scenes: readonly Scene[] = [
  ...signInScenes,
  ...saleScenes,
  ...payoutScenes,
  ...transactionScenes,
  ...dayScenes,
  ...detailScenes,
  ...todoScenes,
  ...decideScenes,
  ...slipScenes,
  ...terminalScenes,
  ...terminalFormScenes,
  ...terminalVouchScenes,
  ...findScenes,
  ...settingsScenes,
  ...shellScenes,
  ...cashierScenes,
  ...shopDayScenes,
  ...tillScenes,
  ...disputeScenes,
]
