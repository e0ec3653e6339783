import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configSchema, runners } from './config.ts'
import { differingText, fullText, type Proposed } from './config-text.ts'

const globs = fc.oneof(
  fc.constantFrom(['src/**'], ['test/**'], ['lib/**', 'index.js']),
  fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
)
const agents = fc.constantFrom<Pick<Proposed, 'agents' | 'roles'>>(
  { agents: {}, roles: {} },
  { agents: { claude: { kind: 'claude' } }, roles: { qa: 'claude', dev: 'claude' } },
  { agents: { mine: { kind: 'command', command: ['node', 'a [1, 2]'] } }, roles: { qa: 'mine' } },
)
const proposals = fc
  .tuple(agents, fc.constantFrom(...runners), globs, globs)
  .map(([who, runner, files, source]): Proposed => ({ ...who, tests: { runner, files }, source }))

const read = (text: string): unknown => configSchema.parse(JSON.parse(text))

test('the short file and the full one are read as the same configuration, the one that was proposed', () => {
  fc.assert(
    fc.property(proposals, (proposed) => {
      const { tests, ...others } = proposed
      const defaults = configSchema.parse({})
      const wanted = { ...defaults, ...others, tests: { ...defaults.tests, ...tests } }
      expect(read(differingText(proposed))).toEqual(wanted)
      expect(read(fullText(proposed))).toEqual(wanted)
    }),
  )
})

test('the full file names every setting, the short one none that is at its default', () => {
  const [defaults, proposed] = [configSchema.parse({}), { agents: {}, roles: {}, source: ['src/**'] }]
  const full = JSON.parse(fullText({ ...proposed, tests: { runner: 'jest', files: ['test/**'] } }))
  expect(Object.keys(full)).toEqual(Object.keys(defaults))
  expect(Object.keys(full.limits)).toEqual(Object.keys(defaults.limits))
  expect(JSON.parse(differingText({ ...proposed, tests: { runner: 'jest', files: ['test/**'] } }))).toEqual({
    agents: {},
    roles: {},
    tests: { runner: 'jest' },
  })
})

test('a list stands on one line, whatever its words hold', () => {
  const files = ['**/*.{test,spec}.js', 'a", [b]/**', '!e2e/**']
  const text = differingText({ agents: {}, roles: {}, source: ['src/**'], tests: { runner: 'jest', files } })
  expect(text).toContain(`"files": [${files.map((each) => JSON.stringify(each)).join(', ')}]\n`)
})
