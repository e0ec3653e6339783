/** What there is to check at a commit: which specialists have nothing to look at there, and why (VAL-05). */
import type { GateWorld } from '@sigma/engine'
import { matches } from '@sigma/engine'
import { isCode, sortingOf } from '@sigma/measuring'
import type { z } from 'zod'
import type { surveyedSchema } from '../machine/found.ts'
import type { SurveyParameters } from '../machine/gate-parameters.ts'
import { specialistSettings } from '../specialist-settings.ts'

type Surveyed = z.infer<typeof surveyedSchema>

export async function survey(
  { checkouts }: Pick<GateWorld, 'checkouts'>,
  commit: string,
  { project, specialists }: SurveyParameters,
): Promise<Surveyed> {
  const { isTest } = sortingOf(project)
  const tests = (await checkouts.files(commit)).filter((path) => isTest(path) && isCode(path))
  const whyNot = (settings: unknown): string | null => {
    const { data } = specialistSettings.safeParse(settings)
    if (data?.by === 'nothing') return data.reason
    const isLacking = data?.by === 'tests' && data.mayLack && !tests.some((path) => matches(path, data.files))
    return isLacking ? `No test file matches ${data.files.join(', ')}.` : null
  }
  return {
    tree: await checkouts.treeHash(commit),
    inapplicable: specialists.flatMap(({ name, settings }) => {
      const reason = whyNot(settings)
      return reason === null ? [] : [{ name, reason }]
    }),
  }
}
