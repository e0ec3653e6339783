/** What there is to check at a commit: which specialists have nothing to look at there, and why (VAL-05). */
import type { GateWorld } from '@sigma/engine'
import { matches } from '@sigma/engine'
import { isCode, sortingOf } from '@sigma/measuring'
import type { z } from 'zod'
import type { surveyedSchema } from '../machine/found.ts'
import type { SurveyParameters } from '../machine/gate-parameters.ts'
import { specialistSettings } from '../specialist-settings.ts'
import type { Work } from './commands.ts'
import { whyNothing } from './parts/parts.ts'

type Surveyed = z.infer<typeof surveyedSchema>

type Asked = Pick<Work, 'commit' | 'signal' | 'acts'>

export async function survey(
  world: GateWorld,
  { project, base, specialists }: SurveyParameters,
  asked: Asked,
): Promise<Surveyed> {
  const { checkouts } = world
  const { commit } = asked
  const { isTest } = sortingOf(project)
  const tests = (await checkouts.files(commit)).filter((path) => isTest(path) && isCode(path))
  const whyNot = async (settings: unknown): Promise<string | null> => {
    const { data } = specialistSettings.safeParse(settings)
    if (data?.by === 'parts') return await whyNothing(data, { ...asked, world, project, base })
    const isLacking = data?.by === 'tests' && data.mayLack && !tests.some((path) => matches(path, data.files))
    return isLacking ? `No test file matches ${data.files.join(', ')}.` : null
  }
  const inapplicable: { readonly name: string; readonly reason: string }[] = []
  for (const { name, settings } of specialists) {
    const reason = await whyNot(settings)
    if (reason !== null) inapplicable.push({ name, reason })
  }
  return { tree: await checkouts.treeHash(commit), inapplicable }
}
