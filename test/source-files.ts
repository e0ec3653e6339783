import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skipBrackets, skipQuiet } from '../packages/protocol/src/design/scan.ts'

export const root: string = fileURLToPath(new URL('../', import.meta.url))

export interface SourceFile {
  /** Relative to the repository's root. */
  readonly path: string
  readonly text: string
  /** Without comments, texts and regular expressions; what stands in the `${…}` of templates stays. */
  readonly code: string
  /** What it imports: a package, or for a relative import the path of the file from the root. */
  readonly imports: readonly string[]
}

/** The sources below a folder of this repository, tests included. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|js|mjs|cjs)$/.test(path) && !/(^|\/)(node_modules|fixtures)\//.test(path))
    .sort()
    .map((path) => sourceFile(join(folder, path), readFileSync(join(root, folder, path), 'utf8')))
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, code: codeOf(text), imports: importsOf(path, text) }
}

export function isTest({ path }: SourceFile): boolean {
  return /\.test\.ts$|^test\/|\/(testing|fixture)\//.test(path)
}

function codeOf(text: string): string {
  let code = ''
  for (let at = 0; at < text.length; ) {
    const template = text.charAt(at) === '`'
    const end = skipQuiet(text, at)
    if (template) code += ` ${codeInTemplate(text.slice(at, end))} `
    else code += end > at ? ' ' : text.charAt(at)
    at = Math.max(end, at + 1)
  }
  return code
}

/** What stands in the `${…}` of a template. */
function codeInTemplate(template: string): string {
  let code = ''
  for (let at = 1; at < template.length; at += 1) {
    if (template.charAt(at) === '\\') at += 1
    else if (template.startsWith('${', at)) {
      const end = skipBrackets(template, at + 1)
      code += `${codeOf(template.slice(at + 2, end - 1))} `
      at = end - 1
    }
  }
  return code
}

function importsOf(path: string, text: string): readonly string[] {
  const named = [...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm)]
  const bare = [...text.matchAll(/(?:^\s*import\s*|\bimport\(\s*|\brequire\(\s*)['"]([^'"]+)['"]/gm)]
  return [...named, ...bare].flatMap(([, from = '']) =>
    from.startsWith('.') ? normalize(join(dirname(path), from)) : from,
  )
}
