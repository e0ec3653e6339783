/** All wording of what is wrong with a command line of step protocols, or with a state file. */
import { type PlacedFault, SigmaError } from '@sigma/engine'

export const wrongLine = (command: string, why: string): SigmaError =>
  new SigmaError('wrong-command-line', `sigma ${command}: ${why}`, { hint: `sigma ${command} --help` })

export const unknownRoute = (route: string): SigmaError =>
  new SigmaError('wrong-command-line', `There is no route ${JSON.stringify(route)}.`, { hint: 'sigma routes' })

export const brokenOwn = (route: string, faults: readonly PlacedFault[]): SigmaError => {
  const [first] = faults
  const place = first === undefined ? '' : `${first.file}${first.line === null ? '' : `:${first.line}`}: `
  const others = faults.length < 2 ? '' : ` (and ${faults.length - 1} more)`
  return new SigmaError('protocol-faulty', `${place}${first?.message ?? 'The table cannot be read.'}${others}`, {
    hint: `sigma protocol check ${route}`,
  })
}

export const wrongOwnName = (name: string): SigmaError =>
  new SigmaError(
    'wrong-command-line',
    `${JSON.stringify(name)} cannot be the name of a step protocol: small letters, digits and dashes, and none of Sigma's own.`,
    { hint: 'sigma protocol new <name>' },
  )

export const ownTaken = (folder: string): SigmaError =>
  new SigmaError('protocol-taken', `${folder} is there already, and nothing is written over.`, {
    hint: 'sigma protocol new <another name>',
  })

export const foreignReasoning = (id: string): SigmaError =>
  new SigmaError(
    'reasoning-foreign',
    `The reasoning session ${JSON.stringify(id)} is not one that Sigma created, and "steps.reasoning" is "known".`,
    {
      hint: 'sigma status',
    },
  )

/** `fixed`: the route that its reasoning session fixed; null: none yet. */
export const otherRoute = (id: string, route: string, fixed: string | null): SigmaError =>
  fixed === 'direct'
    ? new SigmaError('route-direct', `The reasoning session ${id} has its task done without a protocol.`, {
        hint: 'sigma route "<task>"',
      })
    : fixed === null
      ? new SigmaError('route-open', `The reasoning session ${id} has not fixed a route yet.`, {
          hint: `sigma status ${id}`,
        })
      : new SigmaError('route-other', `The reasoning session ${id} fixed the route ${fixed}, not ${route}.`, {
          hint: `sigma dispatch --reasoning-session ${id} --route ${fixed}`,
        })

export const stateMissing = (file: string): SigmaError =>
  new SigmaError('state-missing', `There is no state file ${file}.`, { hint: 'sigma project' })

export const stateUnreadable = (file: string, why: string): SigmaError =>
  new SigmaError('state-unreadable', `The state file ${file} cannot be used: ${why}`, {
    hint: 'sigma project',
  })

export const noSuchSession = (session: string): SigmaError =>
  new SigmaError('session-unknown', `This project has no execution session ${session}.`, { hint: 'sigma states' })

export const sessionOver = (session: string, outcome: string): SigmaError =>
  new SigmaError('session-over', `The execution session ${session} is over: ${outcome}.`, {
    hint: `sigma states ${session}`,
  })

export const noSuchSkill = (name: string): SigmaError =>
  new SigmaError('skill-unknown', `There is no skill ${JSON.stringify(name)}.`, { hint: 'sigma skills' })
