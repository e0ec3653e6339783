import type { Cause } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { settingsAgainst } from './cause-settings.ts'

const cause = (gives: Cause['gives'], shown: Cause['shown'] = 'trial'): Cause => ({
  ...{ cause: 'file', needs: 'it', tests: ['a › b'], setting: '', shown, sign: '' },
  ...(gives !== undefined && { gives }),
})

test.each<[string, readonly Cause[], unknown]>([
  ['nothing', [], null],
  ['a trial', [cause({ reads: ['.git'] })], { reads: ['.git'] }],
  [
    'two trials',
    [cause({ reads: ['a.json'] }), cause({ env: { TZ: 'UTC' }, reads: ['a.json', 'b'] })],
    { env: { TZ: 'UTC' }, reads: ['a.json', 'b'] },
  ],
  ['a sign alone', [cause({ reads: ['.git'] }, 'sign')], null],
  ['a command to type', [cause(undefined)], null],
  ['a host, which a person opens', [cause({ hosts: ['127.0.0.1:5432'] })], null],
  ['a file that may hold secrets', [cause({ reads: ['.env'] })], null],
  [
    'one of its kind below',
    [cause({ reads: ['config/.env.test'] }), cause({ env: { LANG: 'C' } })],
    { env: { LANG: 'C' } },
  ],
])('against %s', (_, causes, expected) => expect(settingsAgainst(causes)).toEqual(expected))
