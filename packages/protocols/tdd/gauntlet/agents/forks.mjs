/** Starts programs that start programs, and does not come back. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ground, honest, play } from './kit.mjs'

const script = fileURLToPath(new URL('./forks-child.mjs', import.meta.url))
await play({
  GREEN: async () => {
    honest()
    spawn(process.execPath, [script, '5', ground.outside], { stdio: 'ignore', detached: true })
    await new Promise(() => setInterval(() => undefined, 1_000))
  },
})
