/** The one gate of a review: a verdict for each of its parts, each with evidence of its own. */
import type { GateKit, GateWorld } from '@sigma/engine'
import { sortingOf, type Tools } from '@sigma/measuring'
import { readDesign, type Verdict } from '@sigma/protocol'
import { type ReviewFound, type ReviewParameters, reviewParameters } from '../machine/gate-parameters.ts'
import { deviation } from './deviation.ts'
import { interfaces } from './interfaces.ts'
import { proofs } from './proofs/proofs.ts'
import type { Reviewed } from './reviewed.ts'
import { sectionsOf } from './sections.ts'
import { judgedAspect } from './seen.ts'
import { staticChecks } from './static-checks.ts'
import { tests } from './tests.ts'

export const gateKit: GateKit = {
  open: (world) => {
    const tools: Tools = { ...world, kept: undefined, runners: [], baselines: new Map(), checked: new Map() }
    return {
      check: async ({ gate, commit, parameters: given }, signal) => {
        const parameters = reviewParameters.parse(given)
        const design = await designOf(world, commit, parameters)
        const reviewed = await reviewedAt(world, commit, parameters, design)
        const seen = [
          await staticChecks(tools, reviewed, signal),
          deviation(reviewed),
          await interfaces(reviewed),
          await tests(reviewed),
        ]
        const judged = seen.map((each) => judgedAspect(world.blobs, commit, each))
        const verdicts = judged.map(({ verdict }) => verdict)
        const { isTest, isSource } = reviewed.sorting
        const found: ReviewFound = {
          tree: await world.checkouts.treeHash(commit),
          verdicts,
          sections: sectionsOf(design),
          files: reviewed.changed
            .map(({ path }) => path)
            .filter((path) => isTest(path) || isSource(path))
            .slice(0, mostFiles),
          told: seen.flatMap(({ told }) => told).slice(0, 20),
        }
        const evidence = world.blobs.put(JSON.stringify({ gate, commit, base: parameters.base, ...found }))
        const verdict = worstOf(verdicts.map((each) => each.verdict))
        return { verdict, findings: judged.flatMap(({ findings }) => findings), data: found, evidence }
      },
    }
  },
  proofs: () => proofs,
}

const mostFiles = 300

/** What could not be judged blocks before anything else counts. */
const worstOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('unknown') ? 'unknown' : verdicts.includes('fail') ? 'fail' : 'pass'

async function designOf(
  { checkouts, blobs }: GateWorld,
  commit: string,
  { design }: ReviewParameters,
): Promise<string> {
  const bytes = design.blob === null ? await checkouts.read(commit, design.path) : blobs.get(design.blob)
  return new TextDecoder().decode(bytes ?? new Uint8Array())
}

async function reviewedAt(
  { checkouts }: GateWorld,
  commit: string,
  parameters: ReviewParameters,
  design: string,
): Promise<Reviewed> {
  const decoder = new TextDecoder()
  return {
    ...parameters,
    commit,
    sorting: sortingOf(parameters.project),
    files: await checkouts.files(commit),
    changed: await checkouts.diff(parameters.base, commit),
    interfaces: readDesign(design),
    texts: async (paths) => {
      const read = paths.map(
        async (path) => [path, decoder.decode((await checkouts.read(commit, path)) ?? new Uint8Array())] as const,
      )
      return new Map(await Promise.all(read))
    },
  }
}
