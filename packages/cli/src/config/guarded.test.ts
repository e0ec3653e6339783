import { createMatcher } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { defaultGuarded } from './config.ts'

const isGuarded = createMatcher(defaultGuarded)

test.each([
  ...[
    'CLAUDE.md',
    'src/CLAUDE.md',
    'src/deep/CLAUDE.local.md',
    'AGENTS.md',
    'test/AGENTS.md',
    'src/AGENTS.override.md',
  ],
  ...['src/GEMINI.md', 'src/.claude/settings.json', '.claude/commands/x.md', 'test/.codex/config.toml', '.mcp.json'],
  ...['src/.mcp.json', 'src/.cursor/rules/a.mdc', 'src/.cursorrules', 'src/opencode.json', 'src/.opencode/agent/x.md'],
  'packages/a/.npmrc',
])('no agent writes what agents read that work here next: %s', (path) => {
  proves('T7')
  expect(isGuarded(path)).toBe(true)
})

test.each([
  ...['src/claude.md.js', 'src/agents.js', 'src/claude/index.js', 'src/codex/AGENTS.js', 'test/gemini.md.test.js'],
])('what only sounds like it is not guarded: %s', (path) => expect(isGuarded(path)).toBe(false))

test.each([
  ...[
    '.eslintrc.cjs',
    'src/.eslintrc.json',
    'src/.eslintignore',
    'test/.prettierrc',
    '.prettierignore',
    'src/biome.jsonc',
  ],
  ...[
    '.oxlintrc.json',
    '.editorconfig',
    'dprint.json',
    'eslint.config.js',
    'src/eslint.config.mjs',
    'tsconfig.test.json',
  ],
  ...[
    'src/.gitignore',
    'src/.ignore',
    'src/.jshintrc',
    'src/.stylelintignore',
    'src/.oxlintignore',
    'src/.biomeignore',
  ],
  ...[
    'src/.stylelintrc.yml',
    'src/.oxfmtrc.json',
    'src/.c8rc.json',
    'src/.lintstagedrc',
    'src/.markdownlint-cli2.jsonc',
  ],
  ...['src/tslint.json', 'src/tslint.yaml', 'src/knip.json', 'src/deno.jsonc', 'src/cspell.json', 'src/.cspell.json'],
  ...['src/.dprint.json', 'src/dprint.json', 'src/jsconfig.json', 'src/base.tsconfig.json', 'src/.standard.json'],
  ...['stryker.conf.json', 'stryker.conf.mjs', '.stryker.conf.cjs', 'src/stryker.config.json', '.stryker.config.mjs'],
  ...['.xo-config.json', 'src/.swcrc', '.babelrc.js', 'src/.flowconfig', 'src/.markdownlintignore', 'src/.rome.json'],
])('no agent changes what the project is checked by: %s', (path) => expect(isGuarded(path)).toBe(true))

test.each([
  ...['src/.hidden.js', 'src/ignore.js', 'src/rc.js', 'src/arc.json', 'src/.well-known/a.js', 'src/deno.ts'],
  ...['test/.env.test', 'src/knip.ts', 'src/words.json', 'src/tslint/rule.js'],
])('what only looks like settings is not guarded: %s', (path) => expect(isGuarded(path)).toBe(false))
