import { err, ok, type Result } from '../../shared/result.ts'
import type { getElectron } from '../start/getElectron.ts'
import { installedElectron } from '../start/installedElectron.ts'
import { rootProblem, sandboxProblem, type SandboxFacts } from '../start/sandbox.ts'

export interface Here {
  readonly hasDisplay: boolean
  /** The folder of the package `electron`. */
  readonly folder: string
  readonly get: () => ReturnType<typeof getElectron>
  readonly sandbox: SandboxFacts
}

/** @returns Electron's program, downloaded if missing, in CI too; or lines on why it cannot run here */
export async function obtainElectron(here: Here): Promise<Result<string, readonly string[]>> {
  const { hasDisplay, folder, get, sandbox } = here
  if (!hasDisplay) return err(['Electron needs a display, and this session has none.'])
  const asRoot = rootProblem(sandbox)
  if (asRoot !== undefined) return err([asRoot])
  const installed = installedElectron(folder)
  const program = installed === undefined ? await get() : ok(installed)
  if (!program.ok) return err([`Electron could not be fetched: ${program.error}.`])
  const problem = sandboxProblem(program.value, sandbox)
  return problem === undefined ? program : err(problem)
}
