/** What an agent that is talked to is told in a turn: a function of its Handoff, the templates and what the turn offers. */
import type { Offered, TaskTemplate, TemplateSource, ToldTurn, TurnRequest } from '@sigma/engine'
import type { TurnHandoff } from '@sigma/protocol'
import { templateMissing, templateRefused } from '../errors.ts'
import { builtInText, type KnownTemplate, systemText, templateOf } from './known-templates.ts'
import { type Line, readTemplate, type Template } from './template.ts'
import { toldTurn } from './told-turn.ts'
import { type ProjectWords, wordsText } from './words.ts'

interface PromptOptions extends Offered, Partial<RunPrompts> {}

/** What the agents of a run are told by. */
export interface RunPrompts {
  /** The templates of its protocol; null: it has none. */
  readonly source: TemplateSource | null
  /** The project's own templates, by path: those of the run, not those that lie in its folder now. */
  readonly overrides: readonly Override[]
  /** The project's own words, as they were confirmed; absent: none. */
  readonly words?: readonly ProjectWords[] | undefined
}

export interface Override {
  /** Its last part without `.md` is the name of the template that it stands for. */
  readonly path: string
  readonly text: string
}

interface Prompt {
  /** Text for a system prompt, where the agent takes one: the same in all turns of a run, so that a cache keeps it. */
  readonly system: string
  readonly prompt: string
  readonly template: UsedTemplate
}

/** The template that a turn was told by, for its evidence. */
interface UsedTemplate {
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
export function promptOf(
  handoff: TurnHandoff,
  { source = null, overrides = [], words = [], ...offered }: PromptOptions,
): Prompt {
  const turn = toldTurn(handoff)
  const template = templateFor(templateOf(source, turn), overrides)
  const { name, version, origin, hash } = template
  const prompt = render(template, turn, offered)
  return {
    system: [systemText(), wordsText(words)].filter(Boolean).join('\n'),
    prompt,
    template: { name, version, origin, hash },
  }
}

/** What whoever plays this turn is told. `goesOn`: with the session of an interrupted attempt, or of the turn before. */
export function turnPrompt(
  { run, handoff, env = {}, report }: TurnRequest,
  promptsOf: ((run: string) => RunPrompts) | undefined,
  goesOn: Pick<Offered, 'resumed' | 'follows'>,
): Prompt {
  const rehearses = Object.hasOwn(env, 'SIGMA_GATES')
  const checks = Object.hasOwn(env, 'SIGMA_CHECKS')
  const { remembers } = report ?? {}
  return promptOf(handoff, {
    ...promptsOf?.(run),
    report: report !== undefined,
    remembers,
    rehearses,
    checks,
    ...goesOn,
  })
}

/** The project's own, or Sigma's. */
export function templateFor(known: KnownTemplate, overrides: readonly Override[]): Template {
  const own = overrides.find(({ path }) => templateName(path) === known.spec.name)
  return own === undefined ? builtInTemplate(known) : readable(known, own.path, own.text)
}

const read = new WeakMap<TaskTemplate, Template>()

function builtInTemplate(known: KnownTemplate): Template {
  const template = read.get(known.spec) ?? { ...readable(known, `built-in ${known.spec.name}`, textOf(known)), origin }
  read.set(known.spec, template)
  return template
}

const origin = 'built in'

/** A protocol may have forgotten to bring it. */
function textOf(known: KnownTemplate): string {
  try {
    return builtInText(known)
  } catch (cause) {
    throw templateMissing(known.spec.name, cause)
  }
}

function readable(known: KnownTemplate, origin: string, text: string): Template {
  const found = readTemplate(known, { origin, text })
  if (found.kind === 'faulty') throw templateRefused(origin, found.findings)
  return found.template
}

/** Name of the template that a file of this path is meant to be. */
export function templateName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

/** In one pass: what a value holds is never read as a template. */
function render({ lines }: Template, turn: ToldTurn, offered: Offered): string {
  const text = lines.map((line) => renderLine(line, turn, offered)).filter((line) => line !== null)
  return `${text
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function renderLine(line: Line, turn: ToldTurn, offered: Offered): string | null {
  if ('block' in line) return line.block.write(turn, offered) || null
  return line.parts.map((part) => (typeof part === 'string' ? part : part.write(turn, offered))).join('')
}
