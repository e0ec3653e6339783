import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { smallProject, styles } from '../fixture/small-project.ts'
import { jest } from './jest.ts'
import { nodeTest } from './node-test.ts'
import { vitest } from './vitest.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const runners = { 'node:test': nodeTest, vitest, jest }
const { 'node:test': node, vitest: ofVitest, jest: ofJest } = styles

test.for([node, ofVitest, ofJest])(
  '$runner names the test file that does not end',
  { timeout: 480_000 },
  async (style) => {
    const hanging = style.test('a')
    const files = { ...smallProject(style), [hanging]: `${style.head}\ntest('hangs', () => { for (;;); })\n` }
    const checkouts = folderCheckouts(undefined, modules)
    await using checkout = await checkouts.open({ commit: await checkouts.commit(files) })
    const run = await runners[style.runner].run({
      processes: localProcesses(),
      checkout,
      files: Object.keys(files).filter((file) => file.endsWith('.test.js')),
      folder: '',
      isSource: (path) => path.startsWith('src/'),
      limitMs: 20_000,
      coverage: null,
      only: null,
      signal: AbortSignal.timeout(110_000),
    })
    expect(run.problem?.rule).toBe('timed-out')
    expect(run.problem?.message).toMatch(/^The tests did not end within 20000 ms; still at work: .*test\/a\.test\.js/)
  },
)
