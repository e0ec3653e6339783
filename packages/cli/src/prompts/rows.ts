/** The templates that people can name: one for each task that has one, and the one for whatever else is asked. */
import type { Kit, TaskTemplate, TemplateSource, ToldTask } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { type KnownTemplate, plainTemplate } from '@sigma/runtime'

export interface Row {
  readonly template: TaskTemplate
  /** Null: it tells turns of any protocol. */
  readonly of: { readonly kit: Kit; readonly task: ToldTask } | null
}

/** The one for any turn last. */
export const rows: readonly Row[] = [
  ...kits
    .filter(({ templates }) => templates !== null)
    .flatMap((kit) =>
      kit.tasks.flatMap(({ template, ...task }) =>
        template === null ? [] : { template, of: { kit, task: { ...task, template } } },
      ),
    ),
  { template: plainTemplate.spec, of: null },
]

export const templateNames: readonly string[] = rows.map(({ template }) => template.name)

/** The templates of each protocol that has some, by its name. */
export async function templateSources(): Promise<ReadonlyMap<string, TemplateSource>> {
  const loaded = kits.map(async ({ name, templates }) => [name, (await templates?.()) ?? null] as const)
  const found = await Promise.all(loaded)
  return new Map(found.flatMap(([name, source]) => (source === null ? [] : [[name, source] as const])))
}

/** With the words of its protocol. */
export async function knownOf({ template, of }: Row): Promise<KnownTemplate> {
  return { spec: template, source: (await of?.kit.templates?.()) ?? null }
}
