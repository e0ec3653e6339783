/** The gates of a validation: what there is to check, and what one specialist finds, each in a fresh checkout. */
import type { GateKit } from '@sigma/engine'
import { followed, jest, nodeTest, type TestCounts, type Tools, vitest } from '@sigma/measuring'
import { specialistParameters, surveyParameters } from '../machine/gate-parameters.ts'
import { specialistSettings } from '../specialist-settings.ts'
import { commands, type Work } from './commands.ts'
import { parts } from './parts/parts.ts'
import { proofs } from './proofs/proofs.ts'
import { carried, findingsOf, masked, type Seen, unable, verdictOf } from './seen.ts'
import { survey } from './survey.ts'
import { tests } from './tests.ts'

export const gateKit: GateKit = {
  open: (world) => {
    const runners = [nodeTest, vitest, jest]
    const counts: TestCounts = new Map()
    const { text = asItIs } = world.secrets ?? {}
    const tools: Tools = { ...world, kept: undefined, runners, baselines: new Map(), checked: new Map() }
    return {
      check: async ({ gate, commit, parameters: given }, signal, acts = () => {}) => {
        if (gate === 'survey') {
          const data = await survey(world, surveyParameters.parse(given), { commit, signal, acts })
          return {
            verdict: 'pass',
            findings: [],
            data,
            evidence: world.blobs.put(JSON.stringify({ gate, commit, data })),
          }
        }
        const parameters = specialistParameters.parse(given)
        const following = { ...tools, runners: followed(runners, counts, acts) }
        const seen = await look(following, { ...parameters, world, commit, signal, acts })
        const { failures, examined, coverage, unjudged, by } = seen
        const tree = await world.checkouts.treeHash(commit)
        const { specialist } = parameters
        const evidence = world.blobs.put(
          JSON.stringify({ gate, commit, tree, specialist, failures, examined, coverage, unjudged, by }),
        )
        return {
          verdict: verdictOf(seen),
          findings: findingsOf(seen, evidence),
          data: { failures: carried(masked(failures, text)), examined, tree, coverage },
          evidence,
        }
      },
    }
  },
  proofs: () => proofs,
}

const asItIs = (given: string): string => given

async function look(tools: Tools, work: Work): Promise<Seen> {
  const { data } = specialistSettings.safeParse(work.settings)
  switch (data?.by) {
    case 'tests':
      return await tests(data, { ...work, tools })
    case 'commands':
      return await commands(data, work)
    case 'parts':
      return await parts(data, work)
    default:
      return unable(null, {
        rule: 'specialist-unset',
        message: `There is nothing by which ${work.specialist} could be checked.`,
        remedy: 'Give it commands or an agent in `validation.specialists` of sigma.config.json.',
      })
  }
}
