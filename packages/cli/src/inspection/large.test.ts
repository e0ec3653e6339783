/** Looking through a repository takes time in proportion to its files, whatever its layout. */
import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import { inspect } from './inspection.ts'

const layouts: Readonly<Record<string, (area: number) => Readonly<Record<string, string>>>> = {
  'workspaces, tested from the top': (area) => ({
    [`packages/p${area}/package.json`]: `{ "name": "p${area}" }`,
    ...of(20, (each) => `packages/p${area}/src/a${each}.js`),
    ...of(10, (each) => `packages/p${area}/test/a${each}.test.js`),
  }),
  'packages that are tested by themselves': (area) => ({
    [`packages/p${area}/package.json`]: `{ "name": "p${area}" }`,
    ...of(30, (each) => `packages/p${area}/test/a${each}.test.js`),
  }),
  'tests without a usual name': (area) => ({
    ...of(20, (each) => `lib/part${area}/a${each}.js`),
    ...of(10, (each) => `checks/part${area}/c${each}.js`),
  }),
}

const of = (count: number, name: (each: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, each) => [name(each), '']))

/** The processor time of this process alone: work beside it does not count. */
function cpuMs(work: () => unknown): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

test.each(Object.keys(layouts))('%s', { timeout: 60_000 }, (layout) => {
  const treeOf = (areas: number) => {
    const files = Array.from({ length: areas }, (_, area) => layouts[layout]?.(area) ?? {})
    const scripts = layout.includes('by themselves') ? {} : { test: 'node --test checks/ packages/' }
    const manifest = { workspaces: ['packages/*'], scripts }
    return fileTree(Object.assign({ 'package.json': JSON.stringify(manifest) }, ...files))
  }
  const [small, large] = [treeOf(100), treeOf(800)]
  const least = (tree: typeof small): number => Math.min(...[1, 2, 3].map(() => cpuMs(() => inspect(tree, ''))))
  expect(inspect(large, '')).toMatchObject({ kind: expect.stringMatching(/package|several/) })
  // Eight times the files; what compares each with each takes 64 times as long.
  expect(least(large) / least(small)).toBeLessThan(24)
})
