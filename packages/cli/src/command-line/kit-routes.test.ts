/** A command of a kit that nobody knows: what becomes of its data at the command line, and what it is handed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Asked, type Kit, type KitCommand, SigmaError, sha256 } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { proposeCompletions, run } from '@stricli/core'
import { expect, test } from 'vitest'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textConfig, textModule } from '../testing/text-module.ts'
import type { Context } from '../world.ts'
import { applicationWith, textFor } from './command-line.ts'
import { routeOf } from './kit-routes.ts'

const base = kits[0] ?? missing()
const stay = 'Nobody walks today.'

function missing(): never {
  throw new Error('There is no kit.')
}

/** Takes note of what it is handed, and refuses. */
function walking(code = 'no-walk'): { readonly command: KitCommand; readonly asked: Asked[] } {
  const asked: Asked[] = []
  const command: KitCommand = {
    name: 'walk',
    brief: 'Walk along a coast',
    description: 'Walks along a coast, from its map.',
    flags: {
      mapFolder: { kind: 'text', brief: 'Folder of the maps', placeholder: 'dir' },
      hours: { kind: 'number', brief: 'Hours a day', placeholder: 'n', least: 1, most: 8 },
      slope: { kind: 'percent', brief: 'Steepest slope', placeholder: 'percent' },
      barefoot: { kind: 'boolean', brief: 'Take no shoes' },
    },
    does: {
      kind: 'begins',
      argument: {
        brief: 'Coast, e.g. cornwall',
        placeholder: 'coast',
        read: (typed) => {
          if (typed === 'inland') throw new Error('a coast lies at the sea.')
          return typed.toLowerCase()
        },
        propose: ({ config }) => ['cornwall', 'kerry', JSON.stringify(config)],
      },
      keeps: { flags: ['hours'], called: 'the hours' },
      load: async () => (given) => {
        asked.push(given)
        given.keep(Buffer.from('a map'))
        throw new SigmaError(code, stay, { hint: 'sigma walk kerry' })
      },
    },
  }
  return { command, asked }
}

const kitOf = (command: KitCommand): Kit => ({
  ...base,
  // A command that only goes on with runs belongs to the kit that begins them.
  ...(command.does.kind === 'begins' && { name: 'walks', roles: ['dev', 'spec'] }),
  commands: [command],
})

interface Said {
  readonly exit: unknown
  readonly out: string
}

async function say(project: TemporaryProject, command: KitCommand, ...args: readonly string[]): Promise<Said> {
  const said: string[] = []
  const write = (text: string): void => void said.push(text)
  const process: Context['process'] = { stdout: { write }, stderr: { write }, exitCode: null }
  const world = { ...worldOf(project), stdout: { write, isTTY: false, columns: 80 } }
  const routes = { [command.name]: routeOf(kitOf(command), command) }
  const text = textFor(args, routes, ({ problem }) => said.push(problem))
  await run(applicationWith(text, routes), args, { process, world, play: async () => 0 })
  return { exit: process.exitCode, out: said.join('') }
}

const config = { ...textConfig, roles: { dev: 'actor', spec: 'actor' }, source: ['lib/**', '!lib/old/**'] }
const files = { ...textModule, 'app/sigma.config.json': JSON.stringify(config), 'app/script.json': scriptOf() }

