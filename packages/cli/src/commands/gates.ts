import { askHostAt, type Rehearsal } from '@sigma/engine'
import { turnOver } from '../errors.ts'
import { type RehearsalAsked, rehearse, socketVariable, tokenVariable } from '../playing/rehearsal.ts'
import { rehearsalText } from '../render/rehearsal-text.ts'
import { print, printJson, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, toggle } from './flags.ts'

export const gatesCommand = command({
  brief: 'Try the tests here as the files stand, before a gate judges them',
  about:
    'Inside an agent’s turn the running sigma tries the workspace, with a runner that is kept ready, and runs only tests that what changed since the last time may concern. Elsewhere the tests of the working tree are run once. With --checks, and outside of a turn with --all, the project’s own checks are run, too. Prints what failed and why. It is no verdict: a gate runs the tests of a commit, in a checkout of its own. Exit code 0 if all pass, 2 if one fails or it cannot be told.',
  flags: {
    all: toggle('Run every test, also those that nothing changed for'),
    checks: toggle('Run the project’s own checks ("checks" of the configuration), too'),
    json: jsonFlag,
  },
  plays: async ({ world }, { all, checks, json }) => {
    const [address, token] = [world.env[socketVariable], world.env[tokenVariable]]
    const inTurn = address !== undefined && token !== undefined
    const rehearsal = inTurn
      ? await asked(world, address, { token, cwd: world.cwd, scope: all ? 'all' : 'related', checks })
      : await (await import('../project/working-tree.ts')).rehearseHere(world, { checks: checks || all })
    if (json) printJson(world, rehearsal)
    else print(world, rehearsalText(rehearsal))
    const hasFailed = (rehearsal.checks ?? []).some(({ outcome }) => outcome === 'failed')
    return rehearsal.outcome === 'passed' && !hasFailed ? 0 : 2
  },
})

async function asked(world: World, address: string, what: RehearsalAsked): Promise<Rehearsal> {
  const asking = { address, command: 'sigma gates', signal: world.signal }
  const answered = await askHostAt(asking, rehearse, what)
  if (answered === null) throw turnOver()
  return answered.answer
}
