import { test } from '@playwright/test'
import { root } from '../../scripts/run.ts'
import { installedElectron } from '../../scripts/start/installedElectron.ts'
import { opensInPractice, ownEnvironment, practiceProfile } from './packedChecks.ts'

/** As if started by hand: without Playwright and without a package. */
test('the checkout opens in Electron', async () => {
  const electron = installedElectron()
  if (electron === undefined) throw new Error('Electron’s binary is not on this machine')
  await opensInPractice({
    command: [electron, root],
    env: ownEnvironment(electron),
    profileFile: practiceProfile,
    platform: process.platform,
  })
})
