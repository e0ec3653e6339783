/**
 * A host in a process of its own, over a real store and real time, with scripted agents: made to be killed.
 * `node killable.ts <folder>` takes up the run in the folder, or starts it, and prints its Result at the end.
 */
import { join } from 'node:path'
import { openHost, systemClock, systemIds } from '@sigma/engine'
import { storedWorld } from '@sigma/engine/testing'
import { kits } from '../../kits.ts'
import { sampleRun } from './sample-run.ts'
import { scriptedPorts } from './scripted-ports.ts'
import { honest } from './scripts.ts'

const [folder = ''] = process.argv.slice(2)
const turnMs = 30
await using host = await openHost({
  folder: join(folder, '.sigma'),
  protocols: kits,
  ports: scriptedPorts({
    world: storedWorld(join(folder, 'world.json')),
    clock: systemClock,
    ids: systemIds,
    script: async (told) => ({ ...(await honest(told)), ms: turnMs }),
  }),
})
if (host.reader.run('run-1') === null) host.start('tdd', sampleRun({ batches: [2, 1] }), { run: 'run-1' })
else host.resume()
console.log('begun')
console.log(JSON.stringify((await host.settled('run-1')).result))
