import { expect, test } from 'vitest'
import { configSchema } from '../config/config.ts'
import { powersOf } from './powers.ts'

const told = (config: object): readonly string[] => powersOf(configSchema.parse(config)).flatMap(({ says }) => says)

test.each<[object, readonly string[]]>([
  [{}, []],
  [
    { notify: { webhook: 'https://example.org/hook', program: ['./tell.sh'], mail: 'ann@example.org', desktop: true } },
    [
      'posts each decision that waits for you to https://example.org/hook',
      'starts `./tell.sh` outside the sandbox for each decision that waits for you',
      'mails each decision that waits for you to ann@example.org',
      'shows each decision that waits for you on your desktop',
    ],
  ],
  [{ tests: { node: ['--import', 'tsx'] } }, ['starts Node for each test file with --import tsx']],
  [
    { tests: { env: { MINE: '$MINE', OTHER: '$MINE', LEVEL: 'high', API_KEY: 'k' } } },
    [
      'gives tests your variable MINE',
      'gives tests your variable MINE as OTHER',
      'sets LEVEL=high for tests',
      'sets API_KEY for tests',
    ],
  ],
  [
    { tests: { reads: ['.git', 'data/**', '.env', '!data/.env.test'] } },
    [
      'lets tests read data/**, .env, !data/.env.test, which is in no commit',
      '.env may hold secrets',
      'gives tests a git repository of their own, with your history and tags',
    ],
  ],
  [{ tests: { reads: ['.git'] } }, ['gives tests a git repository of their own, with your history and tags']],
  [{ tests: { hosts: ['db:5432'] } }, ['lets tests connect to db:5432']],
  [
    { checks: ['npm run lint', 'tsc'] },
    ['runs `npm run lint` on finished work, where the tests run', 'runs `tsc` on finished work, where the tests run'],
  ],
  [{ mutants: { command: 'npx stryker run' } }, ['runs `npx stryker run` on finished work, where the tests run']],
  [
    {
      validation: {
        specialists: {
          rules: { commands: ['npx rules'] },
          'unit-test': { off: true },
          'e2e-accessibility': { serve: 'npm start', url: 'http://127.0.0.1:3000/' },
        },
      },
    },
    ['runs `npx rules` on the work, where the tests run', 'runs `npm start` on the work, where the tests run'],
  ],
  [
    { format: 'prettier --write' },
    ['runs `prettier --write` where the tests run, and takes in what it makes of changed files'],
  ],
])('of %j a person is told what it does', (config, says) => {
  expect(told(config)).toEqual(says)
})

test('what is written there makes another power of it, and the order of variables does not', () => {
  const digests = (env: object): readonly string[] =>
    powersOf(configSchema.parse({ tests: { env } })).map(({ digest }) => digest)
  expect(digests({ A: '1', B: '2' })).toEqual(digests({ B: '2', A: '1' }))
  expect(digests({ A: '1' })).not.toEqual(digests({ A: '2' }))
})
