/** What an agent that is talked to is told in a turn: a function of its Handoff, the templates and what the turn offers. */
import { builtInTemplate, systemText } from './built-in.ts'
import { templateRefused } from './errors.ts'
import { specOf, type TemplateSpec } from './names.ts'
import type { Offered } from './placeholders.ts'
import { type Subject, subjectOf } from './subject.ts'
import { type Line, readTemplate, type Template } from './template.ts'

export interface PromptOptions extends Offered {
  /** The project's own templates, by path: those of the run, not those that lie in its folder now. */
  readonly overrides?: readonly Override[] | undefined
}

export interface Override {
  /** Its last part without `.md` is the name of the template that it stands for. */
  readonly path: string
  readonly text: string
}

export interface Prompt {
  /** For where an agent takes such a thing; `prompt` is complete without it. */
  readonly system: string
  readonly prompt: string
  readonly template: UsedTemplate
}

/** For the evidence of a turn: which words it was told in. */
export interface UsedTemplate {
  readonly name: string
  readonly version: number
  /** `built in`, or a path in the repository. */
  readonly origin: string
  /** Of the template's whole text: `sha256:<hex>`. */
  readonly hash: string
}

/**
 * Fails with a `SigmaError` for an override that cannot be used: such a one is refused before a run begins, so here only
 * where Sigma has changed since. `handoff` is the document as it is sent.
 */
export function promptOf(handoff: unknown, { overrides = [], ...offered }: PromptOptions): Prompt {
  const subject = subjectOf(handoff)
  const template = templateFor(specOf(subject), overrides)
  const { name, version, origin, hash } = template
  const prompt = render(template, subject, offered)
  return { system: systemText(), prompt, template: { name, version, origin, hash } }
}

/** The project's own, or Sigma's. */
export function templateFor(spec: TemplateSpec, overrides: readonly Override[]): Template {
  const own = overrides.find(({ path }) => templateName(path) === spec.name)
  if (own === undefined) return builtInTemplate(spec)
  const read = readTemplate(spec, { origin: own.path, text: own.text })
  if (read.kind === 'faulty') throw templateRefused(own.path, read.findings)
  return read.template
}

/** Name of the template that a file of this path is meant to be. */
export function templateName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

/** In one pass: what a value holds is never read as a template. */
function render({ lines }: Template, subject: Subject, offered: Offered): string {
  const text = lines.map((line) => renderLine(line, subject, offered)).filter((line) => line !== null)
  return `${text
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function renderLine(line: Line, subject: Subject, offered: Offered): string | null {
  if ('block' in line) return line.block.write(subject, offered) || null
  return line.parts.map((part) => (typeof part === 'string' ? part : part.write(subject, offered))).join('')
}
