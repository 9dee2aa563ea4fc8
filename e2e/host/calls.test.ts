import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { ChannelClosed, connectCalls, unlessGone, type ChannelEnd } from './calls.ts'

class End extends EventEmitter {
  connected = true
  other: End | undefined
  send(message: object): void {
    this.other?.emit('message', structuredClone(message))
  }
  close(): void {
    this.connected = false
    this.emit('disconnect')
  }
}

/** The two ends of one channel. */
function channel(): readonly [End, End] {
  const [one, two] = [new End(), new End()]
  one.other = two
  two.other = one
  return [one, two]
}

interface Adder {
  add(a: number, b: number): Promise<number>
  fail(): Promise<void>
  hang(): Promise<void>
}

const adder = {
  add: (a: number, b: number) => a + b,
  fail: async () => {
    throw new Error('no such luck')
  },
  hang: () => new Promise<void>(() => undefined),
}

function ask(end: ChannelEnd): Adder {
  return connectCalls<Adder, object>(end, {}, ['add', 'fail', 'hang'])
}

test('each question gets its own answer, even if an earlier one has none yet, and an error is returned as an error', async () => {
  const [here, there] = channel()
  connectCalls<object, Adder>(there, adder, [])
  const asked = ask(here)
  void unlessGone(asked.hang())
  expect(await Promise.all([asked.add(1, 2), asked.add(3, 4)])).toEqual([3, 7])
  await expect(asked.fail()).rejects.toThrow('no such luck')
})

test('both ends ask over one channel, and other messages on it are ignored', async () => {
  const [here, there] = channel()
  const first = connectCalls<Adder, Adder>(here, adder, ['add'])
  const second = connectCalls<Adder, Adder>(there, adder, ['add'])
  here.send({ kind: 'quit' })
  expect(await Promise.all([first.add(1, 1), second.add(2, 2)])).toEqual([2, 4])
})

test('if the other process ends, pending questions are refused, and so are later ones', async () => {
  const [here] = channel()
  const asked = ask(here)
  const waiting = asked.add(1, 2)
  here.close()
  await expect(waiting).rejects.toThrow(ChannelClosed)
  await expect(asked.add(1, 2)).rejects.toThrow(ChannelClosed)
})

test('for optional messages the end of the other process is no failure, but other errors are', async () => {
  await expect(unlessGone(Promise.reject(new ChannelClosed()))).resolves.toBeUndefined()
  await expect(unlessGone(Promise.reject(new Error('another')))).rejects.toThrow('another')
})

test('a message to a process that was just killed crashes nothing: the question is refused', async () => {
  // Like Node's child process: an undeliverable message crashes the sender, or goes to its callback.
  class Killed extends End {
    override send(_message: object, onSent?: (error: Error) => void): void {
      const error = new Error('write EPIPE')
      if (onSent === undefined) this.emit('error', error)
      else onSent(error)
    }
  }
  const end = new Killed()
  const sum = ask(end).add(1, 2)
  end.close()
  await expect(sum).rejects.toThrow(ChannelClosed)
})
