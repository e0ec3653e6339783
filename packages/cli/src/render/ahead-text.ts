/** What an option leads to, as a person reads it before choosing. */
import type { Ahead, Beginning, Checked } from '@sigma/protocol'
import { stepText } from './place.ts'

/** As the run stands. */
export interface Standing {
  /** Gates that do not pass. */
  readonly failing: readonly string[]
  /** Agent calls that its budget leaves; null: nothing bounds them. */
  readonly asksLeft: number | null
}

export function aheadText(ahead: Ahead, { failing, asksLeft }: Standing): string {
  const { begins, ends, passes } = ahead
  if (ends !== null) return `the run ends ${ends}`
  const next = [...new Set(begins.map(beginningText))].slice(0, 3)
  const unproven = passes === null ? [] : failing.filter((gate) => !passes.some((passed) => passed.gate === gate))
  return [
    next.length === 0 ? 'the rest goes on' : next.join(', '),
    callsText(ahead, asksLeft),
    ...(passes === null || passes.length === 0 ? [] : [`measured on the shortest way: ${gatesText(passes)}`]),
    ...(unproven.length === 0 ? [] : [`stays unproven: ${unproven.join(', ')}`]),
  ].join('; ')
}

function beginningText({ kind, at, role }: Beginning): string {
  const where = stepText(at)
  switch (kind) {
    case 'ask':
      return `${role ?? 'an agent'} is asked (${where})`
    case 'check':
      return `a gate measures (${where})`
    case 'consult':
      return `a person is asked (${where})`
    case 'integrate':
      return `work is put together (${where})`
    case 'restore':
      return `a workspace is put back (${where})`
    default:
      return `${where} begins`
  }
}

function callsText({ fewestAsks: fewest, mostAsks }: Ahead, asksLeft: number | null): string {
  const until = 'until it ends or a person is asked'
  const bounds = [mostAsks, asksLeft].filter((bound) => bound !== null)
  const most = bounds.length === 0 ? null : Math.min(...bounds)
  if (fewest === null) return `${most === null ? 'many' : `at most ${most}`} agent calls ${until}`
  const count = most === null ? `${fewest} or more` : most <= fewest ? `${fewest}` : `${fewest} to ${most}`
  return `${count} agent call${count === '1' ? '' : 's'} ${until}`
}

const gatesText = (passes: readonly Checked[]): string => [...new Set(passes.map(({ gate }) => gate))].join(', ')
