import { createInterface } from 'node:readline'
import { Writable, type Readable } from 'node:stream'

export interface Credentials {
  readonly clientId: string
  readonly secretKey: string
  readonly loginToken: string
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Asks for the credentials of a sign-in, each on a line. Of what is typed nothing is shown: a secret stays out of the
 * terminal's history of lines, and of the view of who stands by.
 * @param isTerminal false: the lines come from another program
 * @returns null if the person gave up
 */
export async function askCredentials(
  input: Readable,
  say: (text: string) => void,
  isTerminal: boolean,
): Promise<Credentials | null> {
  // With a terminal, Node takes each key itself, so that the terminal does not echo it.
  const lines = createInterface({ input, output: nowhere(), terminal: isTerminal, historySize: 0 })
  const answers = lines[Symbol.asyncIterator]()
  async function ask(prompt: string): Promise<string | null> {
    say(prompt)
    const { done, value } = await answers.next()
    say('\n')
    return done === true ? null : value
  }
  try {
    const clientId = await ask('Client ID (not shown): ')
    const secretKey = clientId === null ? null : await ask('Secret key (not shown): ')
    if (clientId === null || secretKey === null) return null
    const loginToken = await ask('Login token, if the bank gave one (not shown): ')
    return { clientId: clientId.trim(), secretKey, loginToken: loginToken?.trim() ?? '' }
  } finally {
    lines.close()
  }
}
