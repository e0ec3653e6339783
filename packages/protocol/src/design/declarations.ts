import { skipBlank, skipBrackets, skipQuiet } from './scan.ts'
import { skipStatement } from './statement.ts'

export interface Declaration {
  readonly name: string
  /** Without the body of a function. */
  readonly text: string
  readonly exported: boolean
  /** From 1. */
  readonly line: number
}

const modifiers = /(?:(?:export|default|declare|abstract|async)\s+)*/y
const keyword = /(?:function\s*\*?|(?:class|interface|enum|namespace|type|const|let|var)(?![\p{ID_Continue}$]))\s*/uy
const identifier = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy
const exportList = /export\s+(?:type\s+)?\{([^}]*)\}/y

/**
 * Finds the declarations at the top level of JavaScript or TypeScript, in order. Also takes a bare signature such as
 * `slugify(text: string): string` for one, since designs are written for people.
 */
export function readDeclarations(code: string): readonly Declaration[] {
  const found: Declaration[] = []
  const listed = new Map<string, string>()
  for (let at = skipBlank(code, 0); at < code.length; ) {
    for (const [local, exported] of listAt(code, at)) listed.set(local, exported)
    const declared = declarationAt(code, at)
    if (declared !== null) found.push({ ...declared.declaration, line: code.slice(0, at).split('\n').length })
    const end = declared?.end ?? skipStatement(code, at)
    at = skipBlank(code, Math.max(end, at + 1))
    while (code.charAt(at) === ';') at = skipBlank(code, at + 1)
  }
  return found.map((declaration) => {
    const name = listed.get(declaration.name)
    return name === undefined ? declaration : { ...declaration, name, exported: true }
  })
}

interface Found {
  readonly declaration: Omit<Declaration, 'line'>
  /** Offset after it, the body of a function included. */
  readonly end: number
}

function declarationAt(code: string, at: number): Found | null {
  const prefix = match(modifiers, code, at) ?? ''
  const exported = /\bexport\b/u.test(prefix)
  const word = match(keyword, code, at + prefix.length)
  const nameAt = skipBlank(code, at + prefix.length + (word ?? '').length)
  const name = match(identifier, code, nameAt) ?? (word !== null && /\bdefault\b/u.test(prefix) ? 'default' : null)
  if (name === null) return null
  const after = name === 'default' ? nameAt : nameAt + name.length
  // `name(…)` or `name<T>(…)`, with a return type or not; a call would look the same, and no design calls.
  if (word === null)
    return '(<'.includes(code.charAt(after) || ' ') ? functionAt(code, at, after, { name, exported }) : null
  if (word.startsWith('function')) return functionAt(code, at, after, { name, exported })
  const braced = /^(?:class|interface|enum|namespace)/u.test(word)
  const end = braced
    ? afterBody(code, after)
    : skipStatement(code, after, word.startsWith('type') ? 'type' : 'statement')
  return { declaration: { name, text: trimmed(code.slice(at, end)), exported }, end }
}

function functionAt(
  code: string,
  at: number,
  after: number,
  named: Pick<Declaration, 'name' | 'exported'>,
): Found | null {
  const end = afterSignature(code, after)
  if (end === null) return null
  const body = skipBlank(code, end)
  return {
    declaration: { ...named, text: trimmed(code.slice(at, end)) },
    end: code.charAt(body) === '{' ? skipBrackets(code, body) : end,
  }
}

/** After type parameters, parameters and return type; null when no parameters stand here. */
function afterSignature(code: string, from: number): number | null {
  let at = skipBlank(code, from)
  if (code.charAt(at) === '<') at = skipBlank(code, skipBrackets(code, at))
  if (code.charAt(at) !== '(') return null
  const closed = skipBrackets(code, at)
  const colon = skipBlank(code, closed)
  return code.charAt(colon) === ':' ? skipStatement(code, colon + 1, 'type') : closed
}

/** Begins a declaration wherever it stands first in a line. */
const begins = /(?:export|declare|abstract|async|function|class|interface|enum|namespace|type|const|let|var)\s/y

/**
 * After the braces of a class, interface or enum, or before the next declaration where it has none, as in
 * `class ParseError extends Error`; type parameters before the braces may hold braces too.
 */
function afterBody(code: string, from: number): number {
  for (let at = from; at < code.length; ) {
    const quiet = skipQuiet(code, at)
    const unit = code.charAt(at)
    if (quiet > at) at = quiet
    else if (unit === '{') return skipBrackets(code, at)
    else if (unit === '<') at = skipBrackets(code, at)
    else if (unit === ';') return at
    else if (unit === '\n' && match(begins, code, skipBlank(code, at)) !== null) return at
    else at += 1
  }
  return code.length
}

/** What `export { a, b as c }` exports of what stands elsewhere: local name and name outside. */
function listAt(code: string, at: number): readonly (readonly [string, string])[] {
  exportList.lastIndex = at
  const names = exportList.exec(code)?.[1] ?? ''
  return names.split(',').map((part) => {
    const [local = '', outside = local] = part.trim().split(/\s+as\s+/u)
    return [local, outside]
  })
}

function trimmed(text: string): string {
  return text.trim().replace(/;$/u, '').trimEnd()
}

function match(pattern: RegExp, code: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(code)?.[0] ?? null
}
