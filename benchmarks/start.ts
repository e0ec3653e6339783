/**
 * What it costs to begin in a repository of 50,000 files, with the release bundle: until `sigma init` has said that the
 * configuration is written, until `sigma tdd` has said that its run begins, and `sigma doctor` to its end.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandConfig, numbers } from '../test/kit/project.ts'
import { untilSaid } from './first-word.ts'
import { commitAll, type Layout, writeLarge } from './large-repository.ts'
import { type Figure, inTurn, median, ms, type Scale } from './measure.ts'
import { releaseIn, runNode } from './repository.ts'

const inRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** `layout`: one package, or 500 of them. */
export const startWith = (layout: Layout) =>
  async function* start(folder: string, scale: Scale): AsyncGenerator<Figure> {
    const files = scale({ whole: 50_000, short: 300 })
    const [path, home] = [join(folder, 'large'), join(folder, 'home')]
    mkdirSync(home)
    const env = { HOME: home, XDG_CACHE_HOME: join(folder, 'cache'), XDG_CONFIG_HOME: join(home, '.config') }
    const user = { path, env: { ...process.env, ...env, SIGMA_TRUST: 'all' } }
    writeLarge(path, files, layout)
    for (const [name, text] of Object.entries(numbers).filter(([name]) => name.startsWith('memory-bank/'))) {
      mkdirSync(join(path, name, '..'), { recursive: true })
      writeFileSync(join(path, name), text)
    }
    const source = layout === 'package' ? ['lib/**', 'src/**'] : ['packages/*/src/**', 'src/**']
    const settings = { tests: { runner: 'node:test', files: ['**/test/**'] }, source }
    const config = commandConfig(['sleep', '60'], {}, settings)
    writeFileSync(join(path, 'sigma.config.json'), config)
    commitAll(path, 'Set up')
    // The one dependency of a release is not installed by the bundler.
    symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'))
    const sigma = join(releaseIn(folder), 'bin', 'sigma.js')
    const said = (word: string, ...args: readonly string[]) =>
      untilSaid({
        word,
        command: [process.execPath, sigma, ...args],
        folder: path,
        env: { ...env, SIGMA_TRUST: 'all' },
      })
    const fresh = (): void => {
      for (const name of ['.sigma', '.claude-collective'])
        rmSync(join(path, name), { recursive: true, force: true, maxRetries: 5 })
    }
    const works = {
      git: () => runGit(user),
      init: () => said('wrote sigma.config.json', 'init', '--force', '--agent', 'node agent.mjs'),
      tdd: async () => {
        writeFileSync(join(path, 'sigma.config.json'), config)
        await said(' begins', 'tdd', 'numbers')
      },
      doctor: () => {
        fresh()
        runNode(user, [sigma, 'doctor'])
      },
    }
    for (const work of [works.init, works.tdd, works.doctor]) await work()
    const taken = await inTurn(scale({ whole: 11, short: 1 }), works)
    const git = median(taken('git'))
    const where = layout === 'package' ? 'one package of 50,000 files' : '500 packages of 100 files'
    for (const [name, called, most] of [
      ['init', 'sigma init until its configuration is written', 1],
      ['tdd', 'sigma tdd until its run begins', 1],
      ['doctor', 'sigma doctor', 3],
    ] as const) {
      const value = median(taken(name))
      yield {
        name: `${called}, ${where}, seconds`,
        value: value / 1_000,
        goal: { kind: 'at most', value: most },
        detail: `${ms(value)}; ${(value / git).toFixed(1)} times \`git status\` (${ms(git)})`,
      }
    }
  }

function runGit({ path, env }: { readonly path: string; readonly env: NodeJS.ProcessEnv }): void {
  runNode({ path, env }, ['-e', "require('child_process').execFileSync('git', ['status', '--porcelain'])"])
}
