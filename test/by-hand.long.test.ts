/** What two cycles cannot settle is merged by a person, and measured like anything else. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { git, makeRepository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** Both cycles make a helper of one name, and neither ever gives way, whatever it is told. */
const stubborn = `// Nothing waits for the trial: whoever is to be told of it in the next turn has to give it the time.
if (phase === 'REFACTOR_TESTS') await new Promise((resolve) => setTimeout(resolve, 8_000))
const name = cycle === 1 ? 'twice' : 'half'
const test = 'test/' + name + '.test.js'
if (phase === 'RED') {
  write['test/support.js'] = "import assert from 'node:assert/strict'\\nexport const " + name + "Equals = (a, b) => assert.equal(a, b)\\n"
  write[test] = write[test].replace("import assert from 'node:assert/strict'", "import { " + name + "Equals } from './support.js'").replace('assert.equal', name + 'Equals')
}
if (phase === 'REFACTOR_IMPL') {
  console.log('→[RIC, told ' + handoff.metadata.refused.map(({ rule }) => rule).join(' ') + ']')
  process.exit(0)
}
`
const helper = (name: string): string => `export const ${name}Equals = (a, b) => assert.equal(a, b)\n`
const imports = `import assert from 'node:assert/strict'\n`

test('a person merges in the folder that Sigma made; a bad merge is refused, a good one ends the run', {
  timeout: 960_000,
}, async () => {
  proves('F46', 'DPTR-102')
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(stubborn),
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], { rounds: 1 }),
  })
  const waiting = await sigma(repository, 'tdd', 'numbers')
  const { run } = resultOf(waiting)
  expect({ exit: waiting.exit, outcome: resultOf(waiting).outcome }, waiting.stderr).toEqual({
    exit: 3,
    outcome: 'waiting',
  })
  // They were told before the reviews, and would not hear.
  const log = (await sigma(repository, 'log', run)).stdout
  expect(log).toMatch(/slice1 trial.* +conflict in test\/support\.js[\s\S]*C1 review/)
  expect(log).toMatch(/slice1 lay +laid in a workspace for a person/)
  expect(log.match(/dev answers →RIC: told conflict-ahead/g)).toHaveLength(2)
  const inbox = await sigma(repository, 'inbox')
  expect(inbox.stdout).toMatch(/C1, C2: all of it is approved, but it does not go together/)
  expect(inbox.stdout).toMatch(/options:\n {4}extend .*\n +→ .*\n {4}merged .*\n +→ .*\n {4}abort /)
  const folder = /workspace: (.+)/.exec(inbox.stdout)?.[1] ?? ''
  const support = join(folder, 'test/support.js')
  expect(readFileSync(support, 'utf8')).toMatch(/^<{7} C1$[\s\S]*^>{7} C2$/m)
  expect(existsSync(join(folder, 'src/half.js'))).toBe(true)
  expect(git(repository, 'status', '--porcelain')).not.toContain('support.js')

  const decide = () => sigma(repository, 'decide', run, 'merged')
  rmSync(folder, { recursive: true })
  const gone = await decide()
  expect([gone.exit, gone.stderr]).toEqual([1, expect.stringContaining(`it is laid anew in ${folder}`)])
  const marked = await decide()
  expect([marked.exit, marked.stderr]).toEqual([
    1,
    expect.stringMatching(/error: The marks of conflicts are left in test\/support\.js\.\nhint: sigma inbox/),
  ])
  writeFileSync(support, imports + helper('twice'))
  writeFileSync(join(folder, 'agent.mjs'), '')
  const strayed = await decide()
  expect([strayed.exit, strayed.stderr]).toEqual([1, expect.stringContaining('agent.mjs')])

  writeFileSync(join(folder, 'agent.mjs'), honestAgent(stubborn))
  const bad = await decide()
  expect({ exit: bad.exit, outcome: resultOf(bad).outcome }, bad.stderr).toEqual({ exit: 3, outcome: 'waiting' })
  const again = await sigma(repository, 'inbox')
  expect(again.stdout).toContain('test/half.test.js')
  expect(again.stdout).toContain(`workspace: ${folder}`)
  expect(git(repository, 'branch', '--list', 'sigma/*')).toBe('')
  expect(readFileSync(support, 'utf8')).toBe(imports + helper('twice'))

  writeFileSync(support, imports + helper('twice') + helper('half'))
  const good = await decide()
  expect({ exit: good.exit, outcome: resultOf(good).outcome }, good.stderr).toEqual({ exit: 0, outcome: 'completed' })
  expect(git(repository, 'show', `sigma/${run}:test/support.js`)).toContain('halfEquals')
  const subjects = git(repository, 'log', '--format=%s', `sigma/${run}`)
  expect(subjects).toContain('Merge C1, C2 by hand')
  expect(git(repository, 'log', '-p', '-m', `sigma/${run}`)).not.toContain('<<<<<<<')
})
