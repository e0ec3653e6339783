/**
 * A template: front matter with a version, then Markdown in which `{{name}}` stands for a value of a closed list. A block
 * stands alone on its line and may come to nothing; `\{{` is two braces.
 */
import { hash } from 'node:crypto'
import { nearest, type Placeholder } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import type { KnownTemplate } from './known-templates.ts'
import { neededByAll, placeholdersOf } from './placeholders.ts'

export interface TemplateText {
  /** How people find it: a path in their repository, or `built in`. */
  readonly origin: string
  readonly text: string
}

export interface Template {
  readonly name: string
  readonly version: number
  readonly origin: string
  /** Of the whole file: `sha256:<hex>`. */
  readonly hash: string
  readonly lines: readonly Line[]
}

export type Line = { readonly block: Placeholder } | { readonly parts: readonly (string | Placeholder)[] }

export type ReadTemplate =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

export function readTemplate({ spec, source }: KnownTemplate, { origin, text }: TemplateText): ReadTemplate {
  const placeholders = placeholdersOf(source)
  const all = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const findings: Finding[] = []
  const fault = (rule: string, at: number | null, message: string, remedy: string): void => {
    findings.push({ rule, message: `${origin}${at === null ? '' : `:${at}`}: ${message}`, remedy })
  }
  const { version, from } = frontMatter(all, fault)
  const lines = all.slice(from).map((line, at) => readLine(line, from + at + 1, placeholders, fault))
  const there = new Set(lines.flatMap(namesIn))
  for (const name of [...neededByAll, ...spec.needs])
    if (!there.has(name))
      fault(
        'placeholder-missing',
        null,
        `{{${name}}} is missing, without which an agent could not play this turn.`,
        `Add a line {{${name}}}.`,
      )
  if (findings.length > 0) return { kind: 'faulty', findings }
  const template = { name: spec.name, version, origin, hash: `sha256:${hash('sha256', text)}`, lines }
  return { kind: 'template', template }
}

type Fault = (rule: string, at: number | null, message: string, remedy: string) => void

function frontMatter(lines: readonly string[], fault: Fault): { readonly version: number; readonly from: number } {
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---' || end === -1) {
    fault(
      'front-matter-missing',
      1,
      'it does not begin with front matter.',
      'Begin with: ---, version: 1, ---, each on its line.',
    )
    return { version: 0, from: 0 }
  }
  let version = 0
  for (const [at, line] of lines.slice(1, end).entries()) {
    const [, key = '', value = ''] = /^([\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (key === 'version' && /^[1-9]\d{0,5}$/.test(value)) version = Number(value)
    else if (line.trim() !== '')
      fault(
        'front-matter-unreadable',
        at + 2,
        `${JSON.stringify(line)} is not understood.`,
        'Write `version: ` and a number from 1; nothing else stands there.',
      )
  }
  if (version === 0)
    fault('version-missing', 1, 'its front matter has no version.', 'Write `version: 1` between the two lines ---.')
  return { version, from: end + 1 }
}

function readLine(line: string, at: number, placeholders: readonly Placeholder[], fault: Fault): Line {
  const parts: (string | Placeholder)[] = []
  let plain = ''
  let rest = line
  while (rest !== '') {
    const open = rest.indexOf('{{')
    if (open === -1) break
    if (rest[open - 1] === '\\') {
      plain += `${rest.slice(0, open - 1)}{{`
      rest = rest.slice(open + 2)
      continue
    }
    const close = rest.indexOf('}}', open)
    const name = close === -1 ? rest.slice(open + 2) : rest.slice(open + 2, close).trim()
    const known = close === -1 ? undefined : placeholders.find((each) => each.name === name)
    if (known === undefined) {
      const names = placeholders.map((each) => each.name)
      if (close === -1)
        fault(
          'placeholder-unknown',
          at,
          '{{ is not closed by }} on its line.',
          'Close it by }}; two braces as text are \\{{.',
        )
      else {
        const shown = name.slice(0, 60)
        const near = nearest(shown, names)
        const what = `{{${shown}}} is no placeholder${near === null ? '.' : `; did you mean {{${near}}}?`}`
        const [likest, rest] = near === null ? ['', names] : [`{{${near}}}, or `, names.filter((each) => each !== near)]
        fault(
          'placeholder-unknown',
          at,
          what,
          `Write ${likest}one of: ${rest.join(', ')}; two braces as text are \\{{.`,
        )
      }
      return { parts: [] }
    }
    parts.push(plain + rest.slice(0, open), known)
    plain = ''
    rest = rest.slice(close + 2)
  }
  parts.push(plain + rest)
  const block = parts.find((part) => typeof part !== 'string' && part.kind === 'block')
  if (block === undefined || typeof block === 'string') return { parts }
  const alone = parts.every((part) => part === block || (typeof part === 'string' && part.trim() === ''))
  if (!alone || parts.filter((part) => part === block).length > 1)
    fault(
      'placeholder-not-alone',
      at,
      `{{${block.name}}} is a block of lines, and something stands beside it.`,
      'Give it a line of its own.',
    )
  return { block }
}

function namesIn(line: Line): readonly string[] {
  if ('block' in line) return [line.block.name]
  return line.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))
}
