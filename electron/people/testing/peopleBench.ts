import type { PeopleView } from '../../../shared/people.ts'
import { fakeLog, FakeSettings } from '../../session/testing/fakes.ts'
import { createAwakeBench } from '../../testing/awakeBench.ts'
import { createDeskDouble } from '../../testing/deskDouble.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import { createPeople, type People } from '../people.ts'

export const NGOZI_PIN = '2580'
export const ADA_PIN = '9174'

/** The room of cashiers, with its surroundings under the test's control. */
export function peopleBench(settings = new FakeSettings()) {
  const { time, ...awake } = createAwakeBench()
  const desk = createDeskDouble()
  const { log, lines } = fakeLog()
  const told: PeopleView[] = []
  const audit: string[] = []
  const random = createSeededRandom(1)
  const facts = { wasSet: false, isWitnessBroken: false, auditTakes: Infinity, lockMinutes: 0, entered: 0 }

  function noted(entry: string): boolean {
    if (facts.auditTakes === 0) return false
    facts.auditTakes -= 1
    audit.push(entry)
    return true
  }

  function open(): People {
    awake.reopen()
    return createPeople({
      settings,
      witness: {
        wasSet: () => {
          if (facts.isWitnessBroken) throw new Error('the file cannot be read')
          return facts.wasSet
        },
        noteSet: () => {
          facts.wasSet = true
        },
      },
      audit: {
        ask: (event, { name }) => noted(`asked ${event} ${name}`),
        tell: (event, { name }) => void noted(`${event} ${name}`),
      },
      clock: time.clock,
      timers: time.timers,
      awake: awake.awake,
      random,
      presence: desk.ports.presence,
      log,
      lockMinutes: () => facts.lockMinutes,
      onEnter: () => {
        facts.entered += 1
      },
      onChange: (view) => void told.push(view),
    })
  }

  let people = open()
  return {
    time,
    settings,
    desk,
    facts,
    told,
    audit,
    logLines: lines,
    people: () => people,
    restart(): void {
      awake.save()
      people.stop()
      people = open()
    },
    pass: awake.pass,
    /** @returns the cashier's id */
    async add(name: string, pin: string): Promise<string> {
      const added = await people.add({ name, pin })
      if (!added.ok) throw new Error(`not added: ${JSON.stringify(added.error)}`)
      return added.value.cashiers.at(-1)?.id ?? ''
    },
    /** @returns the error's code, or who is in */
    async enter(cashierId: string, pin: string): Promise<string | undefined> {
      const entered = await people.enter({ cashierId, pin })
      return entered.ok ? people.cashier()?.name : entered.error.code
    },
  }
}
