import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { proves } from '@sigma/protocol/testing'
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
      const side = await workspaces.prepare({ ...place, workspace: 'C2' })
      appendFileSync(side.path + '/b.js', 'more\\n')
      const other = await workspaces.intake({ ...place, workspace: 'C2', writes: ['**'], guarded: [], message: 'Other', trailers: {} })
      const branches = [taken, other].map(({ commit }, at) => ({ name: 'C' + at, commit }))
      const together = await workspaces.integrate({ run: 'r1', branches, message: 'Combine', trailers: {} })
      base = together.commit
      await using checkout = await workspaces.open({ commit: base })
      await workspaces.deliver({ run: 'r1', commit: base })
      console.log(base)
    }`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('a host killed at any moment of committing, combining, checking out or delivering leaves refs that are old or new, and the next one goes on', async () => {
  proves('F48')
  using repository = temporaryRepository({ 'a.js': 'start\n' })
  const before = repository.fingerprint()
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  const seed = Date.now() % 1_000
  for (let round = 0; round < 4; round += 1) {
    const host = startHost(repository)
    let said = ''
    host.stdout.on('data', (text) => (said += text))
    for (let waited = 0; said === '' && waited < 2_400; waited += 1) await delay(25)
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
    const kept = repository.git(own, 'for-each-ref', '--format=%(objectname)', 'refs/sigma/runs/r1/C1').split('\n')
    expect(new Set(kept).size, 'no commit is kept twice').toBe(kept.length)
    const branch = repository.git('for-each-ref', '--format=%(objectname)', 'refs/heads/sigma/r1')
    expect(said, 'the branch is old or new').toContain(branch === said.trim().split('\n').at(-1) ? branch : '')
    const made = repository.git('log', '--format=%T', 'sigma/r1').split('\n')
    expect(new Set(made).size, 'no work is committed twice').toBe(made.length)
    repository.git('fsck', '--connectivity-only', '--no-dangling')
    expect(repository.fingerprint(), `seed ${seed}, round ${round}`).toBe(before)
  }
})
