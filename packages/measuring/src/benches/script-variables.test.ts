import { expect, test } from 'vitest'
import { scriptedVariables } from './script-variables.ts'

test.each([
  ['vitest', { test: 'TZ=UTC vitest run' }, { TZ: 'UTC' }],
  ['vitest', { test: `cross-env TZ="Europe/Berlin" LANG='de_DE' npx vitest` }, { TZ: 'Europe/Berlin', LANG: 'de_DE' }],
  ['jest', { test: 'tsc && TZ=UTC jest --coverage' }, { TZ: 'UTC' }],
  [
    'jest',
    { test: 'NODE_ENV=test npm run unit', unit: 'TZ=UTC node --no-warnings node_modules/jest/bin/jest.js' },
    { NODE_ENV: 'test', TZ: 'UTC' },
  ],
  ['node:test', { test: 'TZ=UTC node --test' }, { TZ: 'UTC' }],
  ['vitest', { test: 'xo && tsd', 'test:unit': 'TZ=UTC vitest run' }, { TZ: 'UTC' }],
  ['vitest', { test: 'TZ=UTC ava' }, {}],
  ['vitest', { start: 'TZ=UTC vitest run' }, {}],
  ['vitest', { test: 'npm test' }, {}],
  // What only a shell could fill in, and what decides how Sigma runs tests, is left out.
  ['vitest', { test: 'A=$HOME B=`id` PATH=/x HOME=/y VITEST_POOL_ID=1 C=1 vitest' }, { C: '1' }],
  ['jest', { test: 'NODE_OPTIONS=--experimental-vm-modules jest' }, { NODE_OPTIONS: '--experimental-vm-modules' }],
  ['jest', { test: 'NODE_OPTIONS="--import ./start.js" jest' }, {}],
])('%s finds in %j the variables %j', (runner, scripts, found) => {
  expect(scriptedVariables(scripts, runner)).toEqual(found)
})
