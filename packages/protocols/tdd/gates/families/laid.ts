/** Test-only: a task as a project has it, in one dialect. */
import type { Files } from '@sigma/measuring'
import type { Dialect } from './dialects.ts'
import type { Task } from './tasks.ts'

/** The source: lines before the function, and its body; absent: it says that it is not implemented. */
export interface Source {
  readonly before?: string
  readonly body: string
}

function sourceOf({ gives }: Dialect, { name, parameters }: Task, source?: Source): string {
  const { before = '', body } = source ?? { body: `throw new Error('not implemented')` }
  return `${before}${before === '' ? '' : '\n'}${gives(name, `(${parameters}) => { ${body} }`)}\n`
}

/** `require` and `import` alike, for source that needs modules of Node. */
export const imported = ({ isModule }: Dialect, names: string, from: string): string =>
  isModule ? `import { ${names} } from '${from}'` : `const { ${names} } = require('${from}')`

const pathOf = ({ ending }: Dialect, task: Task): string => `src/${task.name}.${ending}`

/** `held`: it is held back from who writes the source. */
export const testOf = ({ ending }: Dialect, { name }: Task, held = false): string =>
  `test/${name}${held ? '.held' : ''}.test.${ending}`

export function projectOf(dialect: Dialect, task: Task, more: Files = {}): Files {
  return { ...dialect.config, [pathOf(dialect, task)]: sourceOf(dialect, task), ...more }
}

export const written = (dialect: Dialect, task: Task, source: Source): Files => ({
  [pathOf(dialect, task)]: sourceOf(dialect, task, source),
})

/** A test file of the task: tests by their names, and lines before them. */
export function testsOf(dialect: Dialect, task: Task, tests: Readonly<Record<string, string>>, before = ''): string {
  const { head, uses } = dialect
  const all = Object.entries(tests).map(([name, body]) => `test('${name}', async () => { ${body} })`)
  return `${head}\n${uses(task.name, `../${pathOf(dialect, task)}`)}\n${before}\n${all.join('\n')}\n`
}

/** Honest tests of the examples, and those that are held back. */
export function examplesOf(dialect: Dialect, task: Task): Files {
  const asked = (examples: Task['shown']): Readonly<Record<string, string>> =>
    Object.fromEntries(
      task.shown.map((_, at) => [
        `does ${at}`,
        examples
          .filter((_each, other) => other % task.shown.length === at)
          .map(([given, wanted]) => `assert.deepEqual(${task.name}(${given}), ${wanted})`)
          .join('; '),
      ]),
    )
  return {
    [testOf(dialect, task)]: testsOf(dialect, task, asked(task.shown)),
    [testOf(dialect, task, true)]: testsOf(dialect, task, asked(task.held)),
  }
}
