import { readNodeArguments } from '@sigma/measuring'
import { code, matching, type Reach } from './configured.ts'
import { positionalsOf } from './words.ts'

const valued: ReadonlySet<string> = new Set([
  ...['--import', '--require', '-r', '--loader', '--experimental-loader', '--env-file', '-C', '--conditions'],
  ...['--test-reporter', '--test-reporter-destination', '--test-name-pattern', '--test-concurrency', '--test-timeout'],
])

/** What `node --test` runs by itself. */
const byItself = [
  ...[`**/*.test.${code}`, `**/*-test.${code}`, `**/*_test.${code}`, `**/test-*.${code}`, `**/test.${code}`],
  `**/test/**/*.${code}`,
]

export function nodeTestReach(args: readonly string[]): Reach {
  const given = positionalsOf(args, (word) => valued.has(word)).map((word) =>
    word.replace(/^\.\//, '').replace(/\/$/, ''),
  )
  if (given.length === 0) return matching(byItself)
  const isFiles = (word: string): boolean => /\.\w+$/.test(word) || /[*{]/.test(word)
  return matching(given.map((word) => (isFiles(word) ? word : `${word}/**/*.${code}`)))
}

/** What a script gives Node for its tests, beside how they are run and told, which Sigma says itself. */
export interface NodeGiven {
  readonly given: readonly string[]
  /** What tests cannot be given. */
  readonly leftOut: readonly string[]
}

const ofRunning = /^--(test($|[-=])|watch|experimental-test-(coverage|isolation))/

export function nodeGiven(args: readonly string[]): NodeGiven {
  const options = args.flatMap((word, at): readonly (readonly string[])[] => {
    if (!word.startsWith('-') || valued.has(args[at - 1] ?? '') || ofRunning.test(word)) return []
    return [valued.has(word) ? [word, args[at + 1] ?? ''] : [word]]
  })
  const isGiven = (option: readonly string[]): boolean => readNodeArguments(option).refused.length === 0
  return {
    given: options.filter(isGiven).flat(),
    leftOut: options.filter((option) => !isGiven(option)).map((option) => option.join(' ')),
  }
}
