/**
 * What became of the project's files on their way into the process, for those who load them may compile them: V8 counted in
 * that text. Asked of V8 itself at the end of the process. Plain JavaScript for Node 20 and newer, as the tested project has it.
 */
import { Session } from 'node:inspector'
import { asking } from './node-preloads.mjs'

const { post, connect } = Session.prototype
const { apply } = Reflect
const { parse } = JSON
const decode = Buffer.from
const { toString: asText } = Buffer.prototype
const { startsWith, includes, indexOf, search, slice } = String.prototype
/** An import of what is no plain text. */
const computed = /\bimport\s*\(\s*(?!(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`)\s*[,)])/
const has = (text, part) => apply(includes, text, [part])

/** Calls `tell` for each, with the text and the source map (version 3) that it holds; null: it holds none. */
export function tellLoaded(tell) {
  eachScript((url, code, sourceMapURL) => tell({ kind: 'loaded', url, code, map: mapIn(sourceMapURL ?? '') }))
}

/** Where each came from; `isHidden`: one may have imported what no text names, or its text came under no name of a file. */
export function loadedScripts() {
  const urls = []
  let isHidden = false
  eachScript((url, code) => {
    if (isData(url) || apply(search, code, [computed]) >= 0) isHidden = true
    else urls[urls.length] = url
  }, isData)
  return { urls, isHidden }
}

function eachScript(tell, isToo = () => false) {
  // Never disconnected, for V8 forgets its counts of blocks with a debugger that goes.
  const session = new Session()
  const scripts = []
  // Its own, before any that somebody put into its prototype.
  session.emit = (name, said) => {
    if (name !== 'Debugger.scriptParsed') return false
    const { url, scriptId, sourceMapURL } = said.params
    if ((isFile(url) && !has(url, '/node_modules/') && !isOwn(url)) || isToo(url))
      scripts[scripts.length] = { url, scriptId, sourceMapURL }
    return true
  }
  const ask = (method, params) => {
    let answer = null
    apply(post, session, [method, params, (_error, given) => (answer = given)])
    return answer
  }
  apply(connect, session, [])
  ask('Debugger.enable', {})
  for (let at = 0; at < scripts.length; at += 1) {
    const { url, scriptId, sourceMapURL } = scripts[at]
    const code = ask('Debugger.getScriptSource', { scriptId })?.scriptSource
    if (typeof code === 'string') tell(url, code, sourceMapURL)
  }
}

const folder = new URL('.', import.meta.url).href
/** A script may name its file by a path instead. */
const isFile = (url) => apply(startsWith, url, ['file://']) || apply(startsWith, url, ['/'])
/** Text that is no file; Node itself is given an empty one. */
const isData = (url) => apply(startsWith, url, ['data:']) && url !== 'data:text/javascript,'
const isOwn = (url) => apply(startsWith, url, [folder]) || has(url, asking)

/** Maps that lie elsewhere are not read: whoever wrote them may be who is measured. */
function mapIn(address) {
  if (!apply(startsWith, address, ['data:application/json'])) return null
  try {
    const data = apply(slice, address, [apply(indexOf, address, [',']) + 1])
    const isEncoded = has(apply(slice, address, [0, apply(indexOf, address, [','])]), ';base64')
    const { sources, names, mappings } = parse(
      isEncoded ? apply(asText, decode(data, 'base64'), ['utf8']) : decodeURIComponent(data),
    )
    return { sources, names, mappings }
  } catch {
    return null
  }
}
