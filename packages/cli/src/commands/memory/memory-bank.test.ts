import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../../testing/command-world.ts'
import { type Files, temporaryProject } from '../../testing/temporary-project.ts'

const bank: Files = {
  'package.json': '{}\n',
  'memory-bank/projectbrief.md': '# σ₁: Project Brief\n\n- [R₁] It sells.\n',
  'memory-bank/systemPatterns.md': '# σ₂: System Patterns\n\n## R3 Ports\n',
  'memory-bank/techContext.md': '# σ₃: Technical Context\n',
  'memory-bank/activeContext.md': '# σ₄: Active Context\n',
  'memory-bank/progress.md': '# σ₅: Progress Tracker\n\nBy [↗️σ₂:R3].\n',
}

test('a bank that holds together ends with 0, and one with a broken reference with 2, named with file and line', async () => {
  proves('DPTR-13')
  using project = await temporaryProject(bank)
  const { run } = commandWorld(project)
  expect(await run('memory', 'check')).toMatchObject({
    exit: 0,
    stdout: 'memory-bank holds together: 5 slots, 0 modules.\n',
  })
  project.write({ 'memory-bank/progress.md': '# σ₅\n\nBy [↗️σ₂:R4] and [↗️σ₉:R1].\n' })
  const { exit, stdout, stderr } = await run('memory', 'check')
  expect([exit, stderr]).toEqual([2, ''])
  expect(stdout).toBe(
    [
      'memory-bank/progress.md:3: reference-broken: [↗σ₂:R4] leads nowhere: systemPatterns.md has no section R4.',
      '  hint: Did you mean [↗σ₂:R3]?',
      'memory-bank/progress.md:3: slot-unknown: [↗σ₉:R1] names a slot that no memory bank has; there are σ₁ σ₂ σ₃ σ₄ σ₅.',
      '  hint: sigma memory bank shows the slots and their files',
      '2 findings in memory-bank.',
      '',
    ].join('\n'),
  )
  const { result } = await run('memory', 'check', '--json')
  expect(result).toMatchObject({
    schema: 1,
    holds: false,
    findings: [{ rule: 'reference-broken', file: 'memory-bank/progress.md', line: 3 }, { rule: 'slot-unknown' }],
  })
  expect(await project.git('status', '--porcelain')).toBe(' M memory-bank/progress.md\n')
})

test('a list of modules that contradicts itself is named', async () => {
  using project = await temporaryProject(bank)
  const { run } = commandWorld(project)
  const listed = '# σ₂\n\n## R3 Ports\n\n## Modules\n\n- `shop`\n- `Shop` [needs: auth]\n'
  project.write({ 'memory-bank/systemPatterns.md': listed })
  const { exit, result } = await run('memory', 'check', '--json')
  expect([exit, result['findings']]).toEqual([
    2,
    [expect.objectContaining({ rule: 'module-list', file: 'memory-bank/systemPatterns.md', line: 8 })],
  ])
})

test('where there is no bank it says so, and how one is laid', async () => {
  using project = await temporaryProject({ 'package.json': '{}\n' })
  expect(await commandWorld(project).run('memory', 'check')).toMatchObject({
    exit: 1,
    stderr: 'error: There is no memory bank at memory-bank.\nhint: sigma init --bank\n',
  })
})

