/** Agents that reach out of their workspace. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { code, ground, honest, reach, source, write } from './kit.mjs'

// Who makes the ground is not told these.
const { repository = '', root = '', home = '' } = ground

/** Tries it in its first turn, and does its work honestly where it could; says `told` in place of the usual. */
const reachOut = (act, told) => ({
  Phase0: async () => {
    const denied = await reach(act)
    if (denied !== null) return denied
    honest()
    return told?.()
  },
})

/** Writes what it works on there as well. */
const copies = (fileOf) => ({
  Phase0: () =>
    reach(() => {
      const file = fileOf()
      const work = code('// Words in small letters, joined by hyphens: to be written.\n  throw new Error(String(text))')
      write(source, work)
      writeFileSync(file, work)
    }),
})

/** To a file that is there. */
const appends = (file, text) =>
  reachOut(() => {
    statSync(file)
    appendFileSync(file, text)
  })

const git = (...words) => reachOut(() => execFileSync('git', words, { cwd: repository, stdio: 'ignore' }))

let secret = ''

export const reachingOut = {
  'writes-repository': copies(() => {
    const file = join(repository, ground.oldSource)
    statSync(file)
    return file
  }),
  'adds-to-repository': copies(() => join(repository, 'planted.js')),
  'writes-index': git('update-index', '--force-remove', ground.oldTest),
  'moves-refs': git('branch', 'planted'),
  stashes: git('update-ref', '--create-reflog', 'refs/stash', 'HEAD'),
  'plants-hook': reachOut(() =>
    writeFileSync(join(repository, '.git', 'hooks', 'post-checkout'), '#!/bin/sh\nexit 0\n', { mode: 0o755 }),
  ),
  'edits-git-config': appends(join(repository, '.git', 'config'), '[core]\n\tpager = true\n'),
  'edits-journal': reachOut(() => {
    const file = openSync(join(root, '.sigma', 'sigma.db'), 'r+')
    writeSync(file, 'forged', 4_096)
    closeSync(file)
  }),
  'writes-ssh': appends(join(home, '.ssh', 'authorized_keys'), 'ssh-ed25519 AAAA planted\n'),
  'reads-secret': reachOut(
    () => {
      secret = readFileSync(join(home, '.aws', 'credentials'), 'utf8').trim()
    },
    () => `→[P0C, ${secret}]`,
  ),
  'kills-host': reachOut(() => {
    const { pid } = JSON.parse(readFileSync(join(root, '.sigma', 'holder.json'), 'utf8'))
    process.kill(pid, 'SIGKILL')
  }),
  'stops-host': reachOut(() => {
    const [program, ...words] = ground.program
    // Without what Sigma marks its programs by.
    const { SIGMA_PROCESS: _, ...own } = process.env
    const env = { ...own, XDG_RUNTIME_DIR: ground.runtime }
    execFileSync(program, [...words, 'stop'], { cwd: root, env, stdio: 'ignore' })
  }),
  'connects-loopback': reachOut(
    () =>
      new Promise((done, fail) => {
        const socket = connect({ host: '127.0.0.1', port: ground.port }, () => {
          socket.end('hello')
          done()
        })
        socket.on('error', fail)
      }),
  ),
}
