import { expect, test } from 'vitest'
import { tellingLine } from './heard.ts'

const lost = `node:internal/modules/cjs/loader:1372
  throw err;
  ^

Error: Cannot find module '/opt/codex-acp/dist/index.js'
${'    at Function._load (node:internal/modules/cjs/loader:1217:37)\n'.repeat(20)}{
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.1.0
`

test('of what a program printed before it died, the line that names the error is told', () => {
  expect(tellingLine(lost)).toBe("Error: Cannot find module '/opt/codex-acp/dist/index.js'")
  expect(tellingLine('starting\r\n\u001b[31merror: unknown option --acp\u001b[0m\nusage: x\n')).toBe(
    'error: unknown option --acp',
  )
  expect(tellingLine('x\nError [ERR_MODULE_NOT_FOUND]: Cannot find package\n  at y')).toBe(
    'Error [ERR_MODULE_NOT_FOUND]: Cannot find package',
  )
})

test('where none does, the last line that says something; a line is never told from its middle', () => {
  expect(tellingLine('one\n\nKilled\n\n')).toBe('Killed')
  expect(tellingLine(`key=sk-${'a'.repeat(700)}`)).toMatch(/^key=sk-a/)
  expect(tellingLine(' \n')).toBe('')
})
