import { PRACTICE_PARTNER_URL } from '../../sandbox/options.ts'
import type { LedgerState, LedgerTerminal } from '../../sandbox/ledgerState.ts'
import type { Sandbox } from '../../sandbox/serve.ts'
import { readSnapshot, snapshotOf } from '../../sandbox/snapshot.ts'
import { bankClient } from '../../sandbox/testing/bankClient.ts'
import type { BankRequest } from '../../sandbox/wire/exchange.ts'
import { endpointOf, type Endpoint } from '../../sandbox/wire/route.ts'

/** A complete request to the bank: the bank's own log keeps neither bodies nor headers. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  readonly body: unknown
}

/** Keeps every request to the bank from now on. @returns the requests of an endpoint, in order */
export function watchDoor({ bank }: Sandbox): (endpoint: Endpoint) => readonly Received[] {
  const requests: BankRequest[] = []
  const receive = bank.receive.bind(bank)
  bank.receive = (request) => {
    requests.push(request)
    return receive(request)
  }
  return (endpoint) =>
    requests
      .filter(({ url }) => endpointOf(url, bank.options().basePath) === endpoint)
      .map(({ headers, url, body }) => ({
        headers,
        path: new URL(url).pathname,
        body: body === null || body === '' ? null : (JSON.parse(body) as unknown),
      }))
}

/** A field name with the deployment's prefix. */
export function prefixed({ bank }: Sandbox, name: string): string {
  return `${bank.options().fieldPrefix}${name}`
}

export function terminalAt({ bank }: Sandbox, terminalId: string): LedgerTerminal {
  const terminal = bank.terminals().find((each) => each.terminalId === terminalId)
  if (terminal === undefined) throw new Error(`the bank has no terminal ${terminalId}`)
  return terminal
}

/** A customer of the bank without a terminal. */
export interface Holder {
  readonly number: string
  readonly name: string
}

export function holdersAt(sandbox: Sandbox): readonly [Holder, Holder] {
  const paid = new Set(sandbox.bank.terminals().map(({ accountNumber }) => accountNumber))
  const [first, second] = booksOf(sandbox).accounts.filter(({ number }) => !paid.has(number))
  if (first === undefined || second === undefined) throw new Error('every customer has a terminal')
  return [first, second]
}

export function accountsAt(sandbox: Sandbox): readonly string[] {
  return booksOf(sandbox).accounts.map(({ number }) => number)
}

/**
 * The next such request loses its connection, and the bank's list shows its effect only once the faults are cleared.
 */
export function commitLate({ bank }: Sandbox, on: 'createTerminal' | 'editTerminal'): void {
  bank.faults.add(
    { on, fault: { kind: 'lateCommit', commitAfterMs: 1 } },
    { on: 'retrieveTerminals', times: 'always', fault: { kind: 'staleReplica', asOfMs: Date.now() } },
  )
}

/** Terminal IDs that may be registered, besides those of the seed. Ends every token. */
export function issueTerminals(sandbox: Sandbox, ...terminalIds: readonly string[]): void {
  const books = booksOf(sandbox)
  const issuedTerminalIds = [...books.issuedTerminalIds, ...terminalIds]
  if (!sandbox.bank.restore(snapshotOf({ ...books, issuedTerminalIds })))
    throw new Error('the bank did not take its own books')
}

function booksOf({ bank }: Sandbox): LedgerState {
  const books = readSnapshot(bank.snapshot())
  if (books === undefined) throw new Error('the bank has no books')
  return books
}

/** Another client program edits a terminal at the bank, with its own token. */
export async function editElsewhere(
  sandbox: Sandbox,
  terminalId: string,
  change: Partial<Omit<LedgerTerminal, 'recordId' | 'terminalId' | 'merchantId'>>,
): Promise<void> {
  const terminal = { ...terminalAt(sandbox, terminalId), ...change }
  await postElsewhere(sandbox, '/api/terminal/EditTerminal', {
    id: String(terminal.recordId),
    [prefixed(sandbox, 'MerchantId')]: String(terminal.merchantRecordId),
    terminalID: terminal.terminalId,
    [prefixed(sandbox, 'AccountNumber')]: terminal.accountNumber,
    [prefixed(sandbox, 'AccountName')]: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isReceivingPayment: terminal.isReceivingPayment,
    isActive: terminal.isActive,
    feePercentage: terminal.feePercentage,
    dateCreated: terminal.dateCreated,
  })
}

/** Another client program registers a terminal, for a merchant in the list. */
export async function registerElsewhere(sandbox: Sandbox, terminalId: string): Promise<void> {
  const { merchantId, accountNumber } = terminalAt(sandbox, '2TLS0004')
  await postElsewhere(sandbox, '/api/terminal/api/terminal/createterminal', {
    terminalId,
    merchantId,
    [prefixed(sandbox, 'AccountNumber')]: accountNumber,
    serialNumber: 'ELSEWHERE-1',
    isReceivingPayment: true,
    isActive: true,
  })
}

async function postElsewhere({ bank }: Sandbox, path: string, body: object): Promise<void> {
  const { clientId, secretKey, basePath } = bank.options()
  const client = bankClient(bank.transport, PRACTICE_PARTNER_URL + basePath)
  const signedIn = await client.call({
    path: '/api/Auth/authenticate',
    body: { clientID: clientId, secretKey },
    token: null,
  })
  const { auth_token: token } = signedIn.json['data'] as { readonly auth_token: string }
  const answered = await client.call({ path, body, token })
  if (answered.json['status'] !== true) throw new Error(`the bank refused the other client: ${answered.text}`)
}
