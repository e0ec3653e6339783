import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownTemplates, placeholdersOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { templates as source } from '../packages/protocols/tdd/prompts/index.ts'
import { root, sourceFiles } from './source-files.ts'

const templates = ['packages/runtime/src/prompts/templates', 'packages/protocols/tdd/prompts/templates'].flatMap(
  (path) => readdirSync(join(root, path)).map((name) => ({ name, text: readFileSync(join(root, path, name), 'utf8') })),
)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Rules are named in code, as texts of their own. */
const sources = ['packages/protocols/tdd/gates', 'packages/measuring/src', 'packages/runtime/src/workspace']
  .flatMap(sourceFiles)
  .filter(({ path }) => !/\.test\.ts$|\/proofs\//.test(path))
  .map(({ text }) => text)
  .join('\n')

test('every rule that a template warns of is one that refuses', () => {
  for (const { name, text } of templates) {
    const [, section = ''] = /## The gate refuses\n([\s\S]*?)\n## /.exec(text) ?? []
    const named = [...section.matchAll(/^- ((?:`[a-z-]+`(?:, )?)+)/gm)].flatMap(
      ([, rules = '']) => rules.match(/[a-z][a-z-]+/g) ?? [],
    )
    if (!/^(system|any-task)\.md$/.test(name)) expect(named.length, name).toBeGreaterThan(0)
    for (const rule of named)
      expect(new RegExp(`'${rule}'|^  ${rule}:`, 'm').test(sources), `${name}: ${rule}`).toBe(true)
  }
})

test('what an agent trips over most is told to whoever may do it', () => {
  const told = (name: string): string => templates.find((each) => each.name === `${name}.md`)?.text ?? ''
  const rules = {
    'qa-red': ['asserts-constants', 'ignores-result', 'any-result-passes', 'flaky', 'outside-role', 'already-passes'],
    'dev-green': ['passes-without-implementation', 'coverage-below', 'flaky', 'outside-role', 'test-changed'],
    'qa-refactor-tests': ['assertion-weakened', 'fewer-tests', 'complexity-rose'],
    'dev-refactor-implementation': ['export-changed', 'duplication-rose', 'test-changed'],
  }
  for (const [name, wanted] of Object.entries(rules))
    for (const rule of wanted) expect(told(name), `${name}: ${rule}`).toContain(`\`${rule}\``)
})

test('the guide to prompts names every template and every placeholder', () => {
  const guide = read('docs/prompts.md')
  for (const { spec } of knownTemplates([source])) expect(guide).toContain(`\`${spec.name}\``)
  for (const { name, kind, says } of placeholdersOf(source))
    expect(guide).toContain(`| \`{{${name}}}\` | ${kind} | ${says} |`)
})
