import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandWorld, type Played } from '../testing/command-world.ts'
import { type Files, type TemporaryProject, temporaryProject, writeFiles } from '../testing/temporary-project.ts'
import { slugTest, textModule } from '../testing/text-module.ts'

/** QA is a person, and an agent develops. */
const withPerson: Files = {
  ...textModule,
  'sigma.config.json': JSON.stringify({
    agents: { me: { kind: 'person' }, actor: { kind: 'scripted', script: 'script.json' } },
    roles: { qa: 'me', dev: 'actor' },
  }),
}
const tests: Files = { 'test/slug.test.js': slugTest }

/** Whole runs, of several commands each. */
const whole = { timeout: 480_000 }

/** The folder that the inbox, or a summary, names. */
const folderIn = (text: string): string => /work in: (.+)/.exec(text)?.[1] ?? ''
const outcomeOf = ({ exit, result }: Played): readonly unknown[] => [exit, result['outcome']]

test(
  'without a terminal a run ends and waits; whoever answers finds what to do where it says, and carries it on',
  whole,
  async () => {
    using project = await temporaryProject(withPerson)
    const world = commandWorld(project)
    const begun = await world.run('tdd', 'text')
    expect(outcomeOf(begun)).toEqual([3, 'waiting'])
    expect(begun.result['reasons']).toMatchObject([{ rule: 'asked', remedy: 'sigma answer C1.red RC|ME|TO|EX|BL' }])
    const folder = folderIn(begun.stderr)
    expect(existsSync(join(folder, 'src/text.js'))).toBe(true)
    expect(begun.stderr).toContain('answer: sigma answer C1.red <code> "what was done"')
    for (const command of ['inbox', 'status'])
      expect((await world.run(command)).stdout).toMatch(
        /C1\.red .*waits for a person[\s\S]*work in: .*\/C1\n +change: test\/\*\*\n/,
      )
    const { turns } = JSON.parse((await world.run('inbox', '--json')).stdout)
    expect(turns).toMatchObject([{ name: 'C1.red', workspace: folder, codes: ['RC', 'ME', 'TO', 'EX', 'BL'] }])
    expect((await world.run('status')).exit).toBe(3)
    expect((await world.run('watch')).stdout).toContain('waits for a person: sigma answer C1.red\n')
    expect((await world.run('diff', '--unit', 'C7')).stderr).toContain(
      `hint: sigma diff ${begun.result['run']} --unit C1\n`,
    )

    const read = await world.run('answer')
    expect(read.stdout).toContain('You may write these files, relative to your folder, and NO others:\n\n- `test/**`')
    for (const words of [['GC'], ['C1.red', 'gc', 'done'], ['C9.red', 'RC'], ['C1.red', '→[XX, x]']]) {
      const refused = await world.run('answer', ...words)
      expect(outcomeOf(refused)).toEqual([1, 'refused'])
      expect([refused.exit, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/^error: .*\nhint: sigma answer .*C1\.red/),
      ])
    }

    writeFiles(folder, tests)
    const red = await world.run('answer', 'C1.red@2', 'RC', 'one', 'test')
    expect(outcomeOf(red)).toEqual([3, 'waiting'])
    expect(red.stderr).toContain('/C1.red is answered: RC, with test/slug.test.js.\n')
    expect(red.stderr).toContain('qa answers →RC: one test (1 file changed)\n')
    expect(red.stderr).toContain('qa goes on later (interrupted)\n')
    expect(red.stderr).not.toContain('fails')
    const { usage } = JSON.parse((await world.run('status', '--json')).stdout).runs[0]
    expect([Object.keys(usage.roles), usage.whole.unsaid.tokens]).toEqual([['dev'], usage.whole.turns])
    expect(outcomeOf(await world.run('answer', 'RTC'))).toEqual([3, 'waiting'])
    const done = await world.run('answer', 'C1.review', '→[APPROVED, as designed]', '--json')
    expect(outcomeOf(done)).toEqual([0, 'completed'])
    const late = await world.run('answer', 'C1.red', 'RC')
    expect([late.exit, late.stderr]).toEqual([1, 'error: No turn waits for a person.\nhint: sigma status\n'])
  },
)

