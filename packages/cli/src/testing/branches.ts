/** Branches of small repositories, and what `sigma gates --base` says of them. */
import { commandWorld, type Played, type WorldOptions } from './command-world.ts'
import { type Files, type TemporaryProject, temporaryProject } from './temporary-project.ts'

/** What test files begin with. */
export const imports = `import { equal } from 'node:assert/strict'\nimport { test } from 'node:test'\n`

export const began: Files = {
  'package.json': '{ "name": "prices", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/price.js': 'export function gross(net) {\n  return net * 1.2\n}\n',
  'test/price.test.js': `${imports}import { gross } from '../src/price.js'
test('adds the tax', () => {
  equal(gross(100), 120)
  equal(gross(0), 0)
})
test('knows nothing of discounts', () => equal(gross.length, 1))
`,
}

export const reduced: string = `export function gross(net) {
  return net * 1.2
}
export function reduced(net, rate) {
  if (rate > 1) {
    return 0
  }
  return net * (1 - rate)
}
`
export const reducedTest: string = `${imports}import { reduced } from '../src/price.js'
test('takes a part off', () => equal(reduced(100, 0.25), 75))
test('gives nothing for more than all', () => equal(reduced(100, 2), 0))
`

/** A repository whose branch `work` has these changes; null takes a file away. */
export async function branch(
  changes: Readonly<Record<string, string | null>>,
  first: Files = began,
): Promise<TemporaryProject> {
  const project = await temporaryProject(first)
  await project.git('checkout', '-q', '-b', 'work')
  await commit(project, changes)
  return project
}

export async function commit(
  project: TemporaryProject,
  changes: Readonly<Record<string, string | null>>,
): Promise<void> {
  project.write(
    Object.fromEntries(Object.entries(changes).flatMap(([path, text]) => (text === null ? [] : [[path, text]]))),
  )
  for (const [path, text] of Object.entries(changes)) if (text === null) await project.git('rm', '-q', path)
  await project.git('add', '--all')
  await project.git('commit', '-q', '--allow-empty', '-m', 'Work')
}

type Finding = Readonly<Record<'weight' | 'rule' | 'file' | 'line', string | number | null>>

export async function judge(
  project: TemporaryProject,
  options: WorldOptions = {},
  ...more: readonly string[]
): Promise<Played> {
  return await commandWorld(project, options).run('gates', '--base', 'main', '--json', ...more)
}

/** Weight, rule and place of each finding. */
export const found = ({ result, stderr }: Played): readonly (readonly unknown[])[] => {
  const findings = result['findings']
  if (!Array.isArray(findings)) throw new Error(stderr)
  return findings.map(({ weight, rule, file, line }: Finding) => [
    weight,
    rule,
    line === null ? file : `${file}:${line}`,
  ])
}
