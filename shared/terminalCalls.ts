import * as z from 'zod/mini'
import { empty, text } from './doorBounds.ts'
import { MerchantPage, TERMINAL_PAGE_MAX, TerminalListView, TerminalPage } from './terminal.ts'
import {
  EditForm,
  NameCheck,
  NameWord,
  RegisterForm,
  TerminalChangePage,
  TerminalChangeView,
  TerminalDraft,
  TerminalDrafts,
} from './terminalChange.ts'

const pageOf = z.strictObject({
  search: text(200),
  offset: z.int().check(z.minimum(0)),
  limit: z.int().check(z.minimum(1), z.maximum(TERMINAL_PAGE_MAX)),
})

/** The calls about terminals; part of `calls` in contract.ts. */
export const terminalCalls = {
  'terminals.get': { request: empty, response: TerminalListView },
  /** Of the rows that are known, by terminal ID. The search goes over IDs, serial number, account name and ending. */
  'terminals.page': { request: pageOf, response: TerminalPage },
  'terminals.merchants': { request: pageOf, response: MerchantPage },
  /** Reads the list to its end and tells of each page by `terminals.changed`. */
  'terminals.refresh': { request: empty, response: TerminalListView },
  /** The reading then ends as incomplete. Nothing happens where none is under way. */
  'terminals.cancelRefresh': { request: empty, response: TerminalListView },
  /** Another terminal moves the money of the next sales. */
  'terminals.choose': {
    guard: 'otherTerminal',
    request: z.strictObject({ terminalId: text(200) }),
    response: TerminalListView,
  },
  /** Asks the bank whose account it is (docs/service.md 4.1); `notAllowed` where that is not set up. */
  'terminals.checkName': {
    guard: 'manager',
    request: z.strictObject({ accountNumber: text(2_000) }),
    response: NameCheck,
  },
  /**
   * A manager says that the bank confirmed a name by other means: `notAllowed` with `bankAnswered` where the bank
   * itself has answered about this account, and with `notAsked` where an enquiry is set up and none has failed lately.
   */
  'terminals.vouchName': { guard: 'manager', request: NameWord, response: NameCheck },
  /** The Business API's token: it goes in here and never comes out. Empty: it is forgotten. */
  'terminals.setBusinessToken': {
    guard: 'manager',
    request: z.strictObject({ token: text(4_000) }),
    response: TerminalListView,
  },
  'terminals.drafts': { guard: 'manager', request: empty, response: TerminalDrafts },
  'terminals.keepDraft': {
    guard: 'manager',
    request: z.strictObject({ draft: TerminalDraft }),
    response: TerminalDrafts,
  },
  /** @see draftKey in terminalChange.ts */
  'terminals.dropDraft': {
    guard: 'manager',
    request: z.strictObject({ key: text(40) }),
    response: TerminalDrafts,
  },
  /** Asks the bank once, and reads its list afterwards. */
  'terminals.register': {
    guard: 'manager',
    request: z.strictObject({ form: RegisterForm, checkId: text(64) }),
    response: TerminalChangeView,
  },
  /**
   * `changedMeanwhile` where the bank's list no longer shows what the person saw; where that is the merchant,
   * `detail` is `merchant`. As with a registration, `notAllowed` with `earlierOpen` where an earlier change is open.
   */
  'terminals.edit': {
    guard: 'manager',
    /** `checkId` is empty where the account stays. */
    request: z.strictObject({ form: EditForm, checkId: text(64) }),
    response: TerminalChangeView,
  },
  'terminals.changes': {
    request: z.strictObject({
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(50)),
      /** Of this terminal alone, by either of what it is known by, and only what is open. */
      openFor: z.optional(z.strictObject({ terminalId: text(2_000), recordId: z.nullable(z.int()) })),
    }),
    response: TerminalChangePage,
  },
  /** Reads the bank's list to its end, and compares. It asks for no change. */
  'terminals.lookUpChange': {
    request: z.strictObject({ changeId: text(64) }),
    response: TerminalChangeView,
  },
  /**
   * A manager says that the bank never took it, and how they know. The list is read first: `notAllowed` with
   * `settled` where it shows the change as asked for, or nothing is open about it any more.
   */
  'terminals.giveUpChange': {
    guard: 'manager',
    request: z.strictObject({ changeId: text(64), by: text(2_000), note: text(2_000) }),
    response: TerminalChangeView,
  },
} as const
