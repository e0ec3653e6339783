/** A project in which letters are written: the toy protocol, played by a real sigma. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Files, makeRepository, type Repository } from './repository.ts'
import { source } from './sigma.ts'

/** Greets only who was wished to be greeted. While a file `hold` lies in its home, the writer says that it began, and waits. */
const scribe = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const { context, task } = JSON.parse(readFileSync(0, 'utf8'))
const home = process.argv[2]
if (task.type === 'write') {
  if (existsSync(home + '/hold')) {
    writeFileSync(home + '/begun', '')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  }
  const greets = context.wishes.includes('greet')
  writeFileSync('letter.txt', (greets ? 'Dear ' + context.to + ',' : 'What a day.') + '\\nIt rains.\\n')
  console.log('→[PC, written]')
} else console.log(readFileSync(context.letterPath, 'utf8').includes('rains') ? '→[PA, understood]' : '→[NR, why?]')
`

const registered = fileURLToPath(new URL('with-toy.mjs', import.meta.url))

/** A module `ada`, whose developer is blocked at once, beside the letters to her. */
export const withTdd: Files = {
  'memory-bank/modules/ada/design.md': '# ada\n\n## Interface\n\n```js\nexport function slug(text)\n```\n',
  'memory-bank/modules/ada/tdd_plan.md': '# Plan\n\nBatch₁: (parallel 1)\n□ TDD₁: Slugs (slug) → ℜ→ℜᴳ→ℜᶠ\n',
}

export function letters(more: Files = {}): Repository {
  const repository = makeRepository({
    'package.json': '{ "type": "module" }\n',
    'test/one.test.js': "import { test } from 'node:test'\n\ntest('one', () => {})\n",
    'scribe.mjs': scribe,
    'blocked.mjs': "console.log('→[BL, which separator?]')\n",
    'sigma.config.ts': `export default {
  sandbox: 'off',
  agents: {
    blocked: { kind: 'command', command: ['node', import.meta.dirname + '/blocked.mjs'] },
    scribe: { kind: 'command', command: ['node', import.meta.dirname + '/scribe.mjs', import.meta.dirname + '/..'] },
  },
  roles: { writer: 'scribe', reader: 'scribe', qa: 'blocked', dev: 'blocked' },
}
`,
    ...more,
  })
  return { ...repository, program: source, env: { ...repository.env, NODE_OPTIONS: `--import=${registered}` } }
}

export const hasBegun = ({ home }: Repository): boolean => existsSync(join(home, 'begun'))

export const filesOf = (repository: Repository, path: string): string =>
  readFileSync(join(repository.path, path), 'utf8')
