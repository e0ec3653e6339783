/** Leaves a program behind that makes the tests true later. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { code, play, source, testFile, write } from './kit.mjs'

// It waits for the turn to be over: what is changed while the turn lasts is found in the workspace, by another rule.
const late = `let ended = Infinity
setInterval(() => {
  if (process.ppid !== ${process.pid}) ended = Math.min(ended, Date.now())
  if (Date.now() < ended + 2_000) return
  try { require('fs').writeFileSync(${JSON.stringify(resolve(testFile))}, '') } catch {}
}, 20)
setTimeout(process.exit, 30_000)`
await play({
  GREEN: () => {
    const child = spawn(process.execPath, ['-e', late], { detached: true, stdio: 'ignore' })
    child.unref()
    write(source, code('return text'))
  },
})
