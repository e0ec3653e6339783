import { askHostAt, nearest, type Rehearsal } from '@sigma/engine'
import { didYouMean, type ExitCode, turnOver, wrongCommandLine } from '../errors.ts'
import { type RehearsalAsked, rehearse, socketVariable, tokenVariable } from '../playing/rehearsal.ts'
import { rehearsalText } from '../render/rehearsal-text.ts'
import { print, printJson, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, toggle, valued } from './flags.ts'

const flags = {
  all: toggle('Run every test, also those that nothing changed for'),
  checks: toggle('Run the project’s own checks ("checks" of the configuration), too'),
  base: valued({
    brief: 'Judge HEAD, as a branch that began from this branch or commit, instead of the working tree',
    placeholder: 'ref',
    parse: String,
  }),
  accept: valued({
    brief: 'With --base: rules, with commas between them, that are told and refuse nothing on this branch',
    placeholder: 'rules',
    parse: (typed: string) => typed.split(','),
  }),
  annotations: {
    kind: 'enum',
    values: ['github', 'none'],
    brief: 'With --base: print annotations; by itself under GitHub Actions',
    optional: true,
  },
  summary: valued({
    brief: 'With --base: write a summary in Markdown into this file',
    placeholder: 'file',
    parse: String,
  }),
  json: jsonFlag,
} as const

export const gatesCommand = command({
  brief: 'Try the tests here before a gate does; --base judges a branch',
  about:
    'Inside an agent’s turn the running sigma tries the workspace, with a runner that is kept ready, and runs only tests that what changed since the last time may concern. Elsewhere the tests of the working tree are run once. With --checks, and outside of a turn with --all, the project’s own checks are run, too. Prints what failed and why. It is no verdict: a gate runs the tests of a commit, in a checkout of its own. Exit code 0 if all pass, 2 if one fails or it cannot be told.\n\nWith --base HEAD is judged, in checkouts of its own, against what it has in common with that branch or commit, whoever made it: whether its new tests fail without its change, whether old tests demand less, are gone or skipped, whether all pass, and how much of the change they cover. It needs no run, no plan and no configuration. Exit code 0 if the gates pass, 2 if they refuse or cannot judge, 1 if nothing could be begun. Under GitHub Actions it prints annotations, and adds a summary to the job’s.',
  flags,
  plays: async ({ world }, given) => {
    const [address, token] = [world.env[socketVariable], world.env[tokenVariable]]
    const inTurn = address !== undefined && token !== undefined
    if (given.base !== undefined) return await ofBranch(world, given.base, given, inTurn)
    refuseAlone(given)
    const { all, checks, json } = given
    const rehearsal = inTurn
      ? await asked(world, address, { token, cwd: world.cwd, scope: all ? 'all' : 'related', checks })
      : await (await import('../project/working-tree.ts')).rehearseHere(world, { checks: checks || all })
    if (json) printJson(world, rehearsal)
    else print(world, rehearsalText(rehearsal))
    const hasFailed = (rehearsal.checks ?? []).some(({ outcome }) => outcome === 'failed')
    return rehearsal.outcome === 'passed' && !hasFailed ? 0 : 2
  },
})

type Flags = FlagsOf<typeof flags>

async function ofBranch(world: World, ref: string, given: Flags, inTurn: boolean): Promise<ExitCode> {
  const { accept: accepted = [], annotations, summary, json } = given
  if (given.all || given.checks)
    throw wrongCommandLine(
      `--base judges a branch by all of its tests, so --${given.all ? 'all' : 'checks'} says nothing there.`,
      'sigma gates --base <ref>',
    )
  if (inTurn)
    throw wrongCommandLine('Inside a turn the workspace is tried, and no branch is judged.', 'sigma gates --all')
  const { acceptable } = await import('@sigma/measuring')
  const unknown = accepted.find((rule) => !acceptable.includes(rule))
  if (unknown !== undefined)
    throw wrongCommandLine(
      `"${unknown}" is no rule that can be accepted (${acceptable.join(', ')})${didYouMean(nearest(unknown, acceptable))}.`,
      `sigma gates --base ${ref} --accept ${nearest(unknown, acceptable) ?? acceptable[0]}`,
    )
  const { gatesOfBranch } = await import('./gates-of-branch.ts')
  return await gatesOfBranch(world, { ref, accepted, annotations, summary, json })
}

/** Fails with `wrong-command-line` where a flag that only `--base` knows is given without it. */
function refuseAlone({ accept, annotations, summary }: Flags): void {
  const [name] = Object.entries({ accept, annotations, summary }).find(([, value]) => value !== undefined) ?? []
  if (name !== undefined)
    throw wrongCommandLine(
      `--${name} needs --base, which names what a branch is judged against.`,
      'sigma gates --base <ref>',
    )
}

async function asked(world: World, address: string, what: RehearsalAsked): Promise<Rehearsal> {
  const asking = { address, command: 'sigma gates', signal: world.signal }
  const answered = await askHostAt(asking, rehearse, what)
  if (answered === null) throw turnOver()
  return answered.answer
}
