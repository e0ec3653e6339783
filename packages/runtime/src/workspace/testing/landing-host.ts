/**
 * A host over real git, with `command` agents, in a process of its own: made to be killed.
 * `node landing-host.ts <repository> <folder beside it> <base> [<n>]` takes up the run, or starts it, and prints what became of it;
 * with a number it dies at that boundary of what has to do with landing: before or after an effect or a commit.
 *
 * The run: two owners and a seat are at work at once, each says in its file who it is. Each owner's work lands as soon as it is there,
 * the first one's on `main` too. The seat may write nothing, and does.
 */
import { join } from 'node:path'
import { registered, systemClock, systemIds } from '@sigma/engine'
import { embeddedHost, openStore } from '@sigma/engine/testing'
import type { Answered, Effect } from '@sigma/protocol'
import { ask, consult, scripted } from '@sigma/protocol/testing'
import { createAgents } from '../../agents/agents.ts'
import { usableRepository } from '../../git/repository.ts'
import { createProcesses } from '../../process/processes.ts'
import { createWorkspaces } from '../workspaces.ts'

const [root = '', outside = '', base = '', dies = ''] = process.argv.slice(2)
const { PATH = '' } = process.env

const agent = `
const { task } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const name = task.parameters.title
require('node:fs').writeFileSync('src/' + name + '.js', name + '\\n')
console.log('→[RC]')`

function turn(name: string, writes: readonly string[]): Effect {
  const { brief, ...rest } = ask(`own-${name}`, { role: 'worker', phase: 'OWN', base, writes, workspace: name })
  return { ...rest, brief: { ...brief, parameters: { title: name } } }
}

function landing({ id, commit }: Answered): Effect {
  const name = id.replace('own-', '')
  return {
    kind: 'integrate',
    id: `land-${name}`,
    at: { unit: name, step: 'land' },
    branches: [{ name, commit: commit ?? base }],
    message: `[plasmodium] tk-${name}: ${name}`,
    trailers: { 'Sigma-Task': `tk-${name}` },
    from: base,
    branch: `tk-${name}`,
    ...(name === 'one' && { merge: 'refs/heads/main' }),
  }
}

const first = [turn('one', ['src/**']), turn('two', ['src/**']), turn('seat', []), consult('stays')]
const protocol = scripted(first, (event) =>
  event.kind === 'answered' && event.id !== 'own-seat' ? [landing(event)] : [],
)

let reached = 0
const points = {
  reach: ({ what }: { readonly what: string }): void => {
    if (!/answered|integrat/.test(what)) return
    reached += 1
    if (reached === Number(dies)) process.kill(process.pid, 'SIGKILL')
  },
}

const dataFolder = join(root, '.sigma')
const environment = { PATH, HOME: outside }
const processes = createProcesses({ owner: root })
const repository = await usableRepository(root, PATH)
const cacheFolder = join(outside, 'cache')
await using host = embeddedHost(
  openStore({ folder: dataFolder, now: systemClock.now(), command: 'sigma', socket: null }),
  {
    protocols: [registered(protocol)],
    ports: (blobs) => ({
      clock: systemClock,
      ids: systemIds,
      gates: { check: () => Promise.reject(new Error('Nothing is checked.')) },
      agents: createAgents({
        agents: { mine: { kind: 'command', command: [process.execPath, '-e', agent] } },
        roles: { worker: 'mine' },
        processes,
        blobs,
        environment,
        root,
      }),
      workspaces: createWorkspaces({ repository, dataFolder, cacheFolder, blobs, processes, environment, setup: null }),
    }),
  },
  points,
)
if (host.reader.run('run-1') === null) host.start('scripted', null, { run: 'run-1' })
else host.resume()
await host.settled('run-1')
const events = host.reader.events('run-1').map(({ event }) => event)
console.log(
  JSON.stringify(events.filter(({ kind }) => kind === 'integrated' || kind === 'failed' || kind === 'conflicted')),
)
