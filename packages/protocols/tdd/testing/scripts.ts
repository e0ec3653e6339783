import type { Does, Script, Told } from './scripted-agents.ts'

/** Does each turn as it should be done: writes what it may, and gives the first code that is asked for. */
export const honest: Script = (told) => ({ files: workOf(told), code: told.codes[0] ?? 'EX', message: 'Done.' })

/** A file of this cycle with content that tells the turn; reviewers write nothing. */
export function workOf({ phase, cycle, round, writable }: Told): NonNullable<Does['files']> {
  const glob = writable.find((each) => !each.startsWith('!'))
  if (glob === undefined) return {}
  const path = glob.replace('**', cycle === 0 ? 'interfaces.js' : `cycle${cycle}.js`)
  return { [path]: `${phase} of cycle ${cycle} in round ${round}` }
}
