/** A repository of its own for a test, in a folder that is gone afterwards. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createProcesses } from '@sigma/runtime'

export type Files = Readonly<Record<string, string>>

export interface TemporaryProject extends Disposable {
  readonly root: string
  /** Where `XDG_CACHE_HOME` points. */
  readonly cache: string
  write(files: Files): void
  git(...args: readonly string[]): Promise<string>
  /** Everything that a person could see change: status, refs and HEAD. */
  state(): Promise<string>
}

/** With these files committed. */
export async function temporaryProject(files: Files): Promise<TemporaryProject> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-cli-')))
  const root = join(folder, 'project')
  mkdirSync(root)
  const write = (some: Files): void => writeFiles(root, some)
  const git = (...args: readonly string[]): Promise<string> => runGit(root, args)
  write(files)
  await git('init', '-q', '-b', 'main')
  await git('add', '--all')
  await git('commit', '-q', '--allow-empty', '-m', 'Begin')
  return {
    root,
    cache: join(folder, 'cache'),
    write,
    git,
    state: async () =>
      [
        await git('status', '--porcelain', '--ignored'),
        await git('for-each-ref'),
        await git('symbolic-ref', '-q', 'HEAD'),
      ].join('\n--\n'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

async function runGit(cwd: string, args: readonly string[]): Promise<string> {
  const result = await createProcesses().run({
    command: ['git', '-c', 'user.name=test', '-c', 'user.email=test@example.invalid', ...args],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, GIT_CONFIG_GLOBAL: '/dev/null' },
    limitMs: 30_000,
    maxOutputBytes: 1_000_000,
    graceMs: 100,
  })
  if (result.exit !== 0 && result.exit !== 1) throw new Error(`git ${args.join(' ')}: ${result.stderr}`)
  return result.stdout
}
