/** Leaves a program behind that makes the tests true later. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { code, play, source, testFile, write } from './kit.mjs'

const late = `setInterval(() => { try { require('fs').writeFileSync(${JSON.stringify(resolve(testFile))}, '') } catch {} }, 20); setTimeout(process.exit, 20_000)`
await play({
  GREEN: () => {
    const child = spawn(process.execPath, ['-e', late], { detached: true, stdio: 'ignore' })
    child.unref()
    write(source, code('return text'))
  },
})
