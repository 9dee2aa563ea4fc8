import { expect, test } from 'vitest'
import { judgeSendOrder, readStraceLog } from './sendOrder.ts'

const WAL = '/data/sales.db-wal'
const page = (text: string): string => `7 pwrite64(20<${WAL}>, "\\0\\0${text}\\1", 4096, 8192) = 4096`
const stored = (state: string): string =>
  page(`WITNESS-1practicehttp://127.0.0.1:1practice2TLS0001\\6100.00${state}`)
const entry = (state: string): string =>
  page(state === 'sending' ? 'claimedqueuedsending' : `answeredsending${state}`)
/** One commit: the row and its audit entry. */
const row = (state: string): string => `${stored(state)}\n${entry(state)}`
const sync = `7 fdatasync(20<${WAL}>) = 0`
const connect = `7 connect(24<socket:[9]>, {sa_family=AF_INET, sin_port=htons(1)}, 16) = -1 EINPROGRESS`
const post = `7 writev(24<TCP:[127.0.0.1:2->127.0.0.1:1]>, [{iov_base="POST /api/terminal/logtransaction HTTP/1.1\\r\\n", iov_len=50}, {iov_base="{\\"amount\\":\\"100.00\\",\\"transactionId\\":\\"WITNESS-1\\"}", iov_len=60}], 2) = 110`
const RIGHT = [row('sending'), sync, connect, post, row('accepted'), sync]

const judge = (...lines: readonly string[]) => judgeSendOrder(lines.join('\n'))

test('sending, sync, connect, write, outcome, sync is in order', () => {
  expect(judge(...RIGHT)).toEqual({ sends: 1, inOrder: 1, problems: [] })
})

test('a connection opened before the sync is out of order', () => {
  const { problems } = judge(row('sending'), connect, sync, post, row('accepted'), sync)
  expect(problems).toEqual([
    'WITNESS-1: the row that says sending was not on the disk when the connection was opened',
  ])
})

test('a failed sync, or one of another file, does not count', () => {
  const failed = sync.replace('= 0', '= -1 EIO (Input/output error)')
  const ofAnother = sync.replace(WAL, '/data/sales.db')
  for (const line of [failed, ofAnother]) {
    expect(judge(row('sending'), line, connect, post, row('accepted'), sync).inOrder).toBe(0)
  }
})

test('a sync that had not returned when the connection was opened is out of order', () => {
  const begun = `7 fdatasync(20<${WAL}> <unfinished ...>`
  const returned = '7 <... fdatasync resumed>) = 0'
  expect(judge(row('sending'), begun, connect, returned, post, row('accepted'), sync).inOrder).toBe(0)
  expect(judge(row('sending'), begun, returned, connect, post, row('accepted'), sync).inOrder).toBe(1)
})

test('a send without its row, without its connection, or without an outcome on the disk is out of order', () => {
  expect(judge(sync, connect, post, row('accepted'), sync).problems).toEqual([
    'WITNESS-1: no row that says sending was written',
  ])
  expect(judge(row('sending'), sync, post, row('accepted'), sync).problems).toEqual([
    'WITNESS-1: no connection of its own was opened for it',
  ])
  expect(judge(row('sending'), sync, connect, post).problems).toEqual([
    'WITNESS-1: no outcome was written after it',
  ])
  expect(judge(row('sending'), sync, connect, post, row('unknown')).problems).toEqual([
    'WITNESS-1: its outcome was never synced',
  ])
})

const OF_NEXT = [row('sending'), sync, connect, post, row('accepted'), sync].map((line) =>
  line.replaceAll('WITNESS-1', 'WITNESS-2').replaceAll('24<', '25<'),
)

test('an outcome on the disk only after the next send opened its connection is out of order', () => {
  expect(judge(...RIGHT, ...OF_NEXT)).toEqual({ sends: 2, inOrder: 2, problems: [] })
  // After the connect of the next.
  const late = [...RIGHT.slice(0, 4), ...OF_NEXT.slice(0, 3), ...RIGHT.slice(4), ...OF_NEXT.slice(3)]
  const { problems } = judge(...late)
  expect(problems).toEqual([
    'WITNESS-1: its outcome was not on the disk when the next send opened its connection',
  ])
})

test('a row committed without its audit entry is out of order, before the send and after it', () => {
  const apart = (state: string): string[] => [stored(state), sync, entry(state), sync]
  expect(judge(...apart('sending'), connect, post, row('accepted'), sync).problems).toEqual([
    'WITNESS-1: the row that says sending and its audit entry are not one commit',
  ])
  expect(judge(row('sending'), sync, connect, post, ...apart('accepted')).problems).toEqual([
    'WITNESS-1: its outcome and its audit entry are not one commit',
  ])
})

test('an earlier version of the row, in the free space of a page written for another sale, is no outcome', () => {
  const remnant = stored('sending').replace(
    '\\1", 4096',
    `\\1${'.'.repeat(400)}WITNESS-1practice100.00queued", 4096`,
  )
  expect(remnant).toContain('queued')
  const meanwhile = [remnant, page('recordedqueued'), sync]
  const [sent, outcome] = [RIGHT.slice(0, 4), RIGHT.slice(4)]
  expect(judge(...sent, ...meanwhile, ...outcome).problems).toEqual([])
  expect(judge(...sent, ...meanwhile).inOrder).toBe(0)
})

test('a neighbour in the same page that is being sent does not count for a row that still waits', () => {
  const shared = row('queued').replace('queued', 'queued\\1WITNESS-0practice100.00sending')
  expect(judge(shared, sync, connect, post, row('accepted'), sync).inOrder).toBe(0)
})

test('the row of another sale does not count for this one', () => {
  expect(
    judge(...RIGHT.map((line) => (line === row('sending') ? line.replace('WITNESS-1', 'WITNESS-2') : line)))
      .inOrder,
  ).toBe(0)
})

test('a look-up is no send, and a body in a separate write is read', () => {
  const get = post.replace('POST /api/terminal/logtransaction', 'GET /api/terminal/settlementstatus')
  expect(judge(get).sends).toBe(0)
  const head = '7 write(24<socket:[9]>, "POST /api/terminal/logtransaction HTTP/1.1\\r\\n\\r\\n", 50) = 50'
  const body = '7 write(24<socket:[9]>, "{\\"transactionId\\":\\"WITNESS-1\\"}", 30) = 30'
  expect(judge(row('sending'), sync, connect, head, body, row('accepted'), sync).inOrder).toBe(1)
})

test('calls interrupted by other threads are joined by thread', () => {
  const calls = readStraceLog(
    [
      '7 write(1<pipe:[1]>, "a" <unfinished ...>',
      '8 write(2<pipe:[2]>, "b", 1) = 1',
      '7 <... write resumed>, 1) = 1',
    ].join('\n'),
  )
  expect(calls).toMatchObject([
    { pid: '8', beganAt: 1, returnedAt: 1 },
    { pid: '7', text: 'write(1<pipe:[1]>, "a", 1) = 1', beganAt: 0, returnedAt: 2 },
  ])
})
