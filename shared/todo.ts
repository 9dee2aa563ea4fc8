import * as z from 'zod/mini'
import type { QueueView, SaleView } from './sale.ts'

/**
 * What there is to do, in the order of the list: first what needs a person, the most urgent first, then what Tillside
 * settles without one. A sale is in one section only.
 */
export const todoSections = ['needsYou', 'refused', 'late', 'checking', 'notSent', 'notChecked'] as const
export const TodoSection = z.enum(todoSections)
export type TodoSection = z.infer<typeof TodoSection>

/** What Tillside settles without a person. */
const HANDLED: readonly TodoSection[] = ['checking', 'notSent', 'notChecked']

export function isHandled(section: TodoSection): boolean {
  return HANDLED.includes(section)
}

export interface Totals {
  readonly count: number
  readonly kobo: number
}

/** The sales that wait, each counted once. */
export interface Todo {
  readonly sections: Readonly<Record<TodoSection, Totals>>
  /** All sections: as many as the list has rows. */
  readonly all: Totals
  /** Terminals whose payout was changed at the bank. They stand above the list. */
  readonly payouts: number
  /** Sales that tills handed over. They stand above the list too. */
  readonly handed: number
  /** Cases with the bank of which a person is reminded: one entry. */
  readonly disputes: number
  /** Everything that there is to do: sales and terminals. */
  readonly count: number
  /** Of these, what Tillside cannot settle by itself. */
  readonly needsYou: number
  /** What a person has to look at, for the badge of the screen and of the tray icon. */
  readonly calling: number
  /** Recorded a moment ago and on the way to the bank: nothing to do yet. */
  readonly justSaved: Totals
  /** Everything that the bank has not accepted, just saved or not. */
  readonly open: Totals
  /** Of these, what has not left this computer. */
  readonly unsent: Totals
  /** The others: they may be at the bank. A sale that is being sent is one of them. */
  readonly unsettled: Totals
}

/** The one count of what waits, for the screen, the tray and the dialogs. */
export function todoOf(queue: QueueView): Todo {
  const waiting = { count: queue.waitingCount, kobo: queue.waitingKobo }
  const justSaved = { count: queue.justSavedCount, kobo: queue.justSavedKobo }
  const needsPerson = { count: queue.needsPersonCount, kobo: queue.needsPersonKobo }
  const sending = { count: queue.sendingCount, kobo: queue.sendingKobo }
  const checking = { count: queue.checkingCount, kobo: queue.checkingKobo }
  const sections = {
    needsYou: sum([needsPerson, { count: queue.differsCount, kobo: queue.differsKobo }]),
    refused: { count: queue.refusedCount, kobo: queue.refusedKobo },
    late: { count: queue.lateCount, kobo: queue.lateKobo },
    checking,
    notSent: without(waiting, justSaved),
    notChecked: { count: queue.notCheckedCount, kobo: queue.notCheckedKobo },
  }
  const all = sum(Object.values(sections))
  const payouts = queue.payoutCount
  const handed = queue.handedCount
  const disputes = queue.disputeCount
  const above = payouts + handed + disputes
  return {
    sections,
    all,
    payouts,
    handed,
    disputes,
    count: all.count + above,
    needsYou: sections.needsYou.count + above,
    calling: sum(todoSections.filter((name) => !isHandled(name)).map((name) => sections[name])).count + above,
    justSaved,
    open: sum([waiting, checking, needsPerson]),
    unsent: without(waiting, sending),
    unsettled: sum([sending, checking, needsPerson]),
  }
}

/** From so many sales on, what Tillside settles itself is one entry, and its sales are rows only where asked for. */
const MANY = 6

export function manyHandled({ sections }: Todo): readonly TodoSection[] {
  return HANDLED.filter((name) => sections[name].count >= MANY)
}

/** What the list has rows of. @param shown sections that a person has opened */
export function listedOf(todo: Todo, shown: readonly TodoSection[]): Pick<Todo, 'sections' | 'all'> {
  const folded = manyHandled(todo).filter((name) => !shown.includes(name))
  const none = Object.fromEntries(folded.map((name) => [name, { count: 0, kobo: 0 }]))
  const sections = { ...todo.sections, ...none }
  return { sections, all: sum(Object.values(sections)) }
}

/** How many rows of the list come before a section. */
export function rowsBefore(section: TodoSection, { sections }: Pick<Todo, 'sections'>): number {
  return sum(todoSections.slice(0, todoSections.indexOf(section)).map((name) => sections[name])).count
}

/** The section of a row; null if it has nothing to do any more. A refused one in the list is unseen. */
export function todoSectionOf({ standing, isLate, notCheckedSinceMs }: SaleView): TodoSection | null {
  switch (standing) {
    case 'needsYou':
    case 'paidBack':
      return 'needsYou'
    case 'refused':
    case 'checking':
      return standing
    case 'waiting':
      return 'notSent'
    case 'onItsWay':
      return isLate ? 'late' : notCheckedSinceMs === null ? null : 'notChecked'
    case 'paid':
    case 'removed':
    case 'writtenOff':
      return null
  }
}

function sum(all: readonly Totals[]): Totals {
  return all.reduce((total, { count, kobo }) => ({ count: total.count + count, kobo: total.kobo + kobo }), {
    count: 0,
    kobo: 0,
  })
}

function without(all: Totals, part: Totals): Totals {
  return { count: all.count - part.count, kobo: all.kobo - part.kobo }
}
