import { expect, test } from 'vitest'
import { firstStatementIn } from './first-statement.ts'

test.each([
  ['a statement', 'a.js', '|const a = 1\n'],
  ['an import', 'a.js', `|import a from 'a'\n`],
  ['a comment that a runner reads', 'a.js', `/** @jest-config-loader a */\n|import a from 'a'\n`],
  ['a comment that a compiler reads', 'a.ts', '// @ts-nocheck\n|const a: 1 = 2\n'],
  ['a directive', 'a.cjs', `// Strict.\n'use strict'|\nconst a = 1\n`],
  ['several directives', 'a.cjs', `'use strict';\n"use asm";|const a = 1\n`],
  ['a line for the shell', 'a.js', `#!/usr/bin/env node\n|const a = 1\n`],
  ['a string that is no directive', 'a.js', `|a()\n'use strict'\n`],
  ['no statement at all', 'a.js', '// Nothing.\n|'],
])('may stand before or behind %s', (_, file, marked) => {
  expect(firstStatementIn(file, marked.replace('|', ''))).toBe(marked.indexOf('|'))
})
