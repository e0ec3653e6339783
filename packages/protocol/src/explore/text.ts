/** Events and effects in a few words, for people: transcripts, traces, diagrams. */
import type { Effect, Integrate } from '../effect.ts'
import type { EventBody } from '../event.ts'

/** E.g. `answered draft PC`, `decided halt resume`, `failed red crash`. */
export function eventText(event: EventBody): string {
  switch (event.kind) {
    case 'started':
      return 'start'
    case 'called':
      return `called ${event.verb}`
    case 'begun':
    case 'elapsed':
    case 'integrated':
    case 'restored':
      return `${event.kind} ${event.id}`
    case 'answered':
      return `answered ${event.id} ${event.code}${event.commit === null ? '' : ' with a commit'}`
    case 'failed':
      return `failed ${event.id} ${event.cause}`
    case 'judged':
      return `judged ${event.id} ${event.verdict}`
    case 'decided':
      return `decided ${event.id} ${event.option}`
    case 'conflicted':
      return `conflicted ${event.id}`
    case 'ended':
      return `ended ${event.id} ${event.outcome}`
  }
}

/** Where the result is put, e.g. ` to sigma/a1b2 and refs/heads/main`. */
function landingText({ branch, merge }: Integrate): string {
  if (branch === undefined) return ''
  return ` to sigma/${branch}${merge === undefined ? '' : ` and ${merge}`}`
}

/** E.g. `ask draft (spec)`, `check red`, `consult halt (halted: resume abort)`, `end completed`. */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'ask':
      return `ask ${effect.id} (${effect.role} ${effect.phase})`
    case 'check':
      return `check ${effect.id} (${effect.gate})`
    case 'consult':
      return `consult ${effect.id} (${effect.status}: ${effect.options.map(({ name }) => name).join(' ')})`
    case 'set-timer':
      return `set-timer ${effect.id} (${effect.durationMs} ms)`
    case 'integrate':
      return `integrate ${effect.id} (${effect.branches.map(({ name }) => name).join(' ')}${landingText(effect)})`
    case 'restore':
      return `restore ${effect.id} (${effect.workspace})`
    case 'spawn':
      return `spawn ${effect.id} (${effect.protocol})`
    case 'stop':
    case 'clear-timer':
      return `${effect.kind} ${effect.id}`
    case 'tell':
      return `tell ${effect.message.type}`
    case 'reply':
      return `reply ${effect.call}`
    case 'refuse':
      return `refuse ${effect.call} (${effect.rule})`
    case 'end':
      return `end ${effect.outcome}`
  }
}
