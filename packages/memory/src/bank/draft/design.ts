/** The draft of a module's design: its files, and what they export as it stands there. */
import { readDeclarations } from '@sigma/protocol'
import type { FoundModule } from './facts.ts'
import { code, draftText, inline, type Part, toWrite } from './written.ts'

export interface SourceText {
  readonly path: string
  /** Null: it cannot be read. */
  readonly text: string | null
}

export function designText({ name }: FoundModule, files: readonly SourceText[]): string {
  const exported = files.map(({ path, text }) => ({ path, declared: text === null ? [] : exportsOf(text) }))
  const declared = [
    ...new Map(exported.flatMap((file) => file.declared).map((each) => [each.name, each.text])).values(),
  ]
  const language = files.some(({ path }) => /\.[cm]?tsx?$/.test(path)) ? 'ts' : 'js'
  return draftText(inline(name), [
    {
      heading: 'Files',
      from: files.length === 0 ? null : 'the files of the project',
      lines: files.length === 0 ? [toWrite('where it is to lie')] : exported.map((file) => fileLine(file)),
    },
    interfacePart(declared, language),
    { heading: 'Behaviour', from: null, lines: [toWrite('what each of them does, as tests can tell')] },
  ])
}

interface Exported {
  readonly name: string
  readonly text: string
}

function fileLine({ path, declared }: { readonly path: string; readonly declared: readonly Exported[] }): string {
  const names = declared.map(({ name }) => code(name))
  return `- ${code(path)}${names.length === 0 ? '' : `: ${names.slice(0, 20).join(', ')}`}`
}

function interfacePart(declared: readonly string[], language: string): Part {
  const shown = declared.filter((text) => text.length <= longest && !/`{3}|~{3}/.test(text)).slice(0, most)
  if (shown.length === 0)
    return { heading: 'Interface', from: null, lines: [toWrite('a code block with what it exports')] }
  return { heading: 'Interface', from: 'what the files export', lines: [`\`\`\`${language}`, ...shown, '```'] }
}

const [longest, most] = [600, 60]

const exportsOf = (text: string): readonly Exported[] =>
  readDeclarations(text).flatMap(({ name, text: declared, exported }) =>
    exported && name !== 'default'
      ? [{ name, text: /^export\b/.test(declared) ? declared : `export ${declared}` }]
      : [],
  )
