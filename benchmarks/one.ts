/**
 * Plays one benchmark in a process of its own, `one.ts <name> <folder> whole|short`, and sends each figure to whoever
 * started it. So whatever breaks one leaves the others as they are, and no one's memory or compiled code is another's.
 */
import { benchmarks } from './benchmarks.ts'
import type { Scale } from './measure.ts'

const [name = '', folder = '', size] = process.argv.slice(2)
const scale: Scale = ({ whole, short }) => (size === 'short' ? short : whole)
const abandoned = (): never => process.exit(130)
process.on('disconnect', abandoned)
try {
  const measure = await benchmarks.get(name)?.()
  for await (const figure of measure?.(folder, scale) ?? []) process.send?.({ figure })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.send?.({ broke: error instanceof Error ? error.message : String(error) })
}
process.off('disconnect', abandoned)
process.disconnect?.()
