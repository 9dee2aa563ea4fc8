import type { AppState } from './types.ts'

/** Whether the bank is the one inside the app, which needs no account and moves no money. */
export function isPracticeBank({ app }: Pick<AppState, 'app'>): boolean {
  return app?.environment === 'practice' && app.serviceHost === null
}
