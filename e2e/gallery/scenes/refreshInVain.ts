import { show, type Screen } from '../../pages/shell.ts'
import type { Stage } from '../scene.ts'
import { fails } from './known.ts'

/** The rows stay, with a note that they are old. */
export async function refreshInVain(stage: Stage, screen: Screen): Promise<void> {
  await show(stage.page, screen)
  await stage.page.locator('[role="row"][data-key]').first().waitFor()
  for (const call of ['sales.page', 'todo.page'] as const) stage.answer(call, fails('internal'))
  await stage.page.keyboard.press('F5')
}
