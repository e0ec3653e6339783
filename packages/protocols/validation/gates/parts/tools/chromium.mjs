/** Drives a Chromium by its own protocol, over two pipes. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions'],
  ...['--mute-audio', '--hide-scrollbars', '--remote-debugging-pipe'],
]

const answerMs = 60_000

/** Fails where the browser does not start. */
export async function openChromium(file) {
  // Its sockets lie there, whose paths may have only about 100 bytes.
  const folder = mkdtempSync('/tmp/chromium-')
  const child = spawn(file, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, TMPDIR: folder },
  })
  const [, , errors, to, from] = child.stdio
  const waiting = new Map()
  const listeners = []
  let printed = ''
  let last = 0
  errors.on('data', (part) => {
    printed = `${printed}${part}`.slice(-2_000)
  })
  const lost = (why) => {
    for (const { reject } of waiting.values()) reject(new Error(`${why} ${printed.trim()}`))
    waiting.clear()
  }
  child.on('error', ({ message }) => lost(`${file} cannot be started: ${message}.`))
  child.on('exit', () => lost(`${file} has ended.`))
  to.on('error', () => {})
  let rest = ''
  from.setEncoding('utf8').on('data', (part) => {
    const messages = `${rest}${part}`.split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) hear(JSON.parse(message))
  })
  function hear({ id, result, error, method, params, sessionId }) {
    if (id === undefined) for (const listen of listeners) listen({ method, params, sessionId })
    else if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(error.message))
    waiting.delete(id)
  }
  function send(method, params = {}, sessionId = undefined) {
    last += 1
    const id = last
    const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    const late = sleep(answerMs, null, { ref: false }).then(() => {
      throw new Error(`${method} is not answered.`)
    })
    return Promise.race([answer, late])
  }
  await send('Browser.getVersion')
  return {
    /** A page of its own that is loaded and at rest; `act` gets what sends to it. */
    async inPage(url, act) {
      const { browserContextId } = await send('Target.createBrowserContext')
      try {
        const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
        const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
        const say = (method, params) => send(method, params, sessionId)
        const heard = []
        const listen = (event) => {
          if (event.sessionId !== sessionId) return
          heard.push(event.method)
          // A page that asks something would wait for ever.
          if (event.method === 'Page.javascriptDialogOpening')
            say('Page.handleJavaScriptDialog', { accept: true }).catch(() => {})
        }
        listeners.push(listen)
        await say('Page.enable')
        const { errorText } = await say('Page.navigate', { url })
        if (errorText !== undefined) throw new Error(`It is not loaded: ${errorText}.`)
        for (let waited = 0; !heard.includes('Page.loadEventFired') && waited < 20_000; waited += 50) await sleep(50)
        if (!heard.includes('Page.loadEventFired')) throw new Error('It does not finish loading.')
        return await act(say)
      } finally {
        await send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
      }
    },
    close() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
