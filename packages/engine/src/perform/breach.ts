import type { Ask, Failed, Finding, Message } from '@sigma/protocol'
import type { Breach, Quarantine, Turn } from '../ports/isolation.ts'
import type { Workspaces } from '../ports/ports.ts'

/** Puts the turn's work aside: it counts as trespass, whatever it answered, and is told to the person with the way back. */
export async function quarantined({ id }: Pick<Ask, 'id'>, breach: Breach, workspaces: Workspaces): Promise<Failed> {
  const quarantine = await workspaces.quarantine(breach)
  const { evidence } = quarantine
  return { kind: 'failed', id, cause: 'trespass', findings: [findingOf(breach, quarantine)], evidence, final: false }
}

/** The note of a breach that no event can tell, for the host that asked or its turn is over. */
export function breachNote({ turn, proofs }: Breach): Message {
  const parts = proofs.map(({ part }) => part)
  const message = `${whoIs(turn)} changed what is the user's, and its turn was cut off before that could be answered for: ${parts.join(', ')}`
  return { type: 'isolation-breach', data: { message, parts, turns: [turn.attempt] } }
}

const whoIs = ({ role, agent }: Turn): string => (agent === null ? role : `${role} (agent ${agent})`)

const shown = 5

/** What a breach was: for the person, who can undo it, and for the agent, who must not repeat it. */
function findingOf({ turn, proofs }: Breach, { ref, undo, evidence }: Quarantine): Finding {
  const parts = proofs.slice(0, shown).map(({ part }) => part)
  const more = proofs.length > shown ? ` and ${proofs.length - shown} more` : ''
  const seen = [...new Set(proofs.map((proof) => proof.seen))].slice(0, shown)
  const hole = turn.confined ? ' IT RAN IN A SANDBOX, WHICH HAS A HOLE THEN: do not rely on it, and report this.' : ''
  const safe = turn.confined ? '' : ' In a sandbox it could not have: sigma doctor says whether there is one.'
  const ways = undo.length === 0 ? '' : `To undo it: ${undo.slice(0, shown).join('; ')}. `
  return {
    rule: 'isolation-breach',
    message: `${whoIs(turn)} changed what is the user's: ${parts.join(', ')}${more} (${seen.join('; ')}).${hole}`,
    remedy: `${ways}Its work was put aside as ${ref}. Agents: change nothing outside the workspace.${safe}`,
    evidence,
  }
}
