import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

const configured = (settings: object): string => {
  const read: unknown = JSON.parse(String(textModule['sigma.config.json']))
  return JSON.stringify(Object.assign({}, read, settings))
}

test.each<[string, object, string, string]>([
  ['tests that leave no source', { tests: { files: ['**'] } }, '"tests.files" covers every file', '["test/**"]'],
  ['source that matches nothing', { source: ['dist/**'] }, '"source" matches none', '["src/**"]'],
  ['tests that match nothing', { tests: { files: ['spec/**'] } }, '"tests.files" matches none', '["test/**"]'],
])(
  '%s: every command that would run something ends before it, with what would do',
  async (_, settings, said, instead) => {
    using project = await temporaryProject({
      ...textModule,
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
      'src/other.js': 'export const a = 1\n',
      'test/other.test.js': "import { test } from 'node:test'\nimport '../src/other.js'\ntest('a', () => {})\n",
      'sigma.config.json': configured(settings),
    })
    for (const words of [['tdd', 'text'], ['gates']]) {
      const { exit, stderr } = await commandWorld(project).run(...words)
      expect([exit, stderr]).toEqual([1, expect.stringContaining(`error: ${said}`)])
      expect(stderr).toMatch(/^hint: Write "(source|tests)": .* in sigma\.config\.json, or: sigma init --force$/m)
      expect(stderr).toContain(instead)
    }
    expect(existsSync(join(project.root, '.sigma/sigma.db'))).toBe(false)
    const { stdout } = await commandWorld(project).run('doctor')
    expect(stdout).toContain(said)
  },
)
