import type { Event } from '../event.ts'
import { effectText, eventText } from '../explore/text.ts'
import { budgetOfAsks } from '../kernel/budgets.ts'
import type { Kinded, Protocol } from '../protocol.ts'
import { type Played, play } from './play.ts'

/**
 * A conversation as a table: what happened, the state it led to, what the protocol wished for. An event that never
 * reached the protocol shows what became of it in brackets, e.g. `[late]`.
 */
export function transcript<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  input: Input,
  events: readonly Event[],
  asks = 600,
): string {
  const rows = play({ protocol, budgets: budgetOfAsks(asks) }, input, events).map((turn) => [
    eventText(turn.recorded.event),
    protocol.label?.(turn.advance.kernel.state) ?? turn.advance.kernel.state.kind,
    outcome(turn),
  ])
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const [first, second] = [width(0), width(1)]
  return rows
    .map(([event = '', state = '', effects = '']) =>
      `${event.padEnd(first)}  ${state.padEnd(second)}  ${effects}`.trimEnd(),
    )
    .join('\n')
}

function outcome<State>({ advance }: Played<State>): string {
  const wishes = advance.effects.map(effectText).join(', ')
  return advance.disposition === 'applied' ? wishes : `[${advance.disposition}] ${wishes}`
}
