import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

/** A host that takes in one change after another until it is killed. */
function startHost(repository: TemporaryRepository) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { temporaryWorkspaces } from ${JSON.stringify(new URL('../testing/index.ts', import.meta.url).href)}
    const repository = ${JSON.stringify({ root: repository.root, outside: repository.outside })}
    const { workspaces } = await temporaryWorkspaces(repository)
    let base = ${JSON.stringify(repository.head)}
    for (;;) {
      const place = { run: 'r1', workspace: 'C1', base, documents: [] }
      const { path } = await workspaces.prepare(place)
      appendFileSync(path + '/a.js', 'more\\n')
      const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'More', trailers: {} })
      base = taken.commit
      await workspaces.deliver({ run: 'r1', commit: base })
      console.log(base)
    }`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('a host killed at any moment leaves refs that are old or new, and the next one goes on', async () => {
  using repository = temporaryRepository({ 'a.js': 'start\n' })
  const before = repository.fingerprint()
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  const seed = Date.now() % 1_000
  for (let round = 0; round < 4; round += 1) {
    const host = startHost(repository)
    let said = ''
    host.stdout.on('data', (text) => (said += text))
    for (let waited = 0; said === '' && waited < 200; waited += 1) await delay(25)
    await delay((seed * (round + 1) * 37) % 200)
    process.kill(-(host.pid ?? 0), 'SIGKILL')
    await delay(50)
    const { workspaces } = await temporaryWorkspaces(repository)
    const place = { run: 'r2', workspace: `C${round}`, base: repository.head, documents: [] }
    const { path } = await workspaces.prepare(place)
    writeFileSync(join(path, 'a.js'), `${round}\n`)
    const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Next', trailers: {} })
    expect(taken, `seed ${seed}, round ${round}`).toMatchObject({ kind: 'committed' })
    await workspaces.prepare({ ...place, run: 'r1', workspace: 'C1' })
    for (const commit of said.trim().split('\n')) expect(repository.git(own, 'cat-file', '-t', commit)).toBe('commit')
    repository.git(own, 'fsck', '--connectivity-only', '--no-dangling')
    repository.git('fsck', '--connectivity-only', '--no-dangling')
    expect(repository.fingerprint(), `seed ${seed}, round ${round}`).toBe(before)
  }
})
