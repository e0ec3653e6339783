import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pages } from '../kit/pages.ts'
import { commonjsFlat } from './cases/commonjs-flat.ts'
import { jestBabel } from './cases/jest-babel.ts'
import { npmWorkspaces } from './cases/npm-workspaces.ts'
import { vitestTypescript } from './cases/vitest-typescript.ts'
import type { Published } from './published.ts'
import { twelve } from './twelve.ts'

const all: readonly Published[] = Object.values(twelve).flat()
const versions = z.record(z.string(), z.string()).default({})
const manifestSchema = z.object({ dependencies: versions, devDependencies: versions })

test('there are twelve repositories, each with work of its own, whose packages are each of one version', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(12)
  for (const { name, files, feature, fix, found } of all) {
    expect(found.length, name).toBeGreaterThan(1)
    expect(feature.plan.match(/□/g), name).toHaveLength(2)
    expect(fix.plan.match(/□/g), name).toHaveLength(1)
    const manifests = Object.entries(files).filter(([path]) => path.endsWith('package.json'))
    for (const [path, text] of manifests) {
      const { devDependencies } = manifestSchema.parse(JSON.parse(text))
      for (const [each, version] of Object.entries(devDependencies))
        expect(version, `${name}: ${path}: ${each}`).toMatch(/^\d+\.\d+\.\d+$|^catalog:$/)
    }
  }
})

test('no two lists begin with the same runner, so that side by side they do not prove the same', () => {
  const runners = Object.values(twelve).map(([{ found }]) =>
    found.map(String).filter((each) => each.includes('^runner')),
  )
  expect(runners.flat()).toHaveLength(4)
  expect(new Set(runners.flat()).size).toBe(4)
})

test.for([vitestTypescript, jestBabel])(
  'the gates are shown all of their proofs with the runner that Sigma is developed with: $name',
  ({ files }) => {
    const { devDependencies } = manifestSchema.parse(JSON.parse(files['package.json'] ?? ''))
    const own = manifestSchema.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
    const runner = ['vitest', 'jest'].find((each) => each in devDependencies) ?? ''
    expect(devDependencies[runner]).toBe(own.devDependencies[runner])
  },
)

test.each([
  ['docs/fix-a-bug.md', commonjsFlat.fix.design, commonjsFlat.fix.plan],
  ['docs/existing-class.md', jestBabel.feature.design, jestBabel.feature.plan],
  ['docs/monorepo.md', npmWorkspaces.feature.plan],
])('what %s has written for Sigma is what is played', (path, ...documents) => {
  const text = pages.find((page) => page.path === path)?.text
  for (const each of documents) expect(text).toContain(`\n${each}`)
})
