import { parse } from '../syntax/syntax.ts'
import { type Declared, unreadable } from './declared.ts'
import { localsOf, surfaceOf } from './surface.ts'

/**
 * Reads one declaration as a design writes it: code with or without `export` and body, or short forms such as
 * `slugify(text: string): string`, `slugify(text) → string`, `Stack.push(item)`, `class ParseError extends Error` and `LIMIT: number`. A name alone says of
 * what kind it is as little as of its shape. Null when it is none.
 */
export function readDesign(declaration: string): Declared | null {
  const text = declaration
    .trim()
    .replace(/(?:→|->)/g, ':')
    .replace(/;\s*$/, '')
    // Without a body TypeScript takes no generator; callers see a function.
    .replace(/\bfunction\s*\*\s*/g, 'function ')
    .replace(/([{;]\s*(?:static\s+)?(?:async\s+)?)\*\s*(?=[\w$[])/g, '$1')
  const member = /^(?:new\s+)?([A-Za-z_$][\w$]*)(?:\.prototype)?[.#]([A-Za-z_$][\w$]*)\s*(\(.*)$/s.exec(text)
  if (member !== null && member[1] !== 'module' && member[1] !== 'exports') {
    return readCode(`class ${member[1]} { ${member[2]}${member[3]} }`)
  }
  const constructed = /^new\s+([A-Za-z_$][\w$]*)\s*(\(.*)$/s.exec(text)
  if (constructed !== null) return readCode(`class ${constructed[1]} { constructor${constructed[2]} }`)
  return (
    readName(text) ??
    readCode(text) ??
    (/^[^{(]*\b(?:class|interface)\s[^{]*$/.test(text) ? readCode(`${text} {}`) : null) ??
    readCode(`function ${text}`) ??
    readCode(text.replace(/^async\s+/, 'async function ')) ??
    readCode(`declare ${text.replace(/^export\s+/, '')}`) ??
    readCode(`declare const ${text}`) ??
    readCode(text.replace(/^(?:export\s+)?const\s+([\w$]+)\s*=\s*(?:async\s+)?(?=[<(])/, 'function $1'))
  )
}

/** True: the design can be compared with the source. It is one declaration, or the overloads of one, a line each. */
export function isReadableDesign(declaration: string): boolean {
  return readDesign(declaration) !== null || declaration.split('\n').every((line) => readDesign(line) !== null)
}

/** `Emitter`; no word that TypeScript has for itself. */
const readName = (text: string): Declared | null =>
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text) && readCode(`declare const ${text}`) !== null
    ? unreadable(text)
    : null

function readCode(code: string): Declared | null {
  const { program, errors } = parse('design.ts', code)
  if (errors.length > 0) return null
  const [first] = [...localsOf(program.body, code), ...surfaceOf('design.ts', code).exports]
  return first ?? null
}
