/** A small project that is tested with vitest, and in which Stryker plants mutants. */
import type { Installable } from './published.ts'

export const oldTests: string = `import { expect, test } from 'vitest'
import { small } from '../src/text.js'

test('small letters', () => {
  expect(small('Ab')).toBe('ab')
})
`

export const withStryker: Installable = {
  manager: 'npm',
  files: {
    'package.json': JSON.stringify({
      name: 'texts',
      version: '1.0.0',
      private: true,
      type: 'module',
      devDependencies: {
        '@stryker-mutator/core': '10.1.1',
        '@stryker-mutator/vitest-runner': '10.1.1',
        vitest: '5.1.1',
      },
    }),
    '.gitignore': 'node_modules\nreports\n',
    'vitest.config.js': `export default { test: { include: ['test/**/*.test.js'] } }\n`,
    'stryker.config.json': JSON.stringify({ testRunner: 'vitest', concurrency: 2 }),
    'src/text.js': '/** Small letters. */\nexport function small(text) {\n  return text.toLowerCase()\n}\n',
    'test/text.test.js': oldTests,
  },
}
