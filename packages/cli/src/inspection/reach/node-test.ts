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
