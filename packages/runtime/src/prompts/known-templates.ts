/** Which templates there are, and which of them tells a turn. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type TaskTemplate, type TemplateSource, type ToldTurn, taskOf } from '@sigma/engine'

/** A template, and the protocol whose words it has; null: it is Sigma's own, for any protocol. */
export interface KnownTemplate {
  readonly spec: TaskTemplate
  readonly source: TemplateSource | null
}

/** The template of turns that have none of their own: it tells them in the words of the ask. */
export const plainTemplate: KnownTemplate = {
  spec: { name: 'any-task', about: 'whatever else is asked', needs: ['purpose'] },
  source: null,
}

/** All templates, the one for any turn last. */
export function knownTemplates(sources: readonly TemplateSource[]): readonly KnownTemplate[] {
  const own = sources.flatMap((source) => source.tasks.map(({ template: spec }) => ({ spec, source })))
  return [...own, plainTemplate]
}

/** The template of this turn. */
export function templateOf(source: TemplateSource | null, { role, task, parameters }: ToldTurn): KnownTemplate {
  const row = source === null ? null : taskOf(source.tasks, { role, type: task, parameters })
  return row === null ? plainTemplate : { spec: row.template, source }
}

/** Text of a template as it comes with Sigma. */
export function builtInText({ spec, source }: KnownTemplate): string {
  return source === null ? ownText(spec.name) : source.text(spec.name)
}

let system: string | null = null

/** What every agent is told, whatever a project's templates say. */
export function systemText(): string {
  system ??= ownText('system')
  return system
}

/** A file beside this one, as beside the bundle. */
function ownText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8')
}
