import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Configuration } from 'electron-builder'
import { builderConfig, type Signature } from '../../build/electron-builder.config.ts'
import { configProblem, type PackagedSystem } from '../../build/electronBuilder.ts'
import { root } from '../run.ts'

const SIGNATURES: readonly Signature[] = ['certificate', 'adHoc', 'none']

/** What electron-builder says about the configuration of a system, and missing files that it names. */
export async function configurationProblems(system: PackagedSystem): Promise<readonly string[]> {
  const problems: string[] = []
  for (const signature of SIGNATURES) {
    const config = builderConfig({
      appDir: root,
      outDir: path.join(root, 'dist'),
      licencesFile: path.join(root, 'LICENSE'),
      profileFile: null,
      variant: null,
      electronDir: null,
      signature,
      withSourceMaps: false,
      withUpdates: signature === 'certificate',
    })
    problems.push(...(await problemsOf(config, system)))
  }
  return [...new Set(problems)]
}

/** The same for any configuration, so that a test can see one refused. */
export async function problemsOf(config: Configuration, system: PackagedSystem): Promise<readonly string[]> {
  const problem = await configProblem(config)
  const missing = filesOf(config, system).filter((file) => typeof file !== 'string' || !existsSync(file))
  return [
    ...(problem === null ? [] : [problem]),
    ...missing.map((file) => `${String(file)} is named and not there`),
  ]
}

function filesOf({ win, nsis, mac, linux }: Configuration, system: PackagedSystem): readonly unknown[] {
  switch (system) {
    case 'win':
      return [win?.icon, nsis?.include]
    case 'mac':
      return [mac?.icon, mac?.entitlements, mac?.entitlementsInherit]
    case 'linux':
      return [linux?.icon]
  }
}
