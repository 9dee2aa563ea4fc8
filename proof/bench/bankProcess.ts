/** A practice bank in its own process: prints its address, and ends with its parent. */
import { startSandbox } from '../../sandbox/serve.ts'

const { url } = await startSandbox()
process.on('disconnect', () => process.exit(0))
process.send?.(url)
