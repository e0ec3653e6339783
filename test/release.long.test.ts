import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byVerify } from '@sigma/engine/testing'
import { proofs as proofsOfTdd } from '@sigma/protocols/tdd/gates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import { proofs as proofsOfBoard } from '../packages/protocols/board/gates/proofs/proofs.ts'
import { proofs as proofsOfDesign } from '../packages/protocols/design/gates/proofs/proofs.ts'
import { proofs as proofsOfPlan } from '../packages/protocols/plan/gates/proofs/proofs.ts'
import { proofs as proofsOfReview } from '../packages/protocols/review/gates/proofs/proofs.ts'
import { proofs as proofsOfSteps } from '../packages/protocols/steps/gates/proofs/proofs.ts'
import { proofs as proofsOfValidation } from '../packages/protocols/validation/gates/proofs/proofs.ts'
import { shareProved } from './kit/kept.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-release-')))
const prefix = join(folder, 'prefix')
const repository = join(folder, 'repository')

/** A machine on which nothing of this checkout is: the package alone, and the Node that the project asks for. */
const env = {
  PATH: [join(prefix, 'bin'), join(process.execPath, '..'), '/usr/bin', '/bin'].join(delimiter),
  HOME: folder,
  XDG_CACHE_HOME: join(folder, 'cache'),
}
const sigma = (...args: readonly string[]) => spawnSync('sigma', args, { cwd: repository, env, encoding: 'utf8' })

const proofSchema = z.object({ gate: z.string(), rule: z.string().nullable(), ok: z.boolean() })
const doctorSchema = z.object({ proofs: z.array(proofSchema) })
const listSchema = z.object({ templates: z.array(z.object({ name: z.string() })) })

/** The packed release: the one that was made for these tests, or one that is made now. */
function packed(): string {
  const made = process.env['SIGMA_PROGRAM']
  if (made !== undefined) return join(made, '../../..', `sigma-cli-${packageJson.version}.tgz`)
  const bundled = spawnSync(process.execPath, [join(root, 'scripts', 'bundle.ts'), folder], { encoding: 'utf8' })
  expect(bundled.status, bundled.stderr).toBe(0)
  return bundled.stdout.trim()
}

beforeAll(() => {
  const args = ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', packed()]
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  cpSync(join(root, 'examples', 'demo'), folder, { recursive: true })
  shareProved(join(folder, 'cache'))
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], { cwd: repository })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
}, 1_920_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the packed release installs, names its version, and needs nothing of the checkout it was made in', () => {
  expect(sigma('--version')).toMatchObject({ status: 0, stdout: `${packageJson.version}\n` })
  expect(sigma('--help').stdout).toContain('sigma tdd')
  const pm = spawnSync('pm', ['--help'], { cwd: repository, env, encoding: 'utf8' })
  expect([pm.status, pm.stdout]).toEqual([0, expect.stringContaining('pm task')])
  expect(sigma('prompt', 'qa', 'RED').stdout).toContain('RED: write failing tests')
  const { templates } = listSchema.parse(JSON.parse(sigma('prompt', '--json').stdout))
  expect(templates.length).toBeGreaterThan(9)
  for (const { name } of templates) expect(sigma('prompt', name), name).toMatchObject({ status: 0 })
  const installed = join(prefix, 'lib', 'node_modules', '@sigma', 'cli')
  const found = spawnSync('grep', ['-rl', '--', root.replace(/\/$/, ''), installed], { encoding: 'utf8' })
  expect(found.stdout).toBe('')
  const led = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((docs\/[\w-]+\.md)/g)]
  expect(led.length).toBeGreaterThan(5)
  expect(led.filter(([, page = '']) => !existsSync(join(installed, page)))).toEqual([])
  const bill = JSON.parse(readFileSync(join(installed, 'bom.json'), 'utf8'))
  expect(bill.components.map(({ name }: { readonly name: string }) => name)).toContain('oxc-parser')
})

test('its errors are in the same words as those of the checkout, though its classes have other names', () => {
  expect(sigma('tdd').stderr).toBe('error: The argument <module> is missing.\nhint: sigma tdd --help\n')
  expect(sigma('status', '--jsn').stderr).toContain('There is no flag --jsn; did you mean "--json"?')
  expect(sigma('tdd', 'a', 'b').stderr).toContain('There is one argument too many: "b".')
})

test('what the README installs is a file: without a dot in front npm would look for a repository of that name', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(readme).toContain(`npm install --global ./release/sigma-cli-${packageJson.version}.tgz`)
})

test('with it a module is built, and a later start uses the compiled code', { timeout: 3_600_000 }, () => {
  const built = sigma('tdd', 'text')
  expect(built.status, built.stderr).toBe(0)
  expect(JSON.parse(built.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ outcome: 'completed' })
  expect(sigma('status').stdout).toContain('3 of 3 cycles of text are done')
  expect(existsSync(join(folder, 'cache', 'sigma', 'compile'))).toBe(true)
})

byVerify(() => {
  test('with it every gate refuses what it is there for', { timeout: 3_600_000 }, () => {
    const proved = sigma('doctor', '--proofs', '--json')
    expect(proved.status, proved.stdout + proved.stderr).toBe(0)
    const played = doctorSchema.parse(JSON.parse(proved.stdout)).proofs
    const proofs = [
      ...proofsOfTdd,
      ...proofsOfPlan,
      ...proofsOfDesign,
      ...proofsOfReview,
      ...proofsOfBoard,
      ...proofsOfValidation,
      ...proofsOfSteps,
    ]
    expect(played).toEqual(proofs.map(({ gate, rule }) => ({ gate, rule, ok: true })))
    expect(new Set(played.map(({ gate, rule }) => `${gate} ${rule === null}`)).size).toBe(29)
    const known = sigma('doctor')
    expect([known.status, known.stdout]).toEqual([0, expect.stringMatching(/\nAll is well\.\n$/)])
  })
})

test('in a folder that cannot hold compiled code it works all the same', () => {
  const status = spawnSync('sigma', ['--version'], {
    cwd: repository,
    env: { ...env, XDG_CACHE_HOME: '/dev/null' },
    timeout: 20_000,
    encoding: 'utf8',
  })
  expect(status).toMatchObject({ status: 0, stderr: '' })
})
