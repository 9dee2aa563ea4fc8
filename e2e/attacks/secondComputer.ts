import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { credentials, profileFor, type Counter } from '../pages/counter.ts'
import { amountField } from '../pages/sale.ts'
import { signInByKeyboard } from '../pages/signIn.ts'

/** Where a counter of {@link profileFor} keeps its sales. */
export const salesDir = (dataDir: string): string => path.join(dataDir, 'live')

/** What a backup program copies of a running counter: its sales file and log, as they are now. */
export async function copySales(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    if (/^sales\.db(?:-wal)?$/u.test(name)) await cp(path.join(from, name), path.join(to, name))
  }
}

/** Restores a copy over the files of a stopped counter. */
export async function putBack(copy: string, dir: string): Promise<void> {
  await removeSales(dir)
  await copySales(copy, dir)
}

/** Deletes the sales file and its log, like a person who tidies up. */
export async function removeSales(dir: string): Promise<void> {
  for (const name of ['sales.db', 'sales.db-wal']) await rm(path.join(dir, name), { force: true })
}

/** A folder for copies that ends with `await using`. */
export async function copyPlace(): Promise<{ readonly dir: string } & AsyncDisposable> {
  const dir = await mkdtemp(path.join(tmpdir(), 'tillside-copy-'))
  return {
    dir,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  }
}

export interface BesideOptions {
  readonly sales?: string
  readonly clockOffByMs?: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/** A second computer at the same bank, with its own data folder, signed in as the same client. */
export async function openBeside(
  { sandbox }: Counter,
  { sales, clockOffByMs = 0, profile = {} }: BesideOptions = {},
): Promise<LaunchedApp & AsyncDisposable> {
  const place = await copyPlace()
  if (sales !== undefined) await copySales(sales, salesDir(place.dir))
  const app = await launchApp({
    profile: { ...profileFor(sandbox.url), ...profile },
    dataDir: place.dir,
    clockOffByMs,
  })
  const end = async (): Promise<void> => {
    await app.close()
    await place[Symbol.asyncDispose]()
  }
  try {
    await signInByKeyboard(app.page, credentials)
    await expect(amountField(app.page)).toBeVisible()
  } catch (error) {
    await end()
    throw error
  }
  return Object.assign(app, { [Symbol.asyncDispose]: end })
}
