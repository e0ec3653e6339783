/** Sigma's own templates: files beside this one, as beside the bundle. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { templateRefused } from './errors.ts'
import type { TemplateSpec } from './names.ts'
import { readTemplate, type Template } from './template.ts'

const read = new Map<string, Template>()
let system: string | null = null

export function builtInTemplate(spec: TemplateSpec): Template {
  const known = read.get(spec.name)
  if (known !== undefined) return known
  const text = builtInText(spec.name)
  const found = readTemplate(spec, { origin: 'built in', text })
  if (found.kind === 'faulty') throw templateRefused(`templates/${spec.name}.md`, found.findings)
  read.set(spec.name, found.template)
  return found.template
}

/** As it lies in Sigma, for a copy to begin with. */
export function builtInText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8')
}

/** What holds in every turn, whoever plays it and whatever a project's templates say. */
export function systemText(): string {
  system ??= builtInText('system')
  return system
}