test('slots are shown with their files; a slot that no bank has is an error', async () => {
  proves('DPTR-08', 'DPTR-09')
  using project = await temporaryProject({ ...bank, 'memory-bank/modules/shop/design.md': '# shop\n' })
  rmSync(join(project.root, 'memory-bank/techContext.md'))
  const { run } = commandWorld(project)
  expect((await run('memory', 'bank')).stdout).toBe(
    [
      'σ₁ brief     memory-bank/projectbrief.md    there',
      'σ₂ patterns  memory-bank/systemPatterns.md  there',
      'σ₃ tech      memory-bank/techContext.md     missing',
      'σ₄ context   memory-bank/activeContext.md   there',
      'σ₅ progress  memory-bank/progress.md        there',
      'signs        memory-bank/symbols.md         missing',
      'module       memory-bank/modules/shop       design there, plan missing',
      'It was not laid by Sigma, which reads it and writes nothing into it.',
      'hint: sigma memory bank --mark',
      '',
    ].join('\n'),
  )
  for (const slot of ['σ₅', 'σ5', '5', 'progress'])
    expect((await run('memory', 'bank', slot)).stdout, slot).toBe('# σ₅: Progress Tracker\n\nBy [↗σ₂:R3].\n')
  expect((await run('memory', 'bank', 'σ₅', '--json')).result).toMatchObject({ text: bank['memory-bank/progress.md'] })
  expect(await run('memory', 'bank', 'tech')).toMatchObject({
    exit: 1,
    stdout: '',
    stderr: 'error: There is no memory-bank/techContext.md.\nhint: sigma init --bank\n',
  })
  project.write({ 'memory-bank/techContext.md': 'a\0b' })
  expect(await run('memory', 'bank', 'tech')).toMatchObject({
    exit: 1,
    stdout: '',
    stderr: 'error: memory-bank/techContext.md is no text.\nhint: ls -la memory-bank/techContext.md\n',
  })
  expect(await run('memory', 'bank', 'σ₆')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(
      /^error: The memory bank has no slot σ₆; it has σ₁ σ₂ σ₃ σ₄ σ₅\.\nhint: sigma memory bank\n$/,
    ),
  })
})

test('marks are added where a person says so, below their text, and nothing else changes', async () => {
  proves('SIG-103')
  using project = await temporaryProject(bank)
  const { run } = commandWorld(project)
  const text = (path: string): string => readFileSync(join(project.root, path), 'utf8')
  expect(await run('project')).toMatchObject({ exit: 0 })
  expect(await project.git('status', '--porcelain')).toBe('')
  const { exit, stdout } = await run('memory', 'bank', '--mark')
  expect([exit, stdout]).toEqual([
    0,
    expect.stringContaining('marked memory-bank/activeContext.md\nmarked memory-bank/progress.md\n'),
  ])
  expect(await project.git('status', '--porcelain')).toBe(
    ' M memory-bank/activeContext.md\n M memory-bank/progress.md\n',
  )
  for (const path of ['memory-bank/activeContext.md', 'memory-bank/progress.md'])
    expect(text(path)).toMatch(
      new RegExp(`^${(bank[path] ?? '').replace(/[[\]]/g, '\\$&')}<!-- sigma:begin [^]*<!-- sigma:end \\w+ -->\\n$`),
    )
  expect((await run('memory', 'bank', '--mark')).stdout).not.toContain('marked')
})

test('what is in the way of marks is one sentence, and exit code 1', async () => {
  using project = await temporaryProject(bank)
  rmSync(join(project.root, 'memory-bank/progress.md'))
  mkdirSync(join(project.root, 'elsewhere'))
  symlinkSync('../package.json', join(project.root, 'memory-bank/progress.md'))
  expect(await commandWorld(project).run('memory', 'bank', '--mark')).toMatchObject({
    exit: 1,
    stderr: 'warning: memory-bank/progress.md is a symbolic link, so no marks are added to it.\n',
  })
  expect(readFileSync(join(project.root, 'package.json'), 'utf8')).toBe('{}\n')
})

test('hints of a check can be typed where the command was', async () => {
  using project = await temporaryProject({
    ...bank,
    'memory-bank/projectBrief.md': '# σ₁\n',
    'memory-bank/activeContext.md': 'a\0b',
    'memory-bank/modules/$(x)/tdd_plan.md': '# x\n',
    'below/it/file': '',
  })
  const hints = async (cwd: string) =>
    (await commandWorld(project, { cwd: join(project.root, cwd) }).run('memory', 'check')).stdout
      .split('\n')
      .filter((line) => line.startsWith('  hint: '))
      .map((line) => line.slice(8))
  expect(await hints('.')).toEqual([
    'Put what is right into projectbrief.md, and take away the rest: git rm memory-bank/projectBrief.md',
    'ls -la memory-bank/activeContext.md, and put a text file in its place',
    "Write 'memory-bank/modules/$(x)/design.md', or take the plan away",
  ])
  expect((await hints('below/it'))[0]).toMatch(/: git rm \.\.\/\.\.\/memory-bank\/projectBrief\.md$/)
  expect((await hints('memory-bank'))[1]).toMatch(/^ls -la activeContext\.md,/)
})
