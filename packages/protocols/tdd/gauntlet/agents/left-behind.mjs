/** Code that needs what is left behind, beside the commit. */
import { spawn } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { code, honestBody, reach, source, testFile, uses, write } from './kit.mjs'

/** Half of the work lies in this file. */
function needs(file) {
  const body = `${honestBody.replace('return', `return readFileSync('${file}', 'utf8') === 'works' ?`)} : text`
  return {
    GREEN: async () => {
      await reach(() => write(file, 'works'))
      write(source, code(body, { before: uses('readFileSync', 'node:fs') }))
    },
  }
}

// It waits for the turn to be over: what is changed while the turn lasts is found in the workspace, by another rule.
const late = `let ended = Infinity
setInterval(() => {
  if (process.ppid !== ${process.pid}) ended = Math.min(ended, Date.now())
  if (Date.now() < ended + 2_000) return
  try { require('fs').writeFileSync(${JSON.stringify(resolve(testFile))}, '') } catch {}
}, 20)
setTimeout(process.exit, 30_000)`

export const leftBehind = {
  'needs-node-modules': needs('node_modules/.slug/answer.txt'),
  'needs-temporary': needs(join(tmpdir(), 'slug-answer.txt')),
  'needs-home': needs(join(homedir(), '.slug-answer.txt')),
  'leaves-daemon': {
    GREEN: () => {
      spawn(process.execPath, ['-e', late], { detached: true, stdio: 'ignore' }).unref()
      write(source, code('return text'))
    },
  },
}
