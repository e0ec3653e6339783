import { expect, test } from 'vitest'
import { argumentsFor } from './planting.ts'

const file = (path: string, ...lines: readonly number[]) => ({ path, text: '', lines: new Set(lines) })

test('the changed lines are told as ranges, from the folder of the project; what could be a pattern as a whole file', () => {
  const odd = [file('packages/a/src/[id].ts', 9), file('packages/a/src/(a),b.ts', 1)]
  const changed = [...odd, file('packages/a/src/c.ts', 9, 2, 3, 4)]
  expect(argumentsFor(changed, 'packages/a')).toEqual([
    ...['--mutate', 'src/?id?.ts,src/?a??b.ts,src/c.ts:2-4,src/c.ts:9-9', '--reporters', 'json', '--force'],
  ])
})

test('more ranges than one argument holds are told as whole files', () => {
  const odd = Array.from({ length: 20_000 }, (_, at) => 2 * at + 1)
  expect(argumentsFor([file('src/a.ts', ...odd)], '')[1]).toBe('src/a.ts')
})
