import process, { argv, stderr, stdout } from 'node:process'
import { verifyFile } from '../electron/storage/auditFile.ts'

/**
 * `npm run audit:verify -- FILE`: walks the audit chain of a sales file without changing a byte of it. The first broken
 * entry is named, the last line counts; exit code 1 where the chain is broken or the file cannot be read.
 */
function main(file: string | undefined): number {
  if (file === undefined || argv.length > 3) {
    stderr.write('usage: npm run audit:verify -- FILE\n')
    return 1
  }
  const verified = verifyFile(file)
  if (!verified.ok) {
    stderr.write(`${file}: ${verified.error}\n`)
    return 1
  }
  const { sales, audit } = verified.value
  if (audit.firstBroken !== null) {
    const { id, kind, atMs } = audit.firstBroken
    stdout.write(
      `first broken entry: ${id} (${kind}, ${new Date(atMs).toISOString()} by this computer's clock)\n`,
    )
  }
  stdout.write(`${sales} sales, ${audit.entries} entries, ${audit.brokenEntries} broken\n`)
  return audit.brokenEntries === 0 ? 0 : 1
}

process.exitCode = main(argv[2])