test(
  'what a person may not change is told, nothing of theirs is lost, and they correct it where they are',
  whole,
  async () => {
    using project = await temporaryProject(withPerson)
    const world = commandWorld(project)
    const folder = folderIn((await world.run('tdd', 'text')).stderr)
    const source = readFileSync(join(folder, 'src/text.js'), 'utf8')
    writeFiles(folder, { ...tests, 'src/text.js': `${source}// mine\n` })
    const trespass = await world.run('answer', 'RC')
    expect(outcomeOf(trespass)).toEqual([3, 'waiting'])
    expect(trespass.stderr).toMatch(
      /C1\.red is not taken:\n.*outside-role: .*src\/text\.js[\s\S]*correct them, and answer again/,
    )
    expect(readFileSync(join(folder, 'src/text.js'), 'utf8')).toContain('// mine')
    expect((await world.run('inbox')).stdout).toContain(
      'not taken before: Files were changed that this role may not write',
    )

    // A gate refuses the work; it stays as well.
    writeFiles(folder, {
      'src/text.js': source,
      'test/slug.test.js': '// to be written\n',
      'test/notes.txt': 'an idea\n',
    })
    expect(outcomeOf(await world.run('answer', 'RC'))).toEqual([3, 'waiting'])
    expect((await world.run('log')).stdout).toContain('✗ no-tests')
    expect(readFileSync(join(folder, 'test/notes.txt'), 'utf8')).toBe('an idea\n')
    writeFiles(folder, tests)
    const taken = await world.run('answer', 'RC')
    expect(taken.stderr).toMatch(/C1\.red is answered: RC, with test\/slug\.test\.js\.\n[\s\S]*C1 green +dev answers/)
  },
)

test(
  'a last try that is refused sends nobody back to work: a decision waits, and is named instead',
  whole,
  async () => {
    using project = await temporaryProject(withPerson)
    const world = commandWorld(project)
    const folder = folderIn((await world.run('tdd', 'text')).stderr)
    const withoutGit = await commandWorld(project, { env: { PATH: '/nowhere' } }).run('answer', 'RC', '--no-run')
    expect(outcomeOf(withoutGit)).toEqual([1, 'refused'])
    writeFiles(folder, { 'src/text.js': 'export const mine = 1\n' })
    const said: string[] = []
    for (let tries = 0; tries < 8; tries++) {
      const { exit, stderr } = await world.run('answer', 'RC', '--no-run')
      said.push(stderr)
      if (exit !== 2) break
    }
    const [last = '', late] = said.splice(-2)
    expect(said.length).toBeGreaterThan(0)
    for (const before of said) expect(before).toContain('correct them, and answer again.')
    expect(last).toContain('it was the last try, and a decision waits: sigma inbox')
    expect(last).not.toContain('answer again')
    expect(late).toBe('error: No turn waits for a person, but a decision waits.\nhint: sigma inbox\n')
  },
)

/** A terminal at which these lines are typed, one after the other; then nobody types any more. */
function typing(lines: readonly string[], atEnd: 'leaves' | 'waits' = 'leaves') {
  const left = [...lines]
  return async (_prompt: string, signal: AbortSignal): Promise<string | null> => {
    const next = left.shift()
    if (next !== undefined || atEnd === 'leaves') return next ?? null
    return await new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  }
}

const atDesk = async (project: TemporaryProject): Promise<string> =>
  folderIn((await commandWorld(project).run('tdd', 'text')).stderr)

test(
  'at the terminal that plays the run the turns are taken by lines, told in full and refused with the way out',
  whole,
  async () => {
    using project = await temporaryProject(withPerson)
    writeFiles(await atDesk(project), tests)
    const typed = typing(['', 'GC it works', 'RC one test', '→[RTC, nothing to do]', 'APPROVED'])
    const played = await commandWorld(project, { typed }).run('resume')
    expect(outcomeOf(played)).toEqual([0, 'completed'])
    expect(played.stderr).toContain('# You are `qa`')
    expect(played.stderr).toMatch(
      /error: "GC" is no code of this turn \(RC, ME, TO, EX, BL\).*\nhint: sigma answer C1\.red/,
    )
    const left = await commandWorld(project, { typed: typing([]) }).run('tdd', 'text')
    expect(outcomeOf(left)).toEqual([3, 'waiting'])
  },
)

test('a turn that one terminal shows is answered from another, and the first goes on', whole, async () => {
  using project = await temporaryProject(withPerson)
  writeFiles(await atDesk(project), tests)
  const first = commandWorld(project, { typed: typing([], 'waits') })
  const playing = first.run('resume')
  await expect.poll(first.printed, { timeout: 240_000 }).toContain('Answer here, as in: RC')
  const other = commandWorld(project)
  expect(await other.run('answer', 'RC', 'one test', '--no-run')).toMatchObject({ exit: 0, stdout: '' })
  await expect.poll(first.printed, { timeout: 240_000 }).toContain('C1.refactor-tests  (waits for a person')
  await other.run('answer', 'RTC', '--no-run')
  await expect.poll(first.printed, { timeout: 240_000 }).toContain('C1.review  (waits for a person')
  const last = await other.run('answer', 'APPROVED', '--no-run', '--json')
  expect(last.result).toMatchObject({ turn: 'C1.review', code: 'APPROVED', kind: 'taken', changed: [] })
  expect(outcomeOf(await playing)).toEqual([0, 'completed'])
  expect(first.printed()).toContain('C1.red waits no more.')
})
