import process from 'node:process'
import { plainText } from '../shared/plainText.ts'

/** Reads a command's options. What is wrong with them is said in one sentence that names the option. */
export function readCommandLine<Options>(read: (args: string[]) => Options, usage = ''): Options {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`.trim())
    return process.exit(2)
  }
}

/** @throws with a sentence that names the option */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^[0-9]+$/u.test(text) || value < min || value > max)
    throw new Error(`${option}: needs a whole number from ${min} to ${max}, not ${text}`)
  return value
}

/** @throws with a sentence that names the option */
export function oneOf<Word extends string>(option: string, words: readonly Word[], text: string): Word {
  const found = words.find((word) => word === text)
  if (found === undefined) throw new Error(`${option}: needs ${words.join(' or ')}, not ${text}`)
  return found
}

/** One line, in which a text of a file or a bank can neither move the cursor nor begin a line of its own. */
export function printLine(stream: Pick<NodeJS.WriteStream, 'write'>, line: string): void {
  stream.write(`${plainText(line)}\n`)
}
