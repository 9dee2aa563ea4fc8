import type { Chance } from './chance.ts'
import type { Met } from './coverage.ts'
import type { DiskFault, FaultMix, ListFault, ReadFault, SendFault } from './faults.ts'

/**
 * The source of faults: a seed's mix in the simulation, a written list in the explorer and in shrinking. It is asked
 * once for every exchange and around every write, in order.
 */
export interface FaultSource {
  send(): SendFault | null
  read(): ReadFault | null
  list(): ListFault | null
  /** @param met the state that the write finds, or leaves */
  write(when: 'before' | 'after', met: Met): DiskFault | null
  /** From now on there are no faults. */
  end(): void
  isOver(): boolean
}

/** One fault, by the index of what it strikes: the n-th send, read, list or write of the history, from 1. */
export type Strike =
  | { readonly at: 'send'; readonly n: number; readonly fault: SendFault }
  | { readonly at: 'read'; readonly n: number; readonly fault: ReadFault }
  | { readonly at: 'list'; readonly n: number; readonly fault: ListFault }
  | {
      readonly at: 'write'
      readonly n: number
      readonly when: 'before' | 'after'
      readonly fault: DiskFault
    }

/** About as many writes as a history has; a disk fault is planned at one of them. */
const WRITES_MAX = 40
/** Rarely written states are drawn more often; otherwise they would never be struck. */
const STRUCK_STATES: readonly Met[] = [
  'none',
  'queued',
  'sending',
  'unknown',
  'review',
  'review',
  'conflict',
  'conflict',
  'conflict',
  'refused',
  'refused',
  'writtenOff',
  'writtenOff',
  'held',
  'held',
  'held',
  'held',
  'held',
  'cancelled',
  'cancelled',
  'cancelled',
  'cancelled',
]

/** @param record called for every strike, so that the same history can be replayed from a list */
export function createRandomFaults(
  chance: Chance,
  mix: FaultMix,
  /** Initial states of this history's sales: each is rarely written, so the disk fails there rather than elsewhere. */
  inherited: readonly Met[],
  record: ((strike: Strike) => void) | null = null,
): FaultSource {
  const { exchangeRate, sends, reads, lists } = mix
  let isOver = false
  let sendCount = 0
  let readCount = 0
  let listCount = 0
  let writeCount = 0
  const isDiskStruck = chance.happens(mix.diskRate)
  // Half at any write, half at the first write of a sale in some state, since most are of few states.
  const struckWrite = isDiskStruck && chance.happens(0.25) ? chance.between(1, WRITES_MAX) : 0
  const states = inherited.length > 0 && chance.happens(0.6) ? inherited : STRUCK_STATES
  let struckState = isDiskStruck && struckWrite === 0 ? chance.pick(states) : null
  const struckWhen = chance.happens(0.5) ? 'before' : 'after'
  const diskFault: DiskFault = chance.happens(0.5) ? 'powerCut' : 'writeRefused'
  const strikes = (): boolean => !isOver && chance.next() < exchangeRate
  return {
    send: () => {
      sendCount += 1
      if (!strikes()) return null
      const fault = chance.pick(sends)
      record?.({ at: 'send', n: sendCount, fault })
      return fault
    },
    read: () => {
      readCount += 1
      if (!strikes()) return null
      const fault = chance.pick(reads)
      record?.({ at: 'read', n: readCount, fault })
      return fault
    },
    list: () => {
      listCount += 1
      if (!strikes()) return null
      const fault = chance.pick(lists)
      record?.({ at: 'list', n: listCount, fault })
      return fault
    },
    write: (when, met) => {
      if (when === 'before') writeCount += 1
      if (isOver || when !== struckWhen || (writeCount !== struckWrite && met !== struckState)) return null
      struckState = null
      record?.({ at: 'write', n: writeCount, when, fault: diskFault })
      return diskFault
    },
    end: () => {
      isOver = true
    },
    isOver: () => isOver,
  }
}

/** How many of each the history had, where the explorer places its faults. */
export interface StrikeCounts {
  send: number
  read: number
  list: number
  write: number
}

/** FaultSource exactly where a list says. @param counts filled during the history */
export function createListedFaults(
  list: readonly Strike[],
  counts: StrikeCounts = { send: 0, read: 0, list: 0, write: 0 },
): FaultSource {
  let isOver = false
  return {
    send: () => {
      counts.send += 1
      return find('send', counts.send)?.fault ?? null
    },
    read: () => {
      counts.read += 1
      return find('read', counts.read)?.fault ?? null
    },
    list: () => {
      counts.list += 1
      return find('list', counts.list)?.fault ?? null
    },
    write: (when) => {
      if (when === 'before') counts.write += 1
      const strike = find('write', counts.write)
      return strike?.when === when ? strike.fault : null
    },
    end: () => {
      isOver = true
    },
    isOver: () => isOver,
  }

  function find<At extends Strike['at']>(
    at: At,
    n: number,
  ): Extract<Strike, { readonly at: At }> | undefined {
    if (isOver) return undefined
    for (const strike of list) if (isAt(strike, at) && strike.n === n) return strike
    return undefined
  }
}

function isAt<At extends Strike['at']>(
  strike: Strike,
  at: At,
): strike is Extract<Strike, { readonly at: At }> {
  return strike.at === at
}
