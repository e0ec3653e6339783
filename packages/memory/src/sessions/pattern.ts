/**
 * What a QUERY looks for (DPTR-42). A round (`R1`) or a phase (`Pℜ`) is meant as a whole: `R1` is not `R10`. Everything else
 * is looked for in the agent, the status and the content, in any case of letters. Several are given as the rendered form
 * has them, with bars between (`R1|Ω₂ᶜ`), or as a round or phase and then words (`R1 parser`): all of them must hold.
 */
import { phaseOfWire } from '@sigma/protocol'
import { markText, type Observation } from './observation.ts'

/** An empty pattern is in every observation. */
export function matches(observation: Observation, pattern: string): boolean {
  return termsOf(pattern).every((term) => holds(observation, term))
}

function termsOf(pattern: string): readonly string[] {
  const [first = '', ...rest] = pattern.trim().split(/\s+/)
  const terms = isMark(first) ? [first, rest.join(' ')] : pattern.split('|')
  return terms.map((term) => term.trim()).filter((term) => term !== '')
}

function holds({ mark, agent, status, content }: Observation, term: string): boolean {
  if (isMark(term)) return markText(mark).toLowerCase() === term.toLowerCase()
  return [agent, status, content].some((field) => field.toLowerCase().includes(term.toLowerCase()))
}

/** A round or phase that the dialogue does not have is one all the same, and gives nothing. */
function isMark(term: string): boolean {
  return /^r\d+$/i.test(term) || (term.startsWith('P') && phaseOfWire(term.slice(1)).kind === 'phase')
}
