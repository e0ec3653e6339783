/** What `npm run verify` plays: each proof whose amount is larger than that of the long tier. */
import { beside } from './beside.ts'
import type { Part } from './part.ts'

const warm = 'packages/measuring/src/warm/campaign.verify.test.ts'
const terminals = 'test/terminals.long.test.ts'
const runners = 'test/gauntlet-runners.long.test.ts'
const families = 'packages/protocols/tdd/gates/families/families.long.test.ts'
const gates = 'packages/protocols/tdd/gates'
const proofs = `${gates}/proofs`
const changes = 'packages/measuring/src/kept/random-changes.verify.test.ts'

/** The longest first, so that none of them is played alone in the end. */
export const parts: readonly Part[] = [
  {
    name: 'changes-jest',
    what: 'outcomes that stand after a random change, against running everything, with jest',
    file: changes,
    only: 'with jest',
  },
  {
    name: 'changes-vitest',
    what: 'outcomes that stand after a random change, against running everything, with vitest',
    file: changes,
    only: 'with vitest',
  },
  {
    name: 'changes-node',
    what: 'outcomes that stand after a random change, against running everything, with node:test',
    file: changes,
    only: 'with node:test',
  },
  {
    name: 'family-knows',
    what: 'source made up by a grammar that finds out that it is tested',
    file: families,
    only: 'knows',
  },
  { name: 'family-demands', what: 'tests made up by a grammar that demand nothing', file: families, only: 'demands' },
  { name: 'family-helper', what: 'helpers made weaker by a grammar', file: families, only: 'helper' },
  { name: 'family-answers', what: 'tables of examples made up by a grammar', file: families, only: 'answers' },
  {
    name: 'honest-runners',
    what: 'all honest work of the gauntlet, by the command, with each runner',
    file: 'test/gauntlet-honest.verify.test.ts',
  },
  {
    name: 'repositories-vitest',
    what: 'repositories made after published ones, set up, proved, extended and mended, with vitest',
    file: 'test/repositories/vitest.long.test.ts',
  },
  {
    name: 'wishes',
    what: 'a wish and a bug in published packages, by real agents, while Sigma is killed',
    file: 'test/agents/wishes.verify.test.ts',
  },
  { name: 'cheats-node', what: 'all cheats of the gauntlet with node:test', file: 'test/gauntlet.long.test.ts' },
  {
    name: 'repositories-workspaces',
    what: 'workspaces of npm, pnpm and yarn, set up, proved, extended and mended',
    file: 'test/repositories/workspaces.verify.test.ts',
  },
  {
    name: 'repositories-jest',
    what: 'repositories made after published ones, set up, proved, extended and mended, with jest',
    file: 'test/repositories/jest.verify.test.ts',
  },
  {
    name: 'repositories-node',
    what: 'repositories made after published ones, set up, proved, extended and mended, with node:test',
    file: 'test/repositories/node-test.verify.test.ts',
  },
  {
    name: 'cheats-gates',
    what: 'source that cheats, shown to the gates with each runner',
    file: `${gates}/cheats.long.test.ts`,
  },
  {
    name: 'own-steps',
    what: 'a step protocol of one’s own, whose commands die at every point in turn',
    file: 'test/own-steps.long.test.ts',
    only: 'the example is laid',
  },
  {
    name: 'second-opinion',
    what: 'source that works where it sees something of tests, with each runner',
    file: `${gates}/second-opinion.long.test.ts`,
  },
  {
    name: 'elsewhere',
    what: 'tests that demand and tests that do not, with each runner',
    file: `${gates}/elsewhere.long.test.ts`,
  },
  { name: 'held-out', what: 'tests that are held back, with each runner', file: `${gates}/held-out.long.test.ts` },
  { name: 'thrown', what: 'source that throws, with each runner', file: `${gates}/thrown.long.test.ts` },
  {
    name: 'git-programs',
    what: 'each setting and hook by which git would start a program, alone',
    file: 'packages/runtime/src/git/program-keys.long.test.ts',
  },
  ...beside,
  {
    name: 'histories',
    what: 'commits of published packages that add a function with tests, shown to RED and GREEN',
    file: 'test/histories/histories.long.test.ts',
  },
  {
    name: 'agents-rooms',
    what: 'a room of real agents, while one of them and the host are killed',
    file: 'test/agents/rooms.long.test.ts',
  },
  {
    name: 'agents-steps',
    what: 'real agents outside of Sigma that follow the steps',
    file: 'test/agents/steps.long.test.ts',
  },
  {
    name: 'validate-kills',
    what: 'the host of a validation killed at each of its statuses',
    file: 'test/validate-kill.long.test.ts',
  },
  {
    name: 'sessions',
    what: 'sessions of agents whose Sigma is killed',
    file: 'test/sessions.long.test.ts',
  },
  { name: 'garbage', what: 'messages of garbage to the server of the host', file: 'packages/mcp/src/garbage.test.ts' },
  {
    name: 'memory-garbage',
    what: 'messages of garbage to the server of the memory',
    file: 'packages/mcp/src/memory/garbage.long.test.ts',
  },
  { name: 'memory', what: 'clients of the memory at once, servers killed', file: 'test/memory-clients.long.test.ts' },
  {
    name: 'benchmarks',
    what: 'the short form of every benchmark, with each runner and in published packages',
    file: 'test/benchmarks.verify.test.ts',
    alone: true,
  },
  { name: 'warm-jest', what: 'tests tried warm and cold after a change, with jest', file: warm, only: 'jest says' },
  { name: 'cheats-jest', what: 'all cheats of the gauntlet with jest', file: runners, only: 'with jest' },
  {
    name: 'warm-vitest',
    what: 'tests tried warm and cold after a change, with vitest',
    file: warm,
    only: 'vitest says',
  },
  {
    name: 'proofs-vitest',
    what: 'all that gates are shown, with vitest',
    file: `${proofs}/vitest-proofs.verify.test.ts`,
  },
  { name: 'proofs-jest', what: 'all that gates are shown, with jest', file: `${proofs}/jest-proofs.verify.test.ts` },
  { name: 'cheats-vitest', what: 'all cheats of the gauntlet with vitest', file: runners, only: 'with vitest' },
  {
    name: 'warm-node',
    what: 'tests tried warm and cold after a change, with node:test',
    file: warm,
    only: 'node:test says',
  },
  {
    name: 'kills',
    what: 'Sigma and its group killed at random moments of whole runs',
    file: 'test/kill.long.test.ts',
    slices: 4,
  },
  {
    name: 'seeds',
    what: 'the simulation: agents, gates and people do anything, hosts are killed',
    file: 'packages/protocols/tdd/host/simulation.test.ts',
    only: 'whatever agents',
    slices: 4,
  },
  {
    name: 'deaf',
    what: 'a rule taken away, and its cheat gets through',
    file: 'test/gauntlet-deaf.long.test.ts',
  },
  {
    name: 'campaign',
    what: 'system calls killed, failing, cut short, taken back',
    file: 'test/campaign/sample.long.test.ts',
    slices: 2,
  },
  {
    name: 'hosts',
    what: 'hosts of the engine alone, killed at random moments',
    file: 'packages/protocols/tdd/host/killing.test.ts',
    slices: 2,
  },
  {
    name: 'successors',
    what: 'the host of a run killed while others wait for it',
    file: terminals,
    only: 'hosts are killed',
  },
  {
    name: 'rooms',
    what: 'rooms in which sixteen processes read, wait for each other, and then post',
    file: 'test/rooms-limit.long.test.ts',
  },
  {
    name: 'many-rooms',
    what: 'rooms whose agents are all there at once, and say more than there is room for',
    file: 'test/rooms-many.long.test.ts',
    alone: true,
  },
  {
    name: 'store-faults',
    what: 'the store: killed at its writes and when it is taken up, power cuts, full and failing disks',
    file: 'test/campaign/store-faults.verify.test.ts',
  },
  {
    name: 'work-faults',
    what: 'killed before programs are started, full disks beside the store, no memory',
    file: 'test/campaign/work-faults.verify.test.ts',
  },
  {
    name: 'clock-faults',
    what: 'clocks set back and forward, a machine that sleeps',
    file: 'test/campaign/clock-faults.verify.test.ts',
  },
  {
    name: 'honest-pieces',
    what: 'more than sixty honest pieces of work, shown to RED and GREEN with each runner',
    file: `${gates}/honest/honest.long.test.ts`,
  },
  {
    name: 'two-protocols',
    what: 'commands where runs of several protocols lie in one project',
    file: 'test/two-protocols.verify.test.ts',
  },
  { name: 'toy', what: 'a protocol of three states, by the command', file: 'test/toy.verify.test.ts' },
  { name: 'gc', what: '`sigma gc` killed on the way', file: 'test/gc.long.test.ts' },
  {
    name: 'planted',
    what: 'the search for planted bugs, and where none is planted',
    file: 'test/planted/planted.verify.test.ts',
  },
  {
    name: 'torn',
    what: 'logs of the store that end after any byte',
    file: 'packages/engine/src/store/torn-log.test.ts',
    slices: 2,
  },
  {
    name: 'bits',
    what: 'bits flipped in the journal',
    file: 'packages/protocols/tdd/host/inspection.test.ts',
    only: 'no bit of the journal',
  },
  {
    name: 'printed',
    what: 'hostile words through all that Sigma prints',
    file: 'packages/cli/src/printed.test.ts',
    only: 'whatever is said',
  },
  {
    name: 'texts',
    what: 'hostile texts to a terminal and to a reader of JSON',
    file: 'packages/cli/src/commands/hostile-output.test.ts',
    only: 'of hostile texts',
  },
  {
    name: 'links',
    what: 'links swapped under a workspace while Sigma writes and reads there',
    file: 'packages/runtime/src/workspace/escapes.test.ts',
    only: 'while a process swaps',
  },
  {
    name: 'listings',
    what: 'a list of a person’s files that is remembered, against what git says, after random changes',
    file: 'packages/runtime/src/workspace/listings.test.ts',
    only: 'what is remembered',
  },
  {
    name: 'differences',
    what: 'what is told of two random trees, against what git says of them',
    file: 'packages/runtime/src/workspace/differences.test.ts',
  },
  {
    name: 'modules',
    what: 'modules that are built side by side, killed at each point',
    file: 'packages/protocols/project/host/modules.test.ts',
  },
  {
    name: 'starts',
    what: 'a hundred `sigma tdd` of one module at once',
    file: terminals,
    only: 'at once make one run',
    alone: true,
  },
]
