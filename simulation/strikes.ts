import type { Chance } from './chance.ts'
import type { Met } from './coverage.ts'
import type { DiskFault, FaultMix, ListFault, ReadFault, SendFault } from './faults.ts'

/**
 * Where faults come from: a seed's mix in the simulation, a written list in the explorer and when a failing history is
 * made smaller. It is asked once for every exchange and around every write, in the order in which they happen.
 */
export interface Strikes {
  send(): SendFault | null
  read(): ReadFault | null
  list(): ListFault | null
  /** @param met what the write finds, or leaves */
  write(when: 'before' | 'after', met: Met): DiskFault | null
  /** From here on nothing goes wrong any more. */
  end(): void
  isOver(): boolean
}

/** One fault, by the count of what it strikes: the n-th send, read, list or write of the history, from 1. */
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

/** Writes that a history has, about; a fault of the disk is planned at one of them. */
const WRITES_MAX = 40
/** Rarely written states come more often, or nothing would ever strike them. */
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

/** @param record told of every strike, so that the same history can be played from a list */
export function createRandomStrikes(
  chance: Chance,
  mix: FaultMix,
  /** States that sales of this history begin in: each is seldom written, so the disk fails there rather than anywhere. */
  inherited: readonly Met[],
  record: ((strike: Strike) => void) | null = null,
): Strikes {
  const { exchangeRate, sends, reads, lists } = mix
  let isOver = false
  let sendCount = 0
  let readCount = 0
  let listCount = 0
  let writeCount = 0
  const isDiskStruck = chance.happens(mix.diskRate)
  // Half of them at some write, and half at the first one of a sale in some state, since most writes are of few states.
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

/** How many of each the history had; the explorer places its faults by these. */
export interface StrikeCounts {
  send: number
  read: number
  list: number
  write: number
}

/** Strikes exactly where a list says. @param counts filled as the history goes */
export function createListedStrikes(
  list: readonly Strike[],
  counts: StrikeCounts = { send: 0, read: 0, list: 0, write: 0 },
): Strikes {
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
