import type { SessionView } from '../../../shared/session.ts'
import type { Answer, SettlementApi } from '../../gateway/answer.ts'
import { createVirtualTime } from '../../testing/virtualTime.ts'
import { createSession } from '../session.ts'
import {
  answerOf,
  deferred,
  FakeClock,
  fakeLog,
  FakeSettings,
  FakeVault,
  settle,
  type Deferred,
} from './fakes.ts'

type LoginAnswer = Answer<{ readonly authToken: string }>

export const ada = { clientId: 'ADA-CLIENT', secretKey: 'ada-secret-key', loginToken: 'ada-login-token' }
export const bola = { clientId: 'BOLA-CLIENT', secretKey: 'bola-secret-key', loginToken: '' }

/** A session whose logins answer only when the test says so. */
export function bench(reuse: { settings?: FakeSettings; vault?: FakeVault; destinationKey?: string } = {}) {
  const settings = reuse.settings ?? new FakeSettings()
  const vault = reuse.vault ?? new FakeVault()
  const clock = new FakeClock()
  const time = createVirtualTime()
  const { log, lines } = fakeLog()
  const logins: (Deferred<LoginAnswer> & { readonly sent: Parameters<SettlementApi['login']>[0] })[] = []
  const views: SessionView[] = []
  const switches: (string | null)[] = []
  const session = createSession({
    api: {
      login: (sent) => {
        const login = { ...deferred<LoginAnswer>(), sent }
        logins.push(login)
        return login.promise
      },
    },
    vault,
    settings,
    clock,
    timers: time.timers,
    log,
    destinationKey: reuse.destinationKey ?? 'live https://partner.example',
    onChange: (view) => views.push(view),
    onSwitch: () => void switches.push(session.clientId()),
  })
  const answerLogin = async (answer: LoginAnswer | string): Promise<void> => {
    const login = logins.at(-1)
    if (login === undefined) throw new Error('no login was asked')
    login.resolve(typeof answer === 'string' ? answerOf({ authToken: answer }) : answer)
    await settle()
  }
  const signIn = async (as: typeof ada, token: string) => {
    const done = session.signIn(as)
    await answerLogin(token)
    return done
  }
  return { session, settings, vault, clock, time, lines, logins, views, switches, answerLogin, signIn }
}
