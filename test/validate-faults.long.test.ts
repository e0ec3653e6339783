/** Fixers and specialists that break as processes do, and what they print that nobody may see. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { describe, test } from 'vitest'
import { git, type Repository } from './kit/repository.ts'
import { sigma } from './kit/sigma.ts'
import { countIn, logIn, validating } from './kit/validating.ts'

const evil = "console.log('src/total.js:1:1 no-eval: it is evil')\nprocess.exit(1)\n"

/** `check` is the program of the specialist `lint`, `fixer` that of the fixer; `node` goes before both. */
const changing = (check: string, fixer: string, node: readonly string[] = []): Repository =>
  validating({
    files: { 'src/total.js': 'export const total = 1\n', 'check.js': check },
    work: { 'src/total.js': 'export const total = 2\n' },
    ...{ fixer, node },
    validation: { specialists: { lint: { commands: [['node', ...node, 'check.js'].join(' ')] } } },
  })

const validate = ['validate', 'work', '--specialist', 'lint'] as const

const killed = "process.kill(process.pid, 'SIGKILL')\n"
/** In a small heap it ends for want of memory, by a signal of Node's own. */
const hungry = 'const all = []\nfor (;;) all.push(new Array(1e7).fill({}))\n'
const smallHeap = ['--max-old-space-size=16']

describe.concurrent('what breaks', () => {
  test.for([
    ['ends with 0 and no answer', 'process.exit(0)\n', [], 'no answer that can be taken', 2],
    ['is killed by a signal', killed, [], 'could not be asked', 3],
    ['runs out of memory', hungry, smallHeap, 'could not be asked', 3],
  ] as const)(
    'a fixer that %s has fixed nothing, is asked as often as is granted, and a person decides',
    async ([_, fixer, node, reason, errors], { expect }) => {
      proves('F30', 'VAL-84', 'VAL-108')
      using repository = changing(evil, fixer, node)
      const ended = await sigma(repository, ...validate)
      const log = logIn(repository)
      expect(ended.exit, ended.stderr).toBe(3)
      expect(
        [countIn(log, 'Error notification'), countIn(log, 'Escalation'), countIn(log, 'Fix completion')],
        log,
      ).toEqual([...[errors, 1, 0]])
      const inbox = await sigma(repository, 'inbox')
      expect(inbox.stdout).toContain(reason)
      expect(git(repository, 'for-each-ref', 'refs/heads/sigma')).toBe('')
    },
  )

  test.for([
    ['is killed by a signal', killed, []],
    ['runs out of memory', hungry, smallHeap],
  ] as const)('a specialist that %s has neither passed nor failed', async ([_, check, node], { expect }) => {
    proves('F30', 'VAL-06', 'VAL-87', 'VAL-88')
    using repository = changing(check, '', node)
    const ended = await sigma(repository, ...validate)
    const log = logIn(repository)
    expect(ended.exit, ended.stderr).toBe(3)
    for (const [what, count] of [
      ['Error notification', 2],
      ['Escalation', 1],
      ['Failure report', 0],
      ['Success notification', 0],
    ] as const)
      expect(countIn(log, what), `${what}\n${log}`).toBe(count)
  })

  test('secrets that a specialist prints are in no file, in no log, and in nothing that the fixer is told', async ({
    expect,
  }) => {
    proves('VAL-103')
    const [password, token] = ['correct-horse-battery', `ghp_${'Ab3'.repeat(12)}`]
    const check = `console.log('src/total.js:1:1 secret: ${password} and ${token}')\nprocess.exit(1)\n`
    const fixer = `
const { appendFileSync } = await import('node:fs')
appendFileSync(process.env.HOME + '/told', JSON.stringify(task) + '\\n')
console.log(task.type === 'acknowledge' ? '→[AK, ${token}]' : '→[FD, ${password} is no secret]')
`
    using plain = changing(check, fixer)
    const repository = { ...plain, env: { ...plain.env, DB_PASSWORD: password } }
    const ended = await sigma(repository, ...validate)
    expect(ended.exit, ended.stderr).toBe(3)
    const [run] = /validate-work-\w+/.exec(ended.stderr) ?? expect.unreachable(ended.stderr)
    const shown = [ended]
    for (const words of [['inbox'], ['log', run], ['log', '--json', run], ['why', run], ['status', '--json']])
      shown.push(await sigma(repository, ...words))
    const told = readFileSync(join(repository.home, 'told'), 'utf8')
    const store = readFileSync(join(repository.path, '.sigma/sigma.db'), 'latin1')
    const texts = [...filesBelow(join(repository.path, '.claude-collective')), told, store, ...shown.flatMap(textsOf)]
    for (const text of texts) for (const secret of [password, token]) expect(text.includes(secret)).toBe(false)
    expect(told).toContain('[secret DB_PASSWORD]')
  })
})

const textsOf = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): readonly string[] => [
  ...[stdout, stderr],
]

function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}
