/** A fresh process that takes a loop up again: opens the store, replays the run, and says how far it has come. */
import { openLoop } from './loop.ts'

const host = await openLoop(process.argv[2] ?? '')
host.resume('loop')
const state = host.reader.run('loop')?.state
console.log(JSON.stringify({ steps: state?.['steps'] }))
await host.stop()