test('a kit is handed what the program knows; what it refuses leaves nothing behind', async () => {
  using project = await temporaryProject(files)
  const before = await project.state()
  const { command, asked } = walking()
  const inApp = { ...project, root: join(project.root, 'app') }
  const line = ['walk', 'Kerry', '--map-folder', 'maps', '--hours', '8', '--slope', '12.5', '--barefoot']
  const { exit, out } = await say(inApp, command, ...line)
  expect(out).toContain(`error: ${stay}\nhint: sigma walk kerry`)
  expect([exit, await project.state(), existsSync(join(project.root, 'app/.sigma'))]).toEqual([1, before, false])
  const [given = missing()] = asked
  expect(given).toMatchObject({
    subject: 'kerry',
    flags: { mapFolder: 'maps', hours: 8, slope: 12.5, barefoot: true },
    base: (await project.git('rev-parse', 'HEAD')).trim(),
    target: 'refs/heads/main',
    config: { limits: { turn: 1_800_000 }, memoryBank: 'memory-bank' },
    project: { folder: 'app', source: ['app/lib/**', '!app/lib/old/**'] },
    place: { root: inApp.root, top: project.root, cwd: inApp.root },
  })
  expect(given.place.inRepository('maps/a.md')).toBe('app/maps/a.md')
  expect(given.place.globsInRepository(['!x/**', '!(a|b)'])).toEqual(['!app/x/**', 'app/!(a|b)'])
  expect(given.random(6)).toHaveLength(6)
  expect(given.keep(Buffer.from('a map'))).toBe(`sha256:${sha256(Buffer.from('a map'))}`)
})

test('a kit may say that a command line cannot be meant, which ends as for any other', async () => {
  using project = await temporaryProject(files)
  const { command } = walking('wrong-command-line')
  const { exit, out } = await say({ ...project, root: join(project.root, 'app') }, command, 'walk', 'kerry')
  expect([exit, out]).toEqual([64, expect.stringContaining(`error: ${stay}`)])
})

test('flags that are not given are not there', async () => {
  using project = await temporaryProject(files)
  const { command, asked } = walking()
  await say({ ...project, root: join(project.root, 'app') }, command, 'walk', 'kerry')
  expect(asked.map(({ flags }) => flags)).toEqual([{}])
})

test('the roles of its kit must have an agent, and no others', async () => {
  using project = await temporaryProject(textModule)
  const { command, asked } = walking()
  expect((await say(project, command, 'walk', 'kerry')).out).toContain('No agent is set for the role spec.')
  expect(asked).toEqual([])
})

test.each([
  [['walk', 'inland'], 'a coast lies at the sea.'],
  [['walk'], 'The argument <coast> is missing.'],
  [['walk', 'kerry', '--hours', '9'], 'a whole number from 1 to 8 is wanted.'],
  [['walk', 'kerry', '--slope', '101'], 'a percentage from 0 to 100 is wanted.'],
  [['walk', 'kerry', '--barefoot=7'], 'taken as barefoot'],
])('a wrong command line is told in the words of its data: %j', async (line, sentence) => {
  using project = await temporaryProject(files)
  const { command, asked } = walking()
  const { out } = await say(project, command, ...line)
  expect(out).toContain(sentence)
  expect(asked).toEqual([])
})

test('its help and what a shell is offered are made of its data', async () => {
  using project = await temporaryProject({ 'sigma.config.json': '{ "maps": 1 }' })
  const { command } = walking()
  const routes = { walk: routeOf(kitOf(command), command) }
  const process: Context['process'] = { stdout: { write: () => {} }, stderr: { write: () => {} } }
  const context = { process, world: worldOf(project), play: async () => 0 as const }
  const application = applicationWith(
    textFor([], routes, () => {}),
    routes,
  )
  const offered = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await proposeCompletions(application, words, context)).map(({ completion }) => completion)
  expect(await offered('walk', 'k')).toEqual(['kerry'])
  expect(await offered('walk', '{')).toEqual(['{"maps":1}'])
  expect(await offered('walk', '--s')).toEqual(['--slope'])
  const { out } = await say(project, command, 'walk', '--help')
  expect(out).toMatchInlineSnapshot(`
    "USAGE
      sigma walk [--map-folder dir] [--hours n] [--slope percent] [--barefoot] [--detach] [--json] <coast>
      sigma walk --help

    Walks along a coast, from its map.

    FLAGS
         [--map-folder]  Folder of the maps
         [--hours]       Hours a day
         [--slope]       Steepest slope
         [--barefoot]    Take no shoes                                                          [default = false]
         [--detach]      Leave it to a host in the background: prints the id of the run at once [default = false]
         [--json]        Print the Result as JSON, no progress                                  [default = false]
      -h  --help         Print help information and exit
          --             All subsequent inputs should be interpreted as arguments

    ARGUMENTS
      coast  Coast, e.g. cornwall
    "
  `)
})

