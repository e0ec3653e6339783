/**
 * Plays examples/demo through `sigma tdd` in a temporary folder, as a user would: the same launcher, the same command,
 * real git, real tests. Only the agents are scripted.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { absences, remedyOf } from './machine.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const sigma = join(root, 'packages', 'cli', 'bin', 'sigma.js')
const began = performance.now()

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-demo-')))
const repository = join(folder, 'repository')
const checkout = join(folder, 'delivered')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

cpSync(join(root, 'examples', 'demo'), folder, { recursive: true })
run('git', ['init', '--quiet', '--initial-branch=main'])
run('git', ['add', '--all'])
run('git', ['commit', '--quiet', '--message', 'Begin: words(), a design and a plan'])

say('A small repository with a design and a plan: memory-bank/modules/text/')
say('The agents are scripted: they play examples/demo/agents.json. All else is what a user runs.')
say('One of them will cheat: it makes its tests pass by rewriting them.\n')

show('sigma tdd text')
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') }
const played = spawnSync(process.execPath, [sigma, 'tdd', 'text'], {
  cwd: repository,
  stdio: ['inherit', 'pipe', 'inherit'],
  encoding: 'utf8',
  env,
})
// At a terminal sigma leaves its Result out, and so does what stands between them.
if (!process.stdout.isTTY) process.stdout.write(played.stdout)
if (played.error || played.status !== 0)
  end(`sigma tdd ended with ${played.status ?? played.signal}`, played.status ?? 1)
const { delivered } = JSON.parse(played.stdout.trimEnd().split('\n').at(-1) ?? '')

show(`git log --oneline main..${delivered.branch}`)
run('git', ['--no-pager', '-c', 'log.decorate=no', 'log', '--oneline', `main..${delivered.branch}`])
say('\nNothing of yours changed. New are two files of the memory bank, in which Sigma keeps how things stand:')
show('git status --short --branch')
run('git', ['status', '--short', '--branch'])

show(`node --test   # on ${delivered.branch}`)
run('git', ['worktree', 'add', '--quiet', checkout, delivered.branch])
run(process.execPath, ['--test'], checkout)

tellIfUnsandboxed()
say(
  `\nThe branch ${delivered.branch} was made and tested in ${Math.round((performance.now() - began) / 1000)} s, by scripted agents.`,
)

/** What Sigma itself says of the run, and the command that would change it. */
function tellIfUnsandboxed(): void {
  const status = spawnSync(process.execPath, [sigma, 'status', '--json'], { cwd: repository, encoding: 'utf8', env })
  if (JSON.parse(status.stdout).runs[0].sandbox.startsWith('sandboxed')) return
  const absent = absences().filter(({ need }) => need === 'bubblewrap')
  say(
    '\nThis run was unsandboxed: nothing but its rules kept agents and tests from the files and the network of this machine.',
  )
  say(absent.length === 0 ? 'hint: sigma doctor' : `hint: ${remedyOf(absent)}`)
}

function run(program: string, args: readonly string[], cwd: string = repository): void {
  const identity = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.org']
  const result = spawnSync(program, program === 'git' ? [...identity, ...args] : args, { cwd, stdio: 'inherit' })
  if (result.error || result.status !== 0) end(`${program} ${args[0]} failed`, 1)
}

function show(command: string): void {
  say(`\n$ ${command}`)
}

/** Through the same descriptor as the child's talk, so that the order holds where both are redirected. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function end(sentence: string, exit: number): never {
  process.stderr.write(`error: ${sentence}.\nhint: npm test\n`)
  process.exit(exit === 0 ? 1 : exit)
}
