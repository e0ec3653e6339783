/** The state of an agent in its turn, and what it did last, in words for people. */
import type { AgentState, TurnRequest } from '@sigma/engine'
import type { Usage } from '@sigma/protocol'
import type { AgentEvent } from '../adapter.ts'
import { oneLine } from '../heard.ts'
import { shortened } from '../shortened.ts'

export interface Progress {
  readonly state: () => AgentState
  event(event: AgentEvent): void
  set(change: Partial<AgentState>): void
  /** Shows this as the agent's last activity. */
  act(text: string): void
}

const activityCharacters = 120

export function progressOf(agent: string, { onState, onActivity }: TurnRequest): Progress {
  let state: AgentState = {
    agent,
    stage: 'starting',
    model: null,
    session: null,
    usage: 'unknown',
    waits: null,
    concern: null,
  }
  let activity = ''
  let text = ''
  const set = (change: Partial<AgentState>): void => {
    const next = { ...state, ...change }
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    onState?.(state)
  }
  const act = (words: string): void => {
    const shown = printable(words)
    if (shown === '' || shown === activity) return
    activity = shown
    onActivity(shown)
  }
  const event = (event: AgentEvent): void => {
    if (event.kind !== 'text' && event.kind !== 'usage' && event.kind !== 'model') text = ''
    switch (event.kind) {
      case 'text':
        set({ stage: 'answering', waits: null })
        // Its first words are enough, however many pieces they come in.
        if (text.length > activityCharacters) break
        text += event.text
        act(`says: ${text}`)
        break
      case 'thought':
      case 'tool-result':
        set({ stage: 'thinking', waits: null })
        break
      case 'tool-call':
        set({ stage: 'using-tool', waits: null })
        act(`${event.call.name}: ${event.call.title || event.call.paths.join(' ')}`)
        break
      case 'retry': {
        const waits = `${event.why}${event.waitMs === null ? '' : `, tries again in ${Math.ceil(event.waitMs / 1000)} s`}`
        set({ stage: 'waiting', waits: printable(waits) })
        act(waits)
        break
      }
      case 'usage':
        set({ usage: sane(event.usage) })
        break
      case 'model':
        set({ model: printable(event.name) })
        break
      case 'end':
        set({ waits: null })
    }
  }
  onState?.(state)
  return { state: () => state, event, set, act }
}

/** Beyond it a figure is no amount; budgets have the same bound. */
const mostAmount = 1e12

/** Drops figures that are no amounts, since budgets count them. */
function sane(usage: Usage): Usage | 'unknown' {
  const amounts = Object.entries(usage).filter(([, amount = -1]) => amount >= 0 && amount <= mostAmount)
  return amounts.length === 0 ? 'unknown' : Object.fromEntries(amounts)
}

/** One line, without what a terminal would obey (T17). */
const printable = (text: string): string => shortened(oneLine(text), activityCharacters)
