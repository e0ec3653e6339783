/**
 * A host in a process of its own, over a real store and real time, with scripted agents: made to be killed.
 * `node killable.ts <folder>` takes up the run in the folder, or starts it, and prints its Result at the end.
 */
import { join } from 'node:path'
import { openHost, systemClock, systemIds } from '@sigma/engine'
import { storedWorld } from '@sigma/engine/testing'
import { kits } from '../../kits.ts'
import { keepSampleDocuments, sampleRun } from './sample-run.ts'
import { scriptedAgents } from './scripted-agents.ts'
import { scriptedGates } from './scripted-gates.ts'
import { honest } from './scripts.ts'

const [folder = ''] = process.argv.slice(2)
const turnMs = 30
const world = storedWorld(join(folder, 'world.json'))
await using host = await openHost({
  folder: join(folder, '.sigma'),
  protocols: kits,
  ports: (blobs) => {
    keepSampleDocuments(blobs)
    return {
      clock: systemClock,
      ids: systemIds,
      agents: scriptedAgents({
        world,
        blobs,
        clock: systemClock,
        script: async (told) => ({ ...(await honest(told)), ms: turnMs }),
      }),
      gates: scriptedGates(blobs, () => 'pass'),
      workspaces: world.ports(blobs),
    }
  },
})
if (host.reader.run('run-1') === null) host.start('tdd', sampleRun({ batches: [2, 1] }), { run: 'run-1' })
else host.resume()
console.log('begun')
console.log(JSON.stringify((await host.settled('run-1')).result))
