/** Replaces `node:fs` in the opening process (bundle.ts): every call that changes a file is a step. */
import * as fs from 'node:fs'
import { aroundStep } from './storageSteps.ts'

export { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'

const names = new Map<number, string>()

export function openSync(file: string, flags: string, mode?: number): number {
  const descriptor = fs.openSync(file, flags, mode)
  names.set(descriptor, file)
  return descriptor
}

export function closeSync(descriptor: number): void {
  names.delete(descriptor)
  fs.closeSync(descriptor)
}

export function copyFileSync(from: string, to: string): void {
  aroundStep('copy to', to, () => fs.copyFileSync(from, to))
}

export function fsyncSync(descriptor: number): void {
  aroundStep('sync', names.get(descriptor) ?? '', () => fs.fsyncSync(descriptor))
}

export function renameSync(from: string, to: string): void {
  aroundStep('rename to', to, () => fs.renameSync(from, to))
}

export function rmSync(file: string, options: fs.RmOptions): void {
  aroundStep('remove', file, () => fs.rmSync(file, options))
}

export function writeSync(descriptor: number, text: string, position: number): number {
  return aroundStep('write', names.get(descriptor) ?? '', () => fs.writeSync(descriptor, text, position))
}

export function rmdirSync(folder: string): void {
  aroundStep('remove', folder, () => fs.rmdirSync(folder))
}

export function chmodSync(file: string, mode: number): void {
  aroundStep('change the rights of', file, () => fs.chmodSync(file, mode))
}

export function truncateSync(file: string): void {
  aroundStep('empty', file, () => fs.truncateSync(file))
}
