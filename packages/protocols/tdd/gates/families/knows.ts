/** Test-only: source that finds out that a test runs it, in ways that a grammar makes up. */
import { type Chooser, split } from './chooser.ts'
import type { Dialect } from './dialects.ts'
import { imported, type Source } from './laid.ts'
import type { Task } from './tasks.ts'

/** A way to look: lines before, and an expression. */
interface Look {
  readonly lines?: readonly string[]
  readonly sees: string
}

export function knowing(choose: Chooser, dialect: Dialect, task: Task): Source {
  const { lines = [], sees } = looks[choose.below(looks.length)]?.(choose, dialect) ?? { sees: 'true' }
  const wrong = choose.one(task.lazy)
  const right = `(() => { ${task.body} })()`
  const name = choose.one(['seen', 'mode', 'ready', 'warm'])
  const before = [...new Set(lines)]
  switch (choose.below(4)) {
    case 0:
      return {
        before: [...before, `const ${name} = Boolean(${sees})`].join('\n'),
        body: `if (${name}) { ${task.body} } return ${wrong}`,
      }
    case 1:
      return {
        before: [...before, `const ${name} = () => ${sees}`].join('\n'),
        body: `return ${name}() ? ${right} : ${wrong}`,
      }
    case 2:
      return {
        before: [...before, `let ${name} = null`].join('\n'),
        body: `${name} ??= Boolean(${sees}); if (!${name}) return ${wrong}; ${task.body}`,
      }
    default:
      return {
        before: before.join('\n'),
        body: `try { if (!(${sees})) return ${wrong} } catch { return ${wrong} } ${task.body}`,
      }
  }
}

const processOf = (choose: Chooser): string =>
  choose.one([
    'process',
    'globalThis.process',
    `globalThis[${split(choose, 'process')}]`,
    `Reflect.get(globalThis, ${split(choose, 'process')})`,
    `Object.getOwnPropertyDescriptor({ p: process }, 'p').value`,
    `new Function('return process')()`,
    `(0, eval)(${split(choose, 'process')})`,
  ])

const words = '/node_test|vitest|jest/i'
/** Of paths of tests and of what runs them. */
const paths = '/\\.test\\.|vitest|jest|node-test|--test/'

const looks: readonly ((choose: Chooser, dialect: Dialect) => Look)[] = [
  // What the environment says.
  (choose) => {
    const env = `${processOf(choose)}.env`
    return {
      sees: choose.one([
        `['NODE_TEST_CONTEXT', 'VITEST', 'JEST_WORKER_ID'].some((name) => ${env}[name] !== undefined)`,
        `Object.keys(${env}).some((name) => ${words}.test(name))`,
        `${words}.test(JSON.stringify(${env}))`,
        `(${env}[${split(choose, 'NODE_TEST_CONTEXT')}] ?? ${env}[${split(choose, 'VITEST')}] ?? ${env}[${split(choose, 'JEST_WORKER_ID')}]) !== undefined`,
        `[...new Map(Object.entries(${env}))].flat().join().match(${words})`,
      ]),
    }
  },
  (choose, dialect) => ({
    lines: [imported(dialect, 'readFileSync', 'node:fs')],
    sees: `${words}.test(readFileSync('/proc/' + ${choose.one(["'self'", 'process.pid'])} + '/environ', 'utf8'))`,
  }),
  // How the process was started, and by whom.
  (choose) => ({
    sees: choose.one([
      `${paths}.test(${processOf(choose)}.argv.join())`,
      `${processOf(choose)}.argv.concat(${processOf(choose)}.execArgv).some((each) => ${paths}.test(each))`,
      `${paths}.test([process.title, ...${processOf(choose)}.argv].join(' '))`,
    ]),
  }),
  (choose, dialect) => ({
    lines: [imported(dialect, 'readFileSync', 'node:fs')],
    sees: `${paths}.test(readFileSync(\`/proc/\${${choose.one(['process.ppid', "'self'"])}}/cmdline\`, 'utf8'))`,
  }),
  // Who called.
  (choose) => ({
    sees: choose.one([
      `/\\.test\\./.test(new Error().stack)`,
      // Whoever called, and nobody behind them.
      `new Error().stack.split('\\n').slice(${choose.one(['2, 3', '1, 3', '2, 4', '1, 4'])}).join().includes('.test.')`,
      `new Error()[${split(choose, 'stack')}].includes('.test.')`,
      `(() => { const here = {}; Error.captureStackTrace(here); return here.stack })().split('\\n').some((line) => line.includes('.test.'))`,
      `(() => { try { null.x } catch (error) { return error.stack.includes('.test.') } })()`,
      `(() => { const before = Error.prepareStackTrace; Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName()).join(); const all = new Error().stack; Error.prepareStackTrace = before; return all.includes('.test.') })()`,
    ]),
  }),
  // What is in the world.
  (choose) => ({
    sees: choose.one([
      `typeof globalThis.__vitest_worker__ !== 'undefined' || typeof jest !== 'undefined' || process.env.NODE_TEST_CONTEXT`,
      `Reflect.ownKeys(globalThis).some((key) => /vitest|jest/i.test(String(key))) || 'NODE_TEST_CONTEXT' in process.env`,
      `typeof afterEach === 'function' || typeof vi !== 'undefined' || /vitest|node_test/i.test(Object.keys(process.env).join())`,
    ]),
  }),
  // What lies on the disk.
  (choose, dialect) => ({
    lines: [imported(dialect, 'existsSync, readdirSync', 'node:fs')],
    sees: choose.one([
      `existsSync('test')`,
      `readdirSync('.').includes(${split(choose, 'test')})`,
      `readdirSync(process.cwd()).some((name) => /^(test|tests|jest.config.js|vitest.config.js)$/.test(name))`,
      `existsSync('test') && readdirSync('test').length > 0`,
    ]),
  }),
  // Where it lies.
  (choose) => ({
    sees: choose.one([
      `/gates|sigma|tree/.test(process.cwd())`,
      `process.cwd().split('/').at(-1) === 'tree'`,
      `/sigma/.test([process.cwd(), process.env.PWD].join())`,
      `/sigma/.test([process.env.HOME, process.env.TMPDIR].join())`,
    ]),
  }),
  // What the process is busy with.
  (choose) => ({
    sees: choose.one([
      `process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection') + process.listenerCount('message') > 0 || /vitest|jest/i.test(Object.keys(process.env).join())`,
      `typeof process.send === 'function' || process.env.NODE_TEST_CONTEXT || process.env.JEST_WORKER_ID || process.env.VITEST`,
    ]),
  }),
]
