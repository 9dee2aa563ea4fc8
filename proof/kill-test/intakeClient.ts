import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Backend } from '../../electron/backend/backend.ts'
import type { DeskPorts, LocalServer } from '../../electron/ports.ts'
import { localServer } from '../../electron/shell/localServer.ts'
import { systemTimers } from '../../electron/shell/systemPorts.ts'
import { createDeskDouble, type DeskDouble } from '../../electron/testing/deskDouble.ts'
import { RECORD, tillClient, type TillClient } from '../../electron/tills/testing/tillClient.ts'
import { nairaText } from '../../shared/money.ts'
import type { SaleToRecord } from './orders.ts'
import { tell } from './stepper.ts'
import type { OnStep } from './steps.ts'

/** The shop's program of `--intake`: it asks under the same key until it is told what the sale is, in this life or the next. */

const PIN = '918273'
const AGAIN_MS = 20
const PORTS = { first: 20_000, count: 40_000 }

const pause = (ms: number): Promise<void> => new Promise((resolve) => void systemTimers.after(ms, resolve))

/** The desk of a counter whose door is a real one. */
export function deskWithDoor(onStep: OnStep): { readonly desk: DeskDouble; readonly ports: DeskPorts } {
  const desk = createDeskDouble()
  const stepped: LocalServer = {
    open: (port, answer) =>
      localServer.open(port, async (request, trust) => {
        onStep('before the door')
        const answered = await answer(request, trust)
        onStep('after the door')
        return answered
      }),
  }
  return { desk, ports: { ...desk.ports, localServer: stepped } }
}

/** A till that was connected in this life or an earlier one, and a door that is open. */
export async function openTill(
  { handlers }: Backend,
  desk: DeskDouble,
  { dataDir, wallNowMs }: { readonly dataDir: string; readonly wallNowMs: () => number },
): Promise<TillClient> {
  const keyFile = path.join(dataDir, 'till.key')
  let key = keyIn(keyFile)
  if (key === null) {
    const set = await handlers['access.setPin']({ currentPin: '', pin: PIN })
    if (!set.ok) await handlers['access.enter']({ pin: PIN })
    // The list of terminals must be read before one is known.
    while (desk.saved.length === 0) {
      const name = `Kiosk ${wallNowMs()}`
      await handlers['tills.connect']({ ...RECORD, name, maxKobo: 1_000_000_000, perHour: 10_000 })
      await pause(AGAIN_MS)
    }
    key = desk.saved.at(-1)?.text.trim() ?? ''
    writeFileSync(keyFile, key)
    await handlers['settings.change']({ tillDoor: true })
  }
  let port = 0
  for (;;) {
    const view = await handlers['tills.get']({})
    if (view.ok && view.value.door === 'open') port = view.value.port
    if (port !== 0) break
    // A killed life leaves its port, and another file's counter may have taken it since.
    if (view.ok && view.value.door !== 'off') await choosePort(handlers)
    await pause(AGAIN_MS)
  }
  return tillClient((request) => fetch(request), {
    tillId: key.split('_')[1] ?? '',
    key,
    port,
    nowMs: wallNowMs,
  })
}

async function choosePort(handlers: Backend['handlers']): Promise<void> {
  await handlers['access.enter']({ pin: PIN })
  await handlers['settings.change']({ tillPort: PORTS.first + Math.floor(Math.random() * PORTS.count) })
}

function keyIn(file: string): string | null {
  try {
    const key = readFileSync(file, 'utf8')
    return key === '' ? null : key
  } catch {
    return null
  }
}

/** Hands a sale over until the answer says what it is; what waits for a person gets one. */
export async function handOver({ handlers }: Backend, till: TillClient, sale: SaleToRecord): Promise<void> {
  const { key = '', soldAtMs = 0, amountKobo, transactionId } = sale
  const slip = transactionId === '' ? {} : { slip: transactionId }
  for (;;) {
    const answer = await till
      .handOver(key, { ...slip, amount: nairaText(amountKobo), soldAt: new Date(soldAtMs).toISOString() })
      .catch(() => null)
    if (answer !== null && answer.status < 300 && !answer.isSigned)
      tell({ kind: 'trouble', event: 'not signed' })
    const reference = answer?.body['reference']
    if (typeof reference === 'string')
      return tell({ kind: 'acknowledged', transactionId: reference, amountKobo, key })
    if (answer?.body['status'] === 'asksPerson') await recordByPerson(handlers, key)
    else if (answer !== null && answer.status !== 503)
      return tell({ kind: 'notRecorded', code: `${answer.status} ${String(answer.body['code'])}` })
    await pause(AGAIN_MS)
  }
}

async function recordByPerson(handlers: Backend['handlers'], key: string): Promise<void> {
  const waiting = await handlers['handed.get']({})
  const handed = waiting.ok ? waiting.value.sales.find((each) => each.key === key) : undefined
  if (handed === undefined) return
  await handlers['sales.record']({
    amountText: '',
    transactionId: '',
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
    handoverId: handed.handoverId,
  })
}
