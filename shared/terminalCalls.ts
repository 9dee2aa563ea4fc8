import * as z from 'zod/mini'
import { RecordId } from './recordId.ts'
import { empty, text } from './doorBounds.ts'
import { MerchantPage, TERMINAL_PAGE_MAX, TerminalListView, TerminalPage, TerminalView } from './terminal.ts'
import {
  ClosedHow,
  EditForm,
  NameCheck,
  NameWord,
  RegisterForm,
  TerminalChangePage,
  TerminalChangeView,
} from './terminalChange.ts'

const pageOf = z.strictObject({
  search: text(200),
  offset: z.int().check(z.minimum(0)),
  limit: z.int().check(z.minimum(1), z.maximum(TERMINAL_PAGE_MAX)),
})

/** The calls about terminals; part of `calls` in contract.ts. */
export const terminalCalls = {
  'terminals.get': { request: empty, response: TerminalListView },
  /** Known rows, by terminal ID. The search covers IDs, serial number, account name and last digits. */
  'terminals.page': { request: pageOf, response: TerminalPage },
  /** The known row of a record; without one, of a terminal ID in any case. Null if the list does not show it. */
  'terminals.byId': {
    request: z.strictObject({ recordId: z.nullable(RecordId), terminalId: text(2_000) }),
    response: z.nullable(TerminalView),
  },
  'terminals.merchants': { request: pageOf, response: MerchantPage },
  /** Reads the list to its end and reports each page by `terminals.changed`. */
  'terminals.refresh': { request: empty, response: TerminalListView },
  /** Ends the reading as incomplete; does nothing without one. */
  'terminals.cancelRefresh': { request: empty, response: TerminalListView },
  /** The next sales are paid by this terminal, so another one moves their money. */
  'terminals.choose': {
    guard: 'otherTerminal',
    request: z.strictObject({ terminalId: text(200) }),
    response: TerminalListView,
  },
  /** Asks the bank for the account's name (docs/service.md 4.1); `notAllowed` if that is not configured. */
  'terminals.checkName': {
    guard: 'manager',
    request: z.strictObject({ accountNumber: text(2_000) }),
    response: NameCheck,
  },
  /**
   * A manager says that the bank confirmed a name by other means. `notAllowed` with `bankAnswered` if the bank itself
   * has answered for this account, with `notAsked` if an enquiry is configured and none has failed lately.
   */
  'terminals.vouchName': { guard: 'manager', request: NameWord, response: NameCheck },
  /** The Business API's token: it goes in here and never comes out. Empty: main forgets it. */
  'terminals.setBusinessToken': {
    guard: 'manager',
    request: z.strictObject({ token: text(4_000) }),
    response: TerminalListView,
  },
  'terminals.register': {
    guard: 'manager',
    request: z.strictObject({ form: RegisterForm, checkId: text(64) }),
    response: TerminalChangeView,
  },
  /**
   * `changedMeanwhile` if the bank's list no longer shows what the person saw; `what` is `merchant` if the merchant
   * differs. As with a registration, `notAllowed` with `earlierOpen` if an earlier change is open.
   */
  'terminals.edit': {
    guard: 'manager',
    /** `checkId` is empty if the account stays. */
    request: z.strictObject({ form: EditForm, checkId: text(64) }),
    response: TerminalChangeView,
  },
  'terminals.changes': {
    request: z.strictObject({
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(50)),
      /** Only open changes of this terminal, by either of its IDs. */
      openFor: z.optional(z.strictObject({ terminalId: text(2_000), recordId: z.nullable(RecordId) })),
    }),
    response: TerminalChangePage,
  },
  /** Reads the bank's list to its end, and compares. It sends no change. */
  'terminals.lookUpChange': {
    request: z.strictObject({ changeId: text(64) }),
    response: TerminalChangeView,
  },
  /**
   * A manager says that the bank never took it, or keeps what it shows, and how they know. The list is read first:
   * `notAllowed` with `settled` if that does not allow it, or the change is no longer open.
   */
  'terminals.giveUpChange': {
    guard: 'manager',
    request: z.strictObject({ changeId: text(64), how: ClosedHow, by: text(2_000), note: text(2_000) }),
    response: TerminalChangeView,
  },
  /**
   * A manager says that what the bank shows of a watched terminal is right, and how they know. `changedMeanwhile` if it
   * is no longer the change that they saw (`PayoutChange.version`).
   */
  'terminals.acknowledgePayout': {
    guard: 'manager',
    request: z.strictObject({
      terminalId: text(2_000),
      seen: text(100),
      by: text(2_000),
      note: text(2_000),
    }),
    response: TerminalListView,
  },
} as const
