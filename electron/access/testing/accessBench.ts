import { ok, type Result } from '../../../shared/result.ts'
import type { CallError } from '../../../shared/callError.ts'
import type { AccessView } from '../../../shared/access.ts'
import { fakeLog, FakeSettings } from '../../session/testing/fakes.ts'
import { createAwakeBench } from '../../testing/awakeBench.ts'
import { createDeskDouble } from '../../testing/deskDouble.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import { createAccess, type Access } from '../access.ts'

/** The longest allowed, so that no random salt or hash contains it by chance. */
export const PIN = '91827364'
export const SECRET = 'the-partner-s-secret'

/** An access room whose surroundings the test controls. */
export function accessBench(setup: { readonly settings?: FakeSettings } = {}) {
  const { time, ...awake } = createAwakeBench()
  const settings = setup.settings ?? new FakeSettings()
  const desk = createDeskDouble()
  const { log, lines } = fakeLog()
  const told: AccessView[] = []
  const facts = {
    wasSet: false,
    isWitnessBroken: false,
    idleLockMinutes: 5,
    clientId: 'ADA-CLIENT' as string | null,
    holdsSecret: true,
    /** The service's answer instead of checking the secret. */
    trouble: null as Result<never, CallError> | null,
  }
  const asked: (string | null)[] = []

  function open(): Access {
    awake.reopen()
    return createAccess({
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
      clock: time.clock,
      timers: time.timers,
      awake: awake.awake,
      random: createSeededRandom(1),
      presence: desk.ports.presence,
      session: {
        clientId: () => facts.clientId,
        holdsSecret: () => facts.holdsSecret,
        checkSecret: (clientId, secretKey) => {
          asked.push(clientId)
          return Promise.resolve(facts.trouble ?? ok(secretKey === SECRET))
        },
      },
      log,
      idleLockMinutes: () => facts.idleLockMinutes,
      onChange: (view) => void told.push(view),
    })
  }

  let access = open()
  return {
    time,
    settings,
    desk,
    facts,
    told,
    asked,
    logLines: lines,
    access: () => access,
    pass: awake.pass,
    forgetAwakeTime: awake.forget,
    /** @param isClean whether the current awake time was saved, or the power failed */
    restart(isClean = true): void {
      if (isClean) awake.save()
      access.stop()
      access = open()
    },
    async setPin(): Promise<void> {
      const set = await access.setPin({ currentPin: '', pin: PIN })
      if (!set.ok) throw new Error(`no PIN: ${JSON.stringify(set.error)}`)
    },
  }
}

export type AccessBench = ReturnType<typeof accessBench>

/** The error's code, or else the role. */
export function outcome(result: Result<AccessView, CallError>): string {
  return result.ok ? result.value.role : result.error.code
}
