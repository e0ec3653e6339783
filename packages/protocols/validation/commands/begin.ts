/** Makes a validation of a change, the configuration and the command line. */
import { type Asked, type Beginning, type Change, friendlyWord, slugOf } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { type SpecialistInput, usualLimits, type ValidationInput } from '../machine/input.ts'
import { specialistSettings } from '../specialist-settings.ts'
import { readFlags, readSettings, type Settings } from './settings.ts'
import { specialistsOf } from './specialists.ts'

/** Fails as `specialistsOf` does. */
export function begin(asked: Asked): Beginning {
  const { subject: feature, project, place, budgets, templates, random, history } = asked
  const settings = readSettings(asked.config)
  const { validation } = settings
  const { ci, issue: given, specialist: only } = readFlags(asked.flags)
  const { base, commit, isSnapshot, issue: named }: Change = asked.change ?? { base: asked.base, commit: asked.base }
  const issue = given ?? named
  const { globsInRepository } = place
  const specialists = specialistsOf({ settings, only, globsInRepository })
  const earlier = history.runs().filter(({ protocol }) => protocol === 'validation').length
  const input: ValidationInput = {
    issue: issue === undefined ? { number: earlier + 1, of: 'run' } : { number: issue, of: 'person' },
    feature,
    base,
    commit,
    ...(isSnapshot === true && { snapshot: true as const }),
    project,
    specialists,
    order: validation.parallel ? 'parallel' : 'sequence',
    decides: ci ? 'nobody' : 'person',
    writes: [...project.source, ...project.tests, ...pagesToMend(specialists, globsInRepository)],
    late: validation.late,
    limits: limitsOf(settings, ci),
    budgets,
    prompts: templates,
    folder: validation.folder,
  }
  const off = Object.entries(validation.specialists).flatMap(([name, own]) =>
    own.off === true && !only.includes(name) ? [name] : [],
  )
  const left = off.length === 0 ? '' : `; by your configuration not checked: ${off.join(', ')}`
  const since = base === commit ? 'as a whole' : `since ${base.slice(0, 10)}`
  return {
    run: `validate-${slugOf(feature, 'change')}-${friendlyWord(random(6))}`,
    input: jsonOf(input),
    summary: `${specialists.map(({ name }) => name).join(', ')} check ${commit.slice(0, 10)} ${since}${ci ? '; nobody fixes and nobody is asked' : ''}${left}`,
    read: [],
  }
}

/** Where pages are examined, the fixer may change them and what they look like, wherever source lies. */
function pagesToMend(
  specialists: readonly SpecialistInput[],
  globsInRepository: Asked['place']['globsInRepository'],
): readonly string[] {
  const isOfPages = specialists.some(({ settings }) => {
    const { data } = specialistSettings.safeParse(settings)
    return data?.by === 'parts' && data.parts.some(({ part }) => part === 'pages')
  })
  return isOfPages ? globsInRepository(['**/*.html', '**/*.htm', '**/*.css']) : []
}

/** Where nobody fixes one check of each is all that there is. */
function limitsOf(
  { validation, limits: { reasks, asks, decisions } }: Settings,
  ci: boolean,
): ValidationInput['limits'] {
  const ms = (minutes: number): number => Math.max(1, Math.round(minutes * 60_000))
  return {
    iterations: ci ? 1 : validation.iterations,
    deliveries: usualLimits.deliveries,
    reasks,
    errors: usualLimits.errors,
    asks,
    checkMs: ms(validation.checkMinutes),
    fixMs: ms(validation.fixMinutes),
    recheckMs: ms(validation.recheckMinutes),
    reminderMs: ms(validation.reminderMinutes),
    iterationMs: validation.iterationMinutes === null ? null : ms(validation.iterationMinutes),
    decisionMs: decisions,
  }
}
