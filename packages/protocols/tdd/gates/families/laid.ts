/** Test-only: a task as a project of a runner has it. */
import type { Files } from '@sigma/measuring'
import { styles } from '../../../../measuring/src/fixture/small-project.ts'
import type { Task } from './tasks.ts'

export type RunnerName = keyof typeof styles

/** The source: lines before the function, and its body; absent: it says that it is not implemented. */
export interface Source {
  readonly before?: string
  readonly body: string
}

function sourceOf(runner: RunnerName, { name, parameters }: Task, source?: Source): string {
  const { gives } = styles[runner]
  const { before = '', body } = source ?? { body: `throw new Error('not implemented')` }
  return `${before}${before === '' ? '' : '\n'}${gives(name, `(${parameters}) => { ${body} }`)}\n`
}

/** `require` and `import` alike, for source that needs modules of Node. */
export const imported = (runner: RunnerName, names: string, from: string): string =>
  runner === 'jest' ? `const { ${names} } = require('${from}')` : `import { ${names} } from '${from}'`

const pathOf = (task: Task): string => `src/${task.name}.js`

export function projectOf(runner: RunnerName, task: Task, more: Files = {}): Files {
  return { ...styles[runner].config, [pathOf(task)]: sourceOf(runner, task), ...more }
}

export const written = (runner: RunnerName, task: Task, source: Source): Files => ({
  [pathOf(task)]: sourceOf(runner, task, source),
})

/** A test file of the task: tests by their names, and lines before them. */
export function testsOf(runner: RunnerName, task: Task, tests: Readonly<Record<string, string>>, before = ''): string {
  const { head, uses } = styles[runner]
  const all = Object.entries(tests).map(([name, body]) => `test('${name}', async () => { ${body} })`)
  return `${head}\n${uses(task.name, `../src/${task.name}.js`)}\n${before}\n${all.join('\n')}\n`
}

/** Honest tests of the examples, and those that are held back. */
export function examplesOf(runner: RunnerName, task: Task): Files {
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
    [`test/${task.name}.test.js`]: testsOf(runner, task, asked(task.shown)),
    [`test/${task.name}.held.test.js`]: testsOf(runner, task, asked(task.held)),
  }
}
