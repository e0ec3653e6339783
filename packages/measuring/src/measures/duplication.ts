/** How much of some files is a copy of other parts of them, token by token; layout, comments and imports do not count. */
import type { Parsed } from '../syntax/syntax.ts'

export interface Duplication {
  readonly tokens: number
  /** Tokens that stand more than once, in a run of at least `shortest`. */
  readonly duplicated: number
  /** Where the longest copies lie, e.g. `src/a.js:3 and src/b.js:9 (62 tokens)`. */
  readonly copies: readonly string[]
}

/** Tokens in a row that are called a copy; less is a manner of speaking. */
const shortest = 40
/** Files of more tokens are generated; the rest of them is not looked at. */
const mostTokens = 200_000

interface Token {
  readonly text: string
  readonly file: string
  readonly offset: number
}

export interface Code extends Pick<Parsed, 'program' | 'comments'> {
  readonly file: string
  readonly text: string
}

export function duplicationOf(files: readonly Code[]): Duplication {
  const tokens = files.flatMap(tokensOf).slice(0, mostTokens)
  const starts = new Map<number, number[]>()
  const copied = new Uint8Array(tokens.length)
  const copies: Copy[] = []
  let covered = -1
  const hashes = windowHashes(tokens)
  for (const [at, hash] of hashes.entries()) {
    const places = starts.get(hash)
    const twin = places?.find((place) => place + shortest <= at && isSame(tokens, place, at))
    if (twin === undefined) {
      if (places === undefined) starts.set(hash, [at])
      else if (places.length < 8) places.push(at)
      continue
    }
    // This place is part of a copy that was found already.
    if (at <= covered) continue
    const length = lengthOf(tokens, twin, at)
    copied.fill(1, twin, twin + length).fill(1, at, at + length)
    copies.push({ length, one: twin, other: at })
    covered = at + length - shortest
  }
  return {
    tokens: tokens.length,
    duplicated: copied.reduce((sum, each) => sum + each, 0),
    copies: copies
      .sort((a, b) => b.length - a.length)
      .slice(0, 5)
      .map((copy) => wordsOf(copy, tokens, files)),
  }
}

interface Copy {
  readonly length: number
  readonly one: number
  readonly other: number
}

function wordsOf({ length, one, other }: Copy, tokens: readonly Token[], files: readonly Code[]): string {
  const place = (at: number): string => {
    const token = tokens[at]
    const text = files.find(({ file }) => file === token?.file)?.text ?? ''
    return `${token?.file}:${text.slice(0, token?.offset).split('\n').length}`
  }
  return `${place(one)} and ${place(other)} (${length} tokens)`
}

function tokensOf({ file, text, program, comments }: Code): readonly Token[] {
  const left = [...comments, ...program.body.filter(isLinking)].sort((a, b) => a.start - b.start)
  const tokens: Token[] = []
  let skip = 0
  for (const found of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|[^\s\w$]/g)) {
    while (skip < left.length && (left[skip]?.end ?? 0) <= found.index) skip += 1
    const [around] = left.slice(skip, skip + 1)
    if (around !== undefined && around.start <= found.index) continue
    // Layout puts them in and takes them away.
    if (found[0] !== ';' && found[0] !== ',') tokens.push({ text: found[0], file, offset: found.index })
  }
  return tokens
}

/** Imports and re-exports: several files have to say them alike. */
function isLinking(node: Parsed['program']['body'][number]): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  if (node.type === 'ExportNamedDeclaration') return node.declaration === null
  if (node.type !== 'VariableDeclaration') return false
  return node.declarations.every(
    ({ init }) =>
      init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'require',
  )
}

/** A hash for each run of `shortest` tokens, by where the run begins; runs that reach into another file have none. */
function windowHashes(tokens: readonly Token[]): Map<number, number> {
  const codes = new Map<string, number>()
  const values = tokens.map(({ text }) => {
    const code = codes.get(text) ?? codes.size + 1
    codes.set(text, code)
    return code
  })
  const power = pow(shortest - 1)
  const hashes = new Map<number, number>()
  let hash = 0
  for (let end = 0; end < values.length; end += 1) {
    const start = end - shortest + 1
    if (start > 0) hash = (hash + modulus - (((values[start - 1] ?? 0) * power) % modulus)) % modulus
    hash = (hash * factor + (values[end] ?? 0)) % modulus
    if (start >= 0 && tokens[start]?.file === tokens[end]?.file) hashes.set(start, hash)
  }
  return hashes
}

/** Products stay whole numbers. */
const modulus = 67_108_859
const factor = 257
const pow = (times: number): number =>
  Array.from({ length: times }).reduce<number>((sum) => (sum * factor) % modulus, 1)

const isSame = (tokens: readonly Token[], one: number, other: number): boolean =>
  lengthOf(tokens, one, other, shortest) === shortest

/** How far two places go on alike, within their files and without meeting. */
function lengthOf(tokens: readonly Token[], one: number, other: number, most = Number.POSITIVE_INFINITY): number {
  let length = 0
  while (length < most && one + length < other && other + length < tokens.length) {
    const [a, b] = [tokens[one + length], tokens[other + length]]
    if (a?.text !== b?.text || a?.file !== tokens[one]?.file || b?.file !== tokens[other]?.file) break
    length += 1
  }
  return length
}
