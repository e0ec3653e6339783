/** The small project of the end-to-end tests, with agents that do nothing but write what is wanted. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandConfig, honestAgent, numbers } from '../test/kit/project.ts'

export function beginRepository(parent: string): string {
  const folder = join(parent, 'repository')
  const agent = join(parent, 'agent.mjs')
  write(agent, honestAgent())
  // One cycle after the other: a turn that waits for another's tests would be blamed for it.
  for (const [path, text] of Object.entries(numbers))
    write(join(folder, path), text.replace('(parallel 2)', '(parallel 1)'))
  write(join(folder, 'sigma.config.json'), commandConfig(['node', agent]))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  return folder
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