test('a command that calls a run is answered by its protocol, and shows what was refused', async () => {
  const blocked = { when: { phase: 'RED' }, answer: '→[BL, which separator?]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
  await commandWorld(project).run('tdd', 'text')
  const call: KitCommand = {
    name: 'hurry',
    brief: 'Walk faster',
    description: 'Walks faster.',
    flags: { hours: { kind: 'number', brief: 'Hours a day', placeholder: 'n', least: 1, most: 8 } },
    does: { kind: 'calls', verb: 'hurry', argumentsOf: ({ hours = 1 }) => ({ hours }) },
  }
  const { exit, out } = await say(project, call, 'hurry', 'text', '--hours', '2')
  const { stdout } = await commandWorld(project).run('log', '--json')
  expect(stdout).toContain('"verb":"hurry","arguments":{"hours":2},"caller":"tester"')
  expect(exit).toBe(1)
  expect(out).toContain('error: The TDD loop is red; it takes no hurry, in no state.\nhint: sigma status\n')
  expect(await commandWorld(project).run('status')).toMatchObject({ exit: 3 })
})

test('a command that reads shows what its kit makes of the run that is named, as text or as JSON', async () => {
  const blocked = { when: { phase: 'Phase0' }, answer: '→[BL, no]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(blocked) })
  const look: KitCommand = {
    name: 'look',
    brief: 'Look around',
    description: 'Looks around.',
    flags: { far: { kind: 'boolean', brief: 'Look far' } },
    does: {
      kind: 'reads',
      load:
        async () =>
        ({ reader, run, flags }) => ({
          text: `${run.subject} after ${reader.events(run.run).length} events`,
          data: { far: flags['far'] === true },
        }),
    },
  }
  expect(await say(project, look, 'look', 'text')).toMatchObject({
    exit: 1,
    out: expect.stringContaining('There is no run yet'),
  })
  const run = String((await commandWorld(project).run('tdd', 'text')).result['run'])
  const before = await project.state()
  expect(await say(project, look, 'look', 'text')).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^text after \d+ events\n$/),
  })
  expect(await say(project, look, 'look', run, '--far', '--json')).toEqual({ exit: 0, out: '{"far":true}\n' })
  expect(await project.state()).toBe(before)
})

test('of a subject there is one unfinished run of a protocol: a second is refused before anything of it is read', async () => {
  const blocked = { when: { phase: 'RED' }, answer: '→[BL, which separator?]' }
  const roles = { ...textConfig, roles: { qa: 'actor', dev: 'actor', spec: 'actor' } }
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': JSON.stringify(roles),
    'script.json': scriptOf(blocked),
  })
  const world = commandWorld(project)
  const first = String((await world.run('tdd', 'text')).result['run'])
  await project.git('rm', '-q', 'memory-bank/modules/text/tdd_plan.md')
  const { exit, stderr } = await world.run('tdd', 'text')
  expect([exit, stderr]).toEqual([1, expect.stringContaining(`already has an unfinished run: ${first}.`)])
  const { command, asked } = walking()
  expect((await say(project, command, 'walk', 'text')).out).toContain(stay)
  expect(asked).toHaveLength(1)
})

test('a name that no run can have is refused before anything of the run is recorded', async () => {
  using project = await temporaryProject(files)
  const { command } = walking()
  const odd = { run: 'Min utes/-1', input: null, summary: '', read: [] }
  if (command.does.kind !== 'begins') missing()
  const does = { ...command.does, load: async () => () => odd }
  const { exit, out } = await say(
    { ...project, root: join(project.root, 'app') },
    { ...command, does },
    'walk',
    'kerry',
  )
  const sentence = 'The protocol walks names a run "Min utes/-1"; small letters, digits and dashes make a name.'
  expect([exit, out]).toEqual([1, expect.stringContaining(`error: ${sentence}\nhint: `)])
})
