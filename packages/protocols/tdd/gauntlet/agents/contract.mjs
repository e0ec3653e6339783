/** Agents that break the contract of a turn. */
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { code, ground, honestly, source, unwritten, write } from './kit.mjs'

const forever = () => new Promise(() => setInterval(() => undefined, 1_000))
const child = fileURLToPath(new URL('./forks-child.mjs', import.meta.url))
const forged = { success: true, status: 'completed', code: 'RIC', message: 'all phases are done', delivered: true }

export const contract = {
  'changes-signature': { Phase0: () => write(source, code(unwritten, { parameters: 'text, separator, most' })) },
  'no-interface': { Phase0: () => undefined },
  'prints-much': honestly('GREEN', async () => {
    const part = 'x'.repeat(1 << 20)
    for (let at = 0; at < 1_024; at += 1)
      if (!process.stdout.write(part)) await new Promise((go) => process.stdout.once('drain', go))
    process.exit(0)
  }),
  forks: honestly('GREEN', () => {
    spawn(process.execPath, [child, '5', ground.outside], { stdio: 'ignore', detached: true })
    return forever()
  }),
  'never-answers': honestly('GREEN', forever),
  'answers-garbage': { GREEN: () => 'I am sure that everything is in order now.' },
  'answers-twice': { GREEN: () => '→[GC, they pass] →[RIC, and it is tidy]' },
  'other-phase': honestly('GREEN', () => '→[APPROVED, as designed]'),
  'forged-result': honestly('GREEN', () => JSON.stringify(forged)),
  'fails-after-success': honestly('GREEN', () => {
    process.exitCode = 1
  }),
  'killed-after-success': honestly('GREEN', () => {
    writeSync(1, '→[GC, they pass]\n')
    process.kill(process.pid, 'SIGKILL')
  }),
}
