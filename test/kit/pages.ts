/** The pages that users read, in parts that tests can hold against the program. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source-files.ts'

export interface Page {
  /** Relative to the repository. */
  readonly path: string
  readonly text: string
}

/** A fenced block: ```` ```console demo ```` has the language `console` and the kind `demo`. */
export interface Block {
  readonly page: string
  readonly language: string
  readonly kind: string
  readonly text: string
}

const pageAt = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') })

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : []))

/** What users read. */
export const pages: readonly Page[] = ['README.md', ...markdownIn('docs'), 'benchmarks/README.md'].map(pageAt)

/** All that leads elsewhere. */
export const linkingPages: readonly Page[] = [
  ...pages,
  ...[...markdownIn('.'), ...markdownIn('docs/decisions'), ...markdownIn('docs/protocol')]
    .filter((path) => path !== 'README.md')
    .map(pageAt),
]

const fence = /^(`{3,})(\w*) ?(\w*)\n([\s\S]*?)\n\1$/gm

const blocksIn = ({ path, text }: Page): readonly Block[] =>
  [...text.matchAll(fence)].map(([, , language = '', kind = '', inner = '']) => ({
    page: path,
    language,
    kind,
    text: inner,
  }))

export const proseOf = ({ text }: Page): string => text.replace(fence, '')

export const blocks: readonly Block[] = pages.flatMap(blocksIn)

/**
 * Lines of the `console` block of that kind which the output lacks, or has in another order. `[…]` stands where lines
 * are left out; a line `$ …` at the top of a block is the command. Numbers that differ from run to run count for nothing.
 */
export function notPrinted(kind: string, output: string): readonly string[] {
  const block = blocks.find(({ language, kind: own }) => language === 'console' && own === kind)
  if (block === undefined) return [`No page has a console block "${kind}".`]
  const printed = output.split('\n').map(steady)
  let from = 0
  return block.text
    .replace(/^\$ .*\n/, '')
    .split('\n')
    .filter((line) => {
      if (line === '[…]') return false
      const at = printed.indexOf(steady(line), from)
      if (at >= 0) from = at + 1
      return at < 0
    })
}

/** The words after `$ sigma` with which a `console` block of that kind begins. */
export function shownCommand(kind: string): readonly string[] {
  const block = blocks.find(({ language, kind: own }) => language === 'console' && own === kind)
  return /^\$ sigma (.*)/.exec(block?.text ?? '')?.[1]?.split(' ') ?? []
}

/** What of a line is the same in every run, on every machine. */
const steady = (line: string): string =>
  line
    .replace(/(un)?sandboxed.*/, 'confined')
    .replace(/\b(text|vary)-\w{6}/g, 'RUN')
    .replace(/\b[0-9a-f]{7,}\b/g, 'COMMIT')
    .replace(/127\.0\.0\.1:\d+/g, 'HERE')
    .replace(/\b\d+m( \d+s)?(?=[ ;.])/g, '1s')
    .replace(/\d+(\.\d+)?(?= ?m?s\b)|(?<=duration_ms )[\d.]+/g, 'N')
    .replace(/N m?s\b/g, 'N s')
    .replace(/\s+/g, ' ')
    .trim()
