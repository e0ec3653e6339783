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
])('no agent changes what the project is checked by: %s', (path) => expect(isGuarded(path)).toBe(true))
