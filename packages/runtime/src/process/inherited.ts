/**
 * Descriptors that were open when Sigma was started and that every program would get from it: a script's lock, an
 * editor's folder. Node keeps the lowest ones to itself, and not those after a gap. A folder among them leads out of
 * any sandbox, for its path goes on from where it was opened.
 */
import { openSync } from 'node:fs'
import { kernelText, namesIn } from './look.ts'

const closedOnStart = 0o2000000

interface Inherited {
  readonly numbers: readonly number[]
  /** Of nothing, to be given in their place. */
  readonly nothing: number
}

let known: Inherited | null = null

/** What a program is given from its descriptor `from` on: of each that would be passed on, nothing. */
export function nothingInherited(from: number): readonly ('ignore' | number)[] {
  known ??= inherited()
  const { numbers, nothing } = known
  const length = Math.max(0, ...numbers.map((number) => number + 1 - from))
  return Array.from({ length }, (_, at) => (numbers.includes(at + from) ? nothing : 'ignore'))
}

/** All that this process opens itself is closed where a program starts, so looking once is enough. */
function inherited(): Inherited {
  const numbers = namesIn('/proc/self/fd')
    .map(Number)
    .filter((number) => number > 2 && isPassedOn(number))
  return { numbers, nothing: numbers.length === 0 ? -1 : openSync('/dev/null', 'r') }
}

function isPassedOn(number: number): boolean {
  const flags = /^flags:\s*(\d+)$/m.exec(kernelText(`/proc/self/fdinfo/${number}`))?.[1]
  return flags !== undefined && (Number.parseInt(flags, 8) & closedOnStart) === 0
}
