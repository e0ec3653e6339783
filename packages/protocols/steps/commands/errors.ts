/** All wording of what is wrong with a command line of step protocols, or with a state file. */
import { SigmaError } from '@sigma/engine'
import { routes } from '../machine/built-in.ts'

export const wrongLine = (command: string, why: string): SigmaError =>
  new SigmaError('wrong-command-line', `sigma ${command}: ${why}`, { hint: `sigma ${command} --help` })

export const unknownRoute = (route: string): SigmaError =>
  new SigmaError(
    'wrong-command-line',
    `There is no route ${JSON.stringify(route)}; the routes are ${routes.join(' and ')}.`,
    {
      hint: `sigma dispatch --reasoning-session <id> --route ${routes[0]}`,
    },
  )

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
