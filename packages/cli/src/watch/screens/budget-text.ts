/** What a run may still use, as short as it can be told. */
import type { Allowance } from '@sigma/protocol'
import { amountText } from '@sigma/protocol/amounts'
import { printableLine } from '../../printable.ts'

/** `41 asks left`, `qa GREEN 12,000 tokens left`; where a turn did not say what it used, at most so much. */
export function leftText({ budget, left, unsaid }: Allowance): string {
  const { unit, role, phase } = budget
  const whose = [role, phase].flatMap((name) => (name === undefined ? [] : [printableLine(name)]))
  const most = unsaid > 0 && left > 0 ? ['at most'] : []
  return [...whose, ...most, amountText(unit, Math.max(0, left)), 'left'].join(' ')
}
