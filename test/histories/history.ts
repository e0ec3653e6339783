/** Commits of a published package that add a function with tests, as `take.ts` writes them. */
import { readFileSync } from 'node:fs'

export interface Step {
  readonly commit: string
  readonly date: string
  readonly subject: string
  /** The one test file that the commit adds. */
  readonly test: string
  /** The source file beside it, which is new as well. */
  readonly source: string
  /** What the test loads of what was there before, by path. */
  readonly before: Readonly<Record<string, string>>
  /** What the commit wrote of what the test loads, the test included. */
  readonly changed: Readonly<Record<string, string>>
}

export interface History {
  readonly package: string
  readonly license: string
  readonly steps: readonly Step[]
}

export const historyOf = (name: string): History =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'))

/** What the repository has beside sources and tests. */
export const settings = (test: string): Readonly<Record<string, string>> => ({
  'package.json': '{ "type": "module" }',
  'vitest.config.js': `export default { test: { globals: true, include: ['**/*${endingOf(test)}'] } }`,
})

/** E.g. `.spec.ts` */
export const endingOf = (test: string): string => /\.\w+\.[jt]s$/.exec(test)?.[0] ?? ''
