import {
  mayStillTakeEffect,
  type ReadBack,
  type TerminalChangeView,
  type TerminalSide,
} from '../../shared/terminalChange.ts'
import { FIXED_NOW_MS } from './fixtures.ts'

const MINUTE_MS = 60_000

/** One side of a change, with the values of the fixtures' first terminal. */
export function sideOf(part: Partial<TerminalSide> = {}): TerminalSide {
  return {
    merchantRecordId: '7',
    merchantId: 'MER-0007',
    accountEnding: '1234',
    accountName: 'ADÉBÁYỌ̀ STORES LTD',
    serialNumber: 'SN-000981',
    isReceivingPayment: true,
    isActive: true,
    ...part,
  }
}

/** The bank's list as it was a minute ago. */
export function readBackOf(outcome: ReadBack['outcome'], part: Partial<ReadBack> = {}): ReadBack {
  const found = {
    asAsked: sideOf({ serialNumber: 'SN-880042' }),
    differs: sideOf({ serialNumber: 'SN-777777', isActive: false }),
    asBefore: sideOf(),
    notThere: null,
    incomplete: null,
  }[outcome]
  return {
    atMs: FIXED_NOW_MS - MINUTE_MS,
    outcome,
    incompleteReason: outcome === 'incomplete' ? 'readFailed' : null,
    differences: outcome === 'differs' ? ['serialNumber', 'isActive'] : [],
    isByEnding: false,
    found,
    ...part,
  }
}

/** An edit of the serial number, done and seen in the list. */
export function changeOf(part: Partial<TerminalChangeView> = {}): TerminalChangeView {
  const change: Omit<TerminalChangeView, 'isOpen'> = {
    changeId: '7c1f0a52b9d84e6f8a3b5c2d1e0f9a87',
    kind: 'edit',
    terminalId: '2ABC1234',
    recordId: '41',
    state: 'done',
    askedAtMs: FIXED_NOW_MS - 2 * MINUTE_MS,
    endedAtMs: FIXED_NOW_MS - 2 * MINUTE_MS,
    bankMessage: null,
    from: sideOf(),
    to: sideOf({ serialNumber: 'SN-880042' }),
    nameCheckedAtMs: null,
    nameSaid: null,
    otherNames: [],
    by: 'Ngozi Eze',
    note: 'The device was swapped at the counter',
    readBack: readBackOf('asAsked'),
    givenUp: null,
    ...part,
  }
  const { state, readBack, givenUp } = change
  const outcome = readBack?.outcome ?? null
  const isOpen = mayStillTakeEffect({ state, outcome, wasSeen: false, isGivenUp: givenUp !== null })
  return { ...change, isOpen: part.isOpen ?? isOpen }
}

/** A registration of a terminal that was not in the list before. */
export function registrationOf(part: Partial<TerminalChangeView> = {}): TerminalChangeView {
  return changeOf({
    kind: 'register',
    terminalId: '2ABC9001',
    recordId: null,
    from: null,
    to: sideOf({ merchantRecordId: null, serialNumber: 'SN-880042' }),
    nameCheckedAtMs: FIXED_NOW_MS - 3 * MINUTE_MS,
    note: '',
    ...part,
  })
}

/** A change without an answer, which a manager has marked as not done. */
export function givenUpOf(part: Partial<TerminalChangeView> = {}): TerminalChangeView {
  return changeOf({
    state: 'unknown',
    endedAtMs: null,
    readBack: readBackOf('asBefore'),
    givenUp: {
      atMs: FIXED_NOW_MS,
      how: 'notDone',
      by: 'Ngozi Eze',
      note: 'Mrs. Bello of the bank: it never arrived',
    },
    ...part,
  })
}

/** One change of each outcome, the newest first. */
export function changesOfEveryKind(): readonly TerminalChangeView[] {
  const unclear = { endedAtMs: null, bankMessage: null } as const
  const changes: readonly TerminalChangeView[] = [
    registrationOf({ state: 'unknown', ...unclear, readBack: readBackOf('notThere') }),
    registrationOf({ state: 'unknown', ...unclear, readBack: readBackOf('asAsked') }),
    changeOf({ state: 'unknown', ...unclear, readBack: readBackOf('differs') }),
    changeOf({ state: 'asking', endedAtMs: null, readBack: null }),
    changeOf(),
    changeOf({ readBack: null }),
    changeOf({ readBack: readBackOf('differs') }),
    changeOf({ readBack: readBackOf('asBefore') }),
    registrationOf({
      state: 'refused',
      bankMessage: 'Terminal not issued',
      readBack: readBackOf('notThere'),
    }),
    registrationOf({ state: 'refused', bankMessage: 'Duplicate', readBack: readBackOf('asAsked') }),
    changeOf({ state: 'refused', bankMessage: 'No', readBack: readBackOf('differs') }),
    changeOf({ state: 'unsent', readBack: null }),
  ]
  return changes.map((change, place) => ({
    ...change,
    changeId: `change-${place}`,
    askedAtMs: FIXED_NOW_MS - (place + 1) * 25 * MINUTE_MS,
  }))
}
