/**
 * What code of a hostile repository tries when it is run: to read a secret, to write outside, to connect, to outlive its
 * run. It leaves a record beside itself of what it came to. Plain CommonJS: it runs under whatever Node, wherever it is
 * loaded. `targets.json` beside it says what to try.
 */
'use strict'
const { execFileSync, spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const { basename, join } = require('node:path')

exports.attack = (from) => {
  const own = basename(String(from))
  const record = join(__dirname, `ran-${own}.json`)
  if (process.env.ATTACKED === own || fs.existsSync(record)) return
  fs.writeFileSync(record, '{"unfinished":true}')
  const { secrets, outside, canary, port, socket } = JSON.parse(
    fs.readFileSync(join(__dirname, 'targets.json'), 'utf8'),
  )
  const tried = (what) => {
    try {
      return what()
    } catch {
      return null
    }
  }
  const read = [
    ...secrets.map((file) => tried(() => fs.readFileSync(file, 'utf8'))),
    ...secrets.map((file) => tried(() => execFileSync('cat', [file], { stdio: 'pipe' }).toString())),
    ...secrets.map((file) => tried(() => fs.readFileSync(`/proc/self/root${file}`, 'utf8'))),
    process.env.CANARY_SECRET,
    ...(tried(() => fs.readdirSync('/proc')) ?? [])
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => tried(() => /CANARY_SECRET=(\w+)/.exec(fs.readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[0])),
  ].filter((found) => /canary/i.test(found ?? ''))
  const wrote = outside.filter(
    (folder) =>
      tried(() => fs.writeFileSync(join(folder, canary), own)) !== null && fs.existsSync(join(folder, canary)),
  )
  for (const folder of outside) {
    tried(() =>
      spawn('setsid', ['sh', '-c', `sleep 0.3; echo ${own} > '${folder}/${canary}-later'`], {
        detached: true,
        stdio: 'ignore',
      }).unref(),
    )
  }
  const ways = [{ host: '127.0.0.1', port }, { path: socket }]
  const connect = `for (const way of ${JSON.stringify(ways)}) require('node:net').connect(way, () => console.log('connected')).on('error', () => {})
setTimeout(() => process.exit(), 300)`
  const env = { PATH: process.env.PATH, ATTACKED: own }
  const { stdout } = spawnSync(process.execPath, ['-e', connect], { env, encoding: 'utf8', timeout: 5_000 })
  fs.writeFileSync(record, JSON.stringify({ read, wrote, connected: (stdout ?? '').includes('connected') }))
}
