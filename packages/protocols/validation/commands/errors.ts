/** What keeps a change from being validated. */
import { SigmaError } from '@sigma/engine'

export const unknownSpecialist = (name: string, known: readonly string[]): SigmaError =>
  new SigmaError('unknown-specialist', `There is no specialist "${name}": there is ${known.join(', ')}.`, {
    hint: `sigma validate --specialist ${known[0] ?? 'unit-test'}`,
  })

export const unsetSpecialist = (name: string): SigmaError =>
  new SigmaError('specialist-unset', `Nothing says how the specialist "${name}" checks.`, {
    hint: `give validation.specialists.${name} in sigma.config.json "commands", "tests" or "agent"`,
  })

export const agentMissing = (name: string): SigmaError =>
  new SigmaError(
    'specialist-without-agent',
    `The specialist "${name}" is an agent, and no agent has the role "${name}".`,
    {
      hint: `name one in roles.${name} of sigma.config.json, or leave it out: sigma validate --specialist unit-test`,
    },
  )

export const noSpecialist = (): SigmaError =>
  new SigmaError('no-specialist', 'Every specialist is switched off.', {
    hint: 'take "off" from one in validation.specialists of sigma.config.json',
  })
