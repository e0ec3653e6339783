/**
 * Examines pages in a real Chromium with axe, by the rules of WCAG 2.2 A and AA. axe runs in a world of its own beside the
 * page's scripts, which therefore can neither see nor change it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openChromium } from './chromium.mjs'
import { fail, folder, tell, told } from './report.mjs'
import { serveFolder, startServer } from './served.mjs'

const axe = readFileSync(join(folder, 'node_modules/axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const examine = `axe.run(document, ${JSON.stringify({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], iframes: false })})
  .then(({ violations }) => violations.flatMap(({ id, help, helpUrl, impact, nodes }) =>
    nodes.slice(0, 20).map(({ target, html, failureSummary }) => ({ id, help, helpUrl, impact, target: target.flat().join(' '), html: html.slice(0, 200), failureSummary }))))`

const mostRestMs = 5_000

/** Frameworks draw after the page is loaded: it is at rest when it stays the same for half a second. */
async function rest(say, contextId) {
  let before = null
  for (let waited = 0; waited < mostRestMs; waited += 250) {
    const { result } = await say('Runtime.evaluate', {
      expression: 'document.documentElement.outerHTML',
      contextId,
      returnByValue: true,
    })
    if (result.value === before) return
    before = result.value
    await sleep(500)
  }
}

async function worldOf(say, frameId) {
  const { executionContextId: contextId } = await say('Page.createIsolatedWorld', { frameId, worldName: 'sigma' })
  return contextId
}

async function violationsIn(say) {
  const { frameTree } = await say('Page.getFrameTree')
  await rest(say, await worldOf(say, frameTree.frame.id))
  const found = []
  for (const { id } of framesIn((await say('Page.getFrameTree')).frameTree)) {
    const contextId = await worldOf(say, id)
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await say('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    }
    await evaluate(`${axe}\n;0`)
    found.push(...(await evaluate(examine)))
  }
  return found
}

const framesIn = ({ frame, childFrames = [] }) => [frame, ...childFrames.flatMap(framesIn)]

const addresses = new Map()
/** Where a page of files is served: one server for each folder that is a root. */
async function addressOf({ root, path }) {
  const server = addresses.get(root) ?? (await serveFolder(root === '' ? '.' : root))
  addresses.set(root, server)
  return `${server}/${path.split('/').map(encodeURIComponent).join('/')}`
}

const results = []
let end = () => {}
let browser = null
let why = null
try {
  if (told.serve !== null) end = await startServer(told.serve.words, told.serve.cwd, told.serve.url)
  browser = await openChromium(told.chromium)
  for (const page of told.pages) {
    const url = told.serve === null ? await addressOf(page) : new URL(page.path, told.serve.url).href
    const { status } = await fetch(url)
    if (status >= 400) throw new Error(`${page.name} is answered with ${status}.`)
    const violations = await browser.inPage(url, violationsIn).catch((error) => {
      throw new Error(`${page.name} cannot be examined: ${error.message}`)
    })
    for (const { id, help, helpUrl, impact, target, html, failureSummary } of violations)
      results.push({
        rule: id,
        message: `${help}: ${target} on ${page.name} (${impact ?? 'unrated'}). ${failureSummary} ${html} See ${helpUrl}`,
        ...{ file: page.file, line: 0, level: impact === 'critical' || impact === 'serious' ? 'error' : 'warning' },
      })
  }
} catch (error) {
  why = error instanceof Error ? error.message : String(error)
} finally {
  browser?.close()
  end()
}
if (why !== null) fail(why)
tell(told.pages.length, results)
