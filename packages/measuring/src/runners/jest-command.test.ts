import { expect, test } from 'vitest'
import { optionsOf } from './jest-command.ts'

test('what decides how files load is taken from the script, and nothing else', () => {
  expect(optionsOf('jest --watch -t slow --coverage --silent')).toEqual({ nodeOptions: [], options: [] })
  expect(optionsOf('NODE_OPTIONS=--experimental-vm-modules jest -c config/jest.js')).toEqual({
    nodeOptions: ['--experimental-vm-modules'],
    options: ['--config=config/jest.js'],
  })
  const quoted = `NODE_OPTIONS="$NODE_OPTIONS --experimental-vm-modules --no-warnings" npx jest --config='a b.json' --rootDir=..`
  expect(optionsOf(quoted)).toEqual({
    nodeOptions: ['--experimental-vm-modules'],
    options: ['--config=a b.json', '--rootDir=..'],
  })
  expect(optionsOf('jest --config')).toEqual({ nodeOptions: [], options: [] })
  expect(optionsOf('')).toEqual({ nodeOptions: [], options: [] })
})
