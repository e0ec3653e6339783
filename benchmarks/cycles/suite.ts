/**
 * A suite of a minute: 200 test files with ten tests each on 200 modules, which import one another in groups of five and
 * eight that they share. A test takes its time half by computing and half by waiting, as tests of programs do that talk.
 */
import { type Style, styles } from '../../packages/measuring/src/fixture/small-project.ts'
import type { Work, Writes } from '../../test/repositories/published.ts'
import { type Files, lay } from '../ground.ts'
import { linkRunner } from '../linked-runner.ts'
import type { Scale } from '../measure.ts'
import { goals, type Subject } from './subject.ts'

interface Size {
  readonly files: number
  readonly tests: number
  /** Of one test: rounds of computing, and milliseconds of waiting. */
  readonly rounds: number
  readonly waitsMs: number
}

const sizes = {
  whole: { files: 200, tests: 10, rounds: 800_000, waitsMs: 11 },
  short: { files: 10, tests: 2, rounds: 1, waitsMs: 1 },
}

const commands: Readonly<Record<Style['runner'], readonly string[]>> = {
  'node:test': ['node', '--test', 'test/*.test.js'],
  vitest: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
  jest: ['node', 'node_modules/jest/bin/jest.js'],
}

export function generated(runner: Style['runner'], scale: Scale): Subject {
  const style = styles[runner]
  const size = scale<Size>(sizes)
  const at = (share: number): number => Math.floor(size.files * share)
  return {
    runner,
    lay: async (path) => {
      lay(path, { ...style.config, ...sources(style, size), ...tests(style, size), '.gitignore': 'node_modules\n' })
      linkRunner(path, runner)
    },
    tests: ['test/**/*.test.js'],
    source: ['src/**'],
    alone: commands[runner],
    size: `${(size.files * size.tests).toLocaleString('en')} tests in ${size.files} files`,
    runs: [
      { name: 'one cycle', goal: goals.first, work: workOn(style, 'tripled', [at(0.5)]) },
      { name: 'one cycle with a known baseline', goal: goals.known, work: workOn(style, 'doubled', [at(0.3)]) },
      {
        name: 'three cycles in parallel with a known baseline',
        goal: goals.first,
        work: workOn(style, 'squared', [at(0.1), at(0.4), at(0.8)]),
      },
    ],
  }
}

const group = 5
const shared = 8
const numbered = (index: number): string => String(index).padStart(3, '0')
const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

function sources({ gives, uses }: Style, { files }: Size): Files {
  const busy = `(rounds) => {\n  let value = 1\n  for (let round = 0; round < rounds; round += 1) value = (value * 48271) % 2147483647\n  return value\n}`
  const pause = '(ms) => new Promise((resolve) => setTimeout(resolve, ms))'
  const commons = indices(shared).map((each) => [
    `src/shared/s${each}.js`,
    gives(`s${each}`, `(number) => number + ${each}`),
  ])
  const modules = indices(files).map((index) => {
    const below = index % group === 0 ? `s${(index / group) % shared}` : `m${numbered(index - 1)}`
    const path = below.startsWith('s') ? `./shared/${below}.js` : `./${below}.js`
    const own = gives(`m${numbered(index)}`, `(number) => ${below}(number) + ${index}`)
    return [`src/m${numbered(index)}.js`, `${uses(below, path)}\n${own}\n`]
  })
  return {
    'test/kit/work.js': `${gives('busy', busy)}\n${gives('pause', pause)}\n`,
    ...Object.fromEntries([...commons, ...modules]),
  }
}

/** What a module makes of a number. */
function made(index: number, number: number): number {
  const first = index - (index % group)
  const within = indices(index - first + 1).reduce((sum, each) => sum + first + each, 0)
  return number + ((first / group) % shared) + within
}

function tests({ head, uses, test }: Style, { files, tests, rounds, waitsMs }: Size): Files {
  const fileOf = (index: number): string => {
    const second = (index * 7 + 3) % files
    const used = [...new Set([index, second])]
    const cases = indices(tests).map((number) => {
      const of = used[number % used.length] ?? index
      const equal = `assert.equal(m${numbered(of)}(${number}), ${made(of, number)})`
      return `test('${number} through ${numbered(of)}', async () => {\n  busy(${rounds})\n  await pause(${waitsMs})\n  ${equal}\n})\n`
    })
    const imports = used.map((each) => uses(`m${numbered(each)}`, `../src/m${numbered(each)}.js`))
    return [head, ...imports, uses('busy, pause', './kit/work.js'), '', ...cases].join('\n')
  }
  return Object.fromEntries(indices(files).map((index) => [test(`f${numbered(index)}`), fileOf(index)]))
}

const bodies = {
  tripled: { made: 'number * 3', tidy: '3 * number', of4: 12 },
  doubled: { made: 'number + number', tidy: '2 * number', of4: 8 },
  squared: { made: 'number * number', tidy: 'number ** 2', of4: 16 },
} as const

/** A function more in each of these modules, one a cycle; what was written in GREEN is tidied afterwards. */
function workOn(style: Style, verb: keyof typeof bodies, modules: readonly number[]): Work {
  const parts = modules.map((index, at) => partOf(style, verb, index, at + 1))
  return {
    module: verb,
    design: `# ${verb}\n\n## Interface\n\n\`\`\`js\n${parts.map(({ name }) => `export function ${name}(number)`).join('\n')}\n\`\`\`\n`,
    plan: `Batch₁: (parallel ${modules.length})\n${parts.map(({ line }) => line).join('')}`,
    turns: {
      Phase0: Object.assign({}, ...parts.map(({ declared }) => declared)),
      ...Object.assign({}, ...parts.map(({ turns }) => turns)),
    },
  }
}

interface Part {
  readonly name: string
  readonly line: string
  readonly declared: Writes
  readonly turns: Work['turns']
}

function partOf({ head, uses, test, runner }: Style, verb: keyof typeof bodies, index: number, cycle: number): Part {
  const [name, file] = [`${verb}${numbered(index)}`, `src/m${numbered(index)}.js`]
  const { made, tidy, of4 } = bodies[verb]
  const isModule = runner !== 'jest'
  const own = (body: string): string => `${isModule ? 'export ' : ''}function ${name}(number) {\n  ${body}\n}\n`
  const [declared, written, tidied] = [
    own(`throw new Error('not implemented')`),
    own(`return ${made}`),
    own(`return ${tidy}`),
  ]
  const example = `test('${name} of 4', () => {\n  assert.equal(${name}(4), ${of4})\n})\n`
  return {
    name,
    line: `□ TDD${'₀₁₂₃'[cycle]}: ${name} (${name}) → ℜ→ℜᴳ→ℜᶠ [files: ${file}, ${test(name)}]\n`,
    declared: { [file]: [['', `\n${declared}${isModule ? '' : `\nexports.${name} = ${name}\n`}`]] },
    turns: {
      [`RED ${cycle}`]: { [test(name)]: [head, uses(name, `../${file}`), '', example].join('\n') },
      [`GREEN ${cycle}`]: { [file]: [[declared, written]] },
      [`REFACTOR_IMPL ${cycle}`]: { [file]: [[written, tidied]] },
    },
  }
}
