import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { localLiving, localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { createRehearsals } from './rehearsals.ts'

const { PATH = '' } = process.env
const top = mkdtempSync(join(tmpdir(), 'trying-checks-'))
afterEach(() => rmSync(top, { recursive: true, force: true }))

/** Says what it finds, and leaves something behind. */
const lint = `import { readFileSync, writeFileSync } from 'node:fs'
import { word } from 'words'
writeFileSync('src/left.js', '')
if (readFileSync('src/a.js', 'utf8').includes(word)) throw new Error('src/a.js:1:1 ' + word)
`
const files = {
  'package.json': '{ "type": "module" }',
  'lint.mjs': lint,
  'src/a.js': 'export const a = 1 // FIXME\n',
  'test/a.test.js': "import { test } from 'node:test'\ntest('a', () => {})\n",
  'node_modules/words/package.json': '{ "type": "module", "exports": "./index.js" }',
  'node_modules/words/index.js': "export const word = 'FIXME'\n",
}

test('checks of the project are tried where they are asked for, and leave nothing where somebody works', async () => {
  const path = join(top, 'tree')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  const rehearsals = createRehearsals({
    processes: { ...localProcesses(), ...localLiving() },
    scratch: join(top, 'scratch'),
    environment: (home, temporary) => ({ PATH, HOME: home, TMPDIR: temporary }),
  })
  const project = { ...nodeProject, checks: ['node lint.mjs', 'node --check src/a.js', 'no-such-linter'] }
  const rehearse = (more: object = {}) =>
    rehearsals.rehearse({ path, project, scope: 'all', ...more }, AbortSignal.timeout(30_000))
  const { checks, outcome } = await rehearse({ checks: true })
  expect([outcome, checks]).toMatchObject([
    'passed',
    [
      {
        command: 'node lint.mjs',
        outcome: 'failed',
        why: null,
        said: expect.stringContaining('Error: src/a.js:1:1 FIXME'),
      },
      { command: 'node --check src/a.js', outcome: 'passed', said: '' },
      { command: 'no-such-linter', outcome: 'cannot-run', why: expect.any(String) },
    ],
  ])
  expect(checks?.[0]?.said).not.toContain(top)
  expect(existsSync(join(path, 'src/left.js'))).toBe(false)
  expect(await rehearse()).not.toHaveProperty('checks')
  writeFileSync(join(path, 'src/a.js'), 'export const a = 1\n')
  expect((await rehearse({ checks: true })).checks?.[0]).toMatchObject({ outcome: 'passed' })
  expect(readdirSync(join(top, 'scratch')).length).toBe(1)
  await rehearsals.release(path)
  expect(readdirSync(join(top, 'scratch'))).toEqual([])
})
