/**
 * Makes a fresh clone work under any Node from 18 on: installs what is not installed yet, then goes on under the
 * pinned Node. Plain JavaScript without dependencies, because nothing else is there when it starts.
 *
 *     node scripts/bootstrap.js check|test|long|verify|demo|mutants|bundle|bench [arguments for the last tool]
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareMachine, requireGit } from './machine.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')
const stamp = join(root, 'node_modules', '.sigma-installed')

const [name = '', ...rest] = process.argv.slice(2)
/** What was found, for whoever sums it up. */
const reports = join(root, '.reports', name)

/** What users install: tests that start a sigma start this one, which begins in a third of the time. Without it, e.g. `vitest run`, they start the source. */
const bundle = join(root, 'node_modules', '.cache', 'sigma-bundle')
const bundling = ['node', 'scripts/bundle.ts', bundle]
const bundled = { SIGMA_PROGRAM: join(bundle, 'package', 'bin', 'sigma.js') }

const checks = [['biome', 'check', '.', '--error-on-warnings'], ['tsc', '-b'], ['knip']]
const tests = [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./test/kit/not-run.ts',
  `--outputFile.json=${join(reports, 'tests.json')}`,
]

const plans = {
  check: { steps: checks, env: {} },
  test: { steps: [...checks, bundling, tests], env: bundled },
  // The real agents are 1.1 GB, and only here are they needed.
  long: {
    steps: [['node', 'scripts/install-agents.ts'], ['node', 'test/repositories/install-all.ts'], bundling, tests],
    env: { ...bundled, SIGMA_TIER: 'long' },
  },
  verify: { steps: [bundling, ['node', 'scripts/verify/main.ts']], env: bundled },
  demo: { steps: [['node', 'scripts/demo.ts']], env: {} },
  bench: { steps: [bundling, ['node', 'benchmarks/main.ts']], env: bundled },
  mutants: { steps: [['node', 'scripts/mutants.ts']], env: {} },
  bundle: { steps: [['node', 'scripts/bundle.ts']], env: {} },
}

const plan = Object.hasOwn(plans, name) ? plans[name] : null
if (plan === null) fail('There is no such script.', 'npm run')
if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Node ${process.version} is too old to start from.`, 'nvm install 24')
if (['test', 'long', 'verify'].includes(name)) prepareMachine(fail)
else requireGit(fail)
install()
process.exit(play(plan))

/** Runs every step, also after a failure, so that one run shows everything; the exit code is the first failure's. */
function play({ steps, env }) {
  rmSync(join(reports, 'tests.json'), { force: true })
  mkdirSync(reports, { recursive: true })
  const results = steps.map(([program, ...fixed], index) => {
    const last = index === steps.length - 1
    const exit = run(program, last ? [...fixed, ...rest] : fixed, env)
    return { step: [program, ...fixed].slice(0, 2).join(' '), exit }
  })
  writeFileSync(join(reports, 'steps.json'), JSON.stringify(results))
  const failed = results.filter(({ exit }) => exit !== 0)
  if (failed.length > 0) process.stderr.write(`\nfailed: ${failed.map(({ step }) => step).join(', ')}\n`)
  return failed[0]?.exit ?? 0
}

/** The pinned Node stands first on the PATH of our own tools only. */
function run(program, args, env) {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`
  const result = spawnSync(join(bin, program), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path },
  })
  if (result.error)
    fail(`${program} could not be started (${result.error.message}).`, 'rm -rf node_modules && npm install')
  return result.status ?? 1
}

function install() {
  if (existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return
  process.stderr.write('Installing dependencies (once) …\n')
  npmInstall(process.execPath)
  fetchNode()
  // An older Node makes npm leave out optional packages that ask for a newer one; the pinned one brings them in.
  if (Number(process.versions.node.split('.')[0]) < 24) npmInstall(pinnedNode)
  fetchNode()
  writeFileSync(stamp, wanted())
}

/** `npm ci` refuses locks that leave out other platforms' packages, so it is `npm install`. No package runs a script of its own. */
function npmInstall(node) {
  const npm = process.env.npm_execpath
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const path = `${join(node, '..')}${delimiter}${process.env.PATH ?? ''}`
  const options = { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, PATH: path } }
  const result = npm?.endsWith('.js') ? spawnSync(node, [npm, ...args], options) : spawnSync('npm', args, options)
  if (result.error) fail(`npm could not be started (${result.error.message}).`, 'npm --version')
  if (result.status !== 0) fail('npm could not install the dependencies; its own words stand above.', 'npm install')
}

/** The one install script that is run, and by name: without it the `node` package has no program, and npm makes no link to it. */
function fetchNode() {
  const script = join(root, 'node_modules', 'node', 'installArchSpecificPackage.js')
  if (!existsSync(pinnedNode) && existsSync(script))
    spawnSync(process.execPath, [script], { cwd: join(script, '..'), stdio: ['ignore', 2, 2] })
  if (!existsSync(pinnedNode)) fail('The pinned Node could not be installed.', 'npm rebuild node')
  const link = join(bin, 'node')
  if (!existsSync(link)) symlinkSync(join('..', 'node', 'bin', 'node'), link)
}

/** What the installation depends on, as one hash. */
function wanted() {
  const folders = readdirSync(join(root, 'packages')).sort()
  const files = [
    'package.json',
    'package-lock.json',
    ...folders.map((folder) => join('packages', folder, 'package.json')),
  ]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files) if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function fail(sentence, hint) {
  process.stderr.write(`error: ${sentence}\nhint: ${hint}\n`)
  process.exit(1)
}
