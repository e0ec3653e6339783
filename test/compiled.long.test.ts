/** What is compiled of a runner, as gates use it: in the sandbox, on git checkouts. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { expect, test } from 'vitest'
import { openGround } from '../benchmarks/ground.ts'
import { styles } from '../packages/measuring/src/fixture/small-project.ts'

/** Passes where nobody can write among what is compiled; `second` only where it is used. */
const tries = (head: string, second: boolean): string => `${head}
test('tries to plant', () => {
  const { getCompileCacheDir } = process.getBuiltinModule('node:module')
  const { readdirSync, writeFileSync, unlinkSync, renameSync, mkdirSync } = process.getBuiltinModule('node:fs')
  const folder = getCompileCacheDir()
  assert.equal(typeof folder, ${second ? "'string'" : 'typeof folder'})
  if (folder === undefined) return
  const file = folder + '/' + readdirSync(folder)[0]
  const ways = [() => writeFileSync(file, 'x'), () => writeFileSync(folder + '/new', 'x'), () => unlinkSync(file),
    () => renameSync(file, folder + '/moved'), () => mkdirSync(folder + '/more'), () => writeFileSync(folder + '/../load.cjs', 'x')]
  for (const way of ways) assert.throws(way, { code: 'EROFS' })
})
`

test.each(['vitest', 'jest'] as const)('what tests with %s load was compiled where they cannot write', async (name) => {
  needs('bubblewrap')
  const folder = mkdtempSync(join(tmpdir(), 'sigma-compiled-'))
  const style = styles[name]
  const file = style.test('plants')
  await using ground = await openGround(folder, style, { [file]: tries(style.head, false) })
  await ground.judge('baseline', ground.head, {})
  const again = await ground.commit(ground.head, { 'notes.md': 'again\n' })
  await ground.judge('baseline', again, {})
  const kept = contentsOf(join(folder, 'cache'))
  expect(Object.keys(kept).length).toBeGreaterThan(50)
  expect(Object.keys(kept).filter((path) => path.endsWith('load.cjs'))).toHaveLength(1)

  const used = await ground.commit(again, { [file]: tries(style.head, true) })
  await ground.judge('baseline', used, {})
  expect(contentsOf(join(folder, 'cache'))).toEqual(kept)
  rmSync(folder, { recursive: true, force: true })
})

/** Of all that is compiled below a folder. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes('/compiled-'))
  return Object.fromEntries(files.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]))
}
