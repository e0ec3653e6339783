/** Serves files of a folder on the loopback, or waits for a command that serves. */
import { spawn } from 'node:child_process'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const types = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The address of a server of what really lies in the folder, e.g. `http://127.0.0.1:40123`. */
export async function serveFolder(folder) {
  const root = realpathSync(folder)
  const server = createServer((request, response) => {
    try {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const wanted = join(root, decodeURIComponent(pathname))
      const found = realpathSync(statSync(wanted).isDirectory() ? join(wanted, 'index.html') : wanted)
      if (!found.startsWith(`${root}${sep}`)) throw new Error('outside')
      response.writeHead(200, { 'content-type': types[extname(found).toLowerCase()] ?? 'application/octet-stream' })
      response.end(readFileSync(found))
    } catch {
      response.writeHead(404)
      response.end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

/** Starts a command and waits until the address answers; fails where it does not. Returns how to end it. */
export async function startServer([program, ...words], cwd, url, patienceMs = 60_000) {
  const child = spawn(program, words, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let ended = null
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      printed = `${printed}${part}`.slice(-1_000)
    })
  child.on('error', ({ message }) => {
    ended = `cannot be started: ${message}`
  })
  child.on('exit', (code, signal) => {
    ended ??= `ends with ${code ?? signal}`
  })
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const until = Date.now() + patienceMs
  while (Date.now() < until && ended === null) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' }).catch(() => null)
    if (answer !== null) return end
    await sleep(200)
  }
  end()
  throw new Error(
    `The server ${ended ?? `does not answer at ${url} within ${patienceMs / 1_000} s`}. ${printed.trim()}`,
  )
}
