import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptyFolder } from '../covered/coverage-folder.ts'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { smallProject, styles } from '../fixture/small-project.ts'
import type { Reaches } from '../reached/reach.ts'
import { jest } from './jest.ts'
import { nodeTest } from './node-test.ts'
import type { RunRequest } from './runner.ts'
import { vitest } from './vitest.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const runners = { 'node:test': nodeTest, vitest, jest }
const { 'node:test': node, vitest: ofVitest, jest: ofJest } = styles

/** Passes only while the other of the two runs. */
const meets = (own: string, other: string, isJest: boolean): string => {
  const imported = '{ existsSync, writeFileSync } = '
  const fs = isJest ? `const ${imported}require('node:fs')` : `import { existsSync, writeFileSync } from 'node:fs'`
  return `${fs}
test('meets ${other}', async () => {
  writeFileSync('${own}.here', '')
  for (let times = 0; times < 35 && !existsSync('${other}.here'); times += 1) await new Promise((done) => setTimeout(done, 100))
  assert.ok(existsSync('${other}.here'))
})
`
}

test.for([node, ofVitest, ofJest])(
  'with $runner a wide run has a test file at a time for each core, and tells all that another does',
  async (style) => {
    expect(availableParallelism(), 'this machine has one core').toBeGreaterThan(1)
    const pair = [
      [style.test('one'), meets('one', 'two', style.runner === 'jest')],
      [style.test('two'), meets('two', 'one', style.runner === 'jest')],
    ].map(([file, text]) => [file, `${style.head}\n${text}`])
    const files = { ...smallProject(style), ...Object.fromEntries(pair) }
    const checkouts = folderCheckouts(undefined, modules)
    const commit = await checkouts.commit(files)
    const play = async (more: Partial<RunRequest>) => {
      await using checkout = await checkouts.open({ commit })
      let reaches: Reaches = new Map()
      const run = await runners[style.runner].run({
        ...{ processes: localProcesses(), checkout, folder: '', limitMs: 60_000, only: null },
        files: Object.keys(files).filter((file) => file.endsWith('.test.js')),
        isSource: (path) => path.startsWith('src/'),
        coverage: (await emptyFolder(checkout.scratch, 'coverage')).path,
        signal: AbortSignal.timeout(110_000),
        onReached: (seen) => (reaches = seen),
        ...more,
      })
      const sorted = run.tests.map(({ id, state }) => `${id} ${state}`).toSorted()
      return { problem: run.problem, faults: run.faults, sorted, reaches }
    }
    const wide = await play({ wide: true })
    expect(wide.problem).toBeNull()
    expect(wide.sorted.filter((each) => each.includes('meets'))).toEqual([
      `${style.test('one')} › meets two passed`,
      `${style.test('two')} › meets one passed`,
    ])
    const alone = await play({})
    const others = (sorted: readonly string[]) => sorted.filter((each) => !each.includes('meets'))
    expect(others(wide.sorted)).toEqual(others(alone.sorted))
    const own = (paths: readonly string[] = []) => paths.filter((path) => !path.endsWith('.here')).toSorted()
    for (const [file, { files: reached, open }] of alone.reaches) {
      expect(wide.reaches.get(file)?.open, file).toBe(open)
      expect(own(wide.reaches.get(file)?.files), file).toEqual(own(reached))
    }
  },
)
