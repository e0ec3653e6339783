import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { sigma } from '../sigma.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

test('what a finished run changed: files and who wrote them, each phase, the text, and JSON; without a run nothing', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  expect(await world.run('diff')).toMatchObject({ exit: 1, stderr: expect.stringContaining('There is no run yet') })
  const { result } = await world.run('tdd', 'text')
  const run = String(result['run'])
  const before = await project.state()
  const plain = await world.run('diff')
  expect(plain.stdout).toBe(
    [
      'M  src/text.js        +3  Phase0, GREEN C1',
      'A  test/slug.test.js  +4  RED C1',
      '2 files changed, 7 lines added, 0 removed\n',
    ].join('\n'),
  )
  expect(plain.stderr).toContain(`${run} (completed): sigma/${run}, against `)
  const phases = await world.run('diff', run, '--by', 'phase')
  expect(phases.stdout).toMatch(
    /^Phase0 {2}\w{10}\n {2}M {2}src\/text\.js {2}\+3\nRED C1 {2}\w{10}\n {2}A {2}test\/slug\.test\.js {2}\+4\nGREEN C1 /,
  )
  const patch = await world.run('diff', 'text', '--patch')
  expect(patch.stdout).toContain("+  return text.toLowerCase().replaceAll(' ', '-')\n")
  expect(patch.stdout).not.toContain('\x1b')
  writeFileSync(join(project.root, '.git/patch'), patch.stdout)
  expect(await project.git('apply', '--check', '.git/patch')).toBe('')
  const { result: json } = await world.run('diff', '--json', '--patch')
  expect(json).toMatchObject({
    run,
    branch: `sigma/${run}`,
    from: (await project.git('rev-parse', 'HEAD')).trim(),
    files: [
      { path: 'src/text.js', status: 'M', added: 3, removed: 0, kind: 'source' },
      { path: 'test/slug.test.js', status: 'A', added: 4, kind: 'test', commits: [expect.any(String)] },
    ],
    commits: [
      { phase: 'Phase0', role: 'dev', unit: null },
      { phase: 'RED', role: 'qa', unit: 'C1' },
      { phase: 'GREEN', role: 'dev', unit: 'C1' },
    ],
    patch: patch.stdout,
  })
  expect(await project.state()).toBe(before)

  // A terminal gets colour.
  for (const [env, coloured] of [
    [{}, true],
    [{ NO_COLOR: '1' }, false],
  ] as const) {
    let text = ''
    const stdout = { write: (part: string) => (text += part), isTTY: true, columns: 80 }
    await sigma({ ...worldOf(project, { env }), stdout }, ['diff', '-p'])
    expect(text.includes('\x1b[32m+')).toBe(coloured)
  }

  // The delivered commits are in the person's repository too.
  rmSync(join(project.root, '.sigma/git'), { recursive: true })
  expect((await world.run('diff', '--patch')).stdout).toBe(patch.stdout)
  mkdirSync(join(project.root, '.sigma/git'))
  expect((await world.run('diff', '--patch')).stdout).toBe(patch.stdout)
})

test('of a run of which nothing is accepted yet that is said, and not that nothing is changed', async () => {
  using project = await temporaryProject({
    ...textModule,
    'script.json': scriptOf({ answer: '→[BL, I do not know how]' }),
  })
  const world = commandWorld(project)
  expect((await world.run('tdd', 'text')).exit).toBe(3)
  expect(await world.run('diff')).toMatchObject({
    exit: 0,
    stdout: '',
    stderr: expect.stringContaining('\nNothing is accepted yet.\n'),
  })
})

test('of a run that is not over: what was accepted so far, and what stands in a cycle’s workspace', async () => {
  const blocked = { when: { phase: 'GREEN' }, write: { 'src/text.js': 'half\n' }, answer: '→[BL, I do not know how]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
  const world = commandWorld(project)
  const { exit, result } = await world.run('tdd', 'text')
  expect(exit).toBe(3)
  const folders = createFolders(project.root, join(project.root, '.sigma'), join(project.cache, 'sigma'))
  writeFileSync(join(folders.workspace(String(result['run']), 'C1'), 'src/more.js'), '1\n')
  const whole = await world.run('diff')
  expect(whole.stdout).toBe('M  src/text.js  +3  Phase0\n1 file changed, 3 lines added, 0 removed\n')
  const command = `sigma diff ${result['run']} --unit C1`
  expect(whole.stderr).toMatch(new RegExp(`\nnot accepted yet: 3 files changed in cycle 1: ${command}\n$`))
  expect((await world.run('diff', '--json')).result).toMatchObject({ pending: [{ unit: 'C1', files: 3 }] })
  const cycle = await world.run('diff', '--unit', 'C1')
  expect(cycle.stderr).toContain('cycle 1 (waiting): as it stands in C1, against ')
  expect(cycle.stdout).toContain('A  test/slug.test.js  +4')
  expect(cycle.stdout).toMatch(/M {2}src\/text\.js {8}\+1 -4 {2}GREEN C1\n/)
  expect(cycle.stdout).toMatch(/A {2}src\/more\.js {8}\+1 {5}What stands in C1\n/)
  expect(await world.run('diff', '--unit', 'C2')).toMatchObject({ exit: 1, stdout: '' })
})
