/** A shop's program in its own process: hands a sale over for each number it is told, and answers with the time it took, ms. */
import { randomUUID } from 'node:crypto'
import { programOf, type DoorTold } from './bars/door.ts'

const program = programOf(JSON.parse(process.argv[2] ?? '') as DoorTold)
process.on('disconnect', () => process.exit(0))
process.on('message', (number) => void handOver(Number(number)))

async function handOver(number: number): Promise<void> {
  const fromMs = performance.now()
  const answer = await program.handOver(randomUUID(), { amount: `${number}.01`, slip: `S-${number}` })
  const tookMs = performance.now() - fromMs
  process.send?.(answer.body['status'] === 'saved' ? tookMs : JSON.stringify(answer.body))
}
