/**
 * The names of every call and event, as plain lists: the preload imports these and nothing else, so that no library
 * enters it. `contract.ts` proves at compile time that they equal the contract's own keys.
 */
export const callNames = [
  'app.info',
  'app.close',
  'access.get',
  'access.setPin',
  'access.enter',
  'access.reset',
  'access.lock',
  'access.touch',
  'connection.get',
  'storage.get',
  'storage.newsRead',
  'session.get',
  'session.signIn',
  'session.signInToPractice',
  'session.signOut',
  'sales.record',
  'sales.page',
  'sales.get',
  'sales.cancel',
  'sales.resolve',
  'sales.tryNow',
  'sales.checkNow',
  'queue.get',
  'terminals.get',
  'terminals.refresh',
  'terminals.choose',
  'records.search',
  'records.page',
  'records.cancel',
  'records.byReference',
  'reports.sales',
  'reports.records',
  'settings.get',
  'settings.change',
  'settings.profile',
  'practice.leave',
] as const
export type CallName = (typeof callNames)[number]

export const eventNames = [
  'app.closeAsked',
  'access.changed',
  'connection.changed',
  'session.changed',
  'storage.changed',
  'sales.changed',
  'queue.changed',
  'terminals.changed',
  'records.progress',
  'settings.changed',
] as const
export type EventName = (typeof eventNames)[number]
