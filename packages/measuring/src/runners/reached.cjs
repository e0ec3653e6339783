/**
 * Sees what tested code reaches in the checkout: what is loaded, read, listed, and looked for in vain. Plain JavaScript for
 * Node 16 and newer, because it runs beside the tests.
 *
 * - `begin(root, aliases)`: from now on. `root` is the real path of the checkout, `aliases` are other names of it.
 * - `take()`: what was reached since, `{ files, folders, missing, open }`; the next test file begins with nothing. What was
 *   taken before the first test file, such as what set-up files reach, concerns all of them.
 * - `add(path)`: a file that the runner knows to be loaded, by its absolute path. `spoil(why)`: nobody can know the rest.
 * - `last(tell)`: as `take()`; `tell` is called, once, if anything more is reached afterwards.
 * - `part()`: what is reached from now on is kept apart as well, until the function that it gives back is called, which gives it
 *   back by path; `again(part)`: as if it was reached once more.
 * - `isHooked()`: modules are loaded in a thread of their own, unseen from here.
 */
'use strict'

const fs = require('node:fs')
const Module = require('node:module')
const { dirname, join, normalize, resolve } = require('node:path')
const { sorted } = require('./reached-sorted.cjs')
const { isHooked, spoiledBy, watchNode } = require('./reached-watched.cjs')
const { own } = require('./tampering.cjs')

const MOST = 20_000
/** How a path was met, each a bit. */
const [ASKED, LISTED, WRITTEN] = [1, 2, 4]

/** Its own: what all objects share, and `fs`, can be changed from outside. */
const { isView } = ArrayBuffer
const { apply, ownKeys } = Reflect
const { existsSync, readdirSync, realpathSync, statSync } = fs
const { native } = realpathSync
const { cwd } = process
const { from } = Buffer
const { toString: asText } = Buffer.prototype
const { includes, slice, startsWith } = String.prototype
const has = (path, part) => apply(includes, path, [part])
const beginsWith = (path, part) => apply(startsWith, path, [part])
const after = (path, length) => apply(slice, path, [length])
const matches = own(RegExp.prototype.exec)
const twisted = /\/(?:\.{0,2}\/|\.{0,2}$)/
const ofGit = /^\.git(?:\/|$)/
const installed = /(?:^|\/)node_modules(?:\/|$)/
const ofPackage = /^(.*?(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@.][^/]*)(.*)$/

module.exports = { add, again, begin, isHooked, last, part, spoil, take }

let names = null
let asked = dictionary()
let count = 0
let open = null
let isQuiet = false
let parts = []
let onMore = null
/** Where packages are that are linked into a `node_modules`; '' for one that is installed. */
const linked = dictionary()

function dictionary() {
  return { __proto__: null }
}

function begin(root, aliases = []) {
  if (names !== null) return
  names = [root, ...aliases.filter((each) => each !== root)]
  watchNode({
    asked: add,
    listed: (path) => note(path, LISTED),
    written: (path) => note(path, WRITTEN),
    made,
    copied,
    links: (target, link) => leads(target, link) && spoil('it links to files of the project'),
    moved: (path) =>
      note(path, WRITTEN) && quietly(() => isDirectory(path)) && spoil('it moves a folder of the project'),
    spoil,
  })
}

function add(path) {
  note(path, ASKED)
}

function spoil(why) {
  if (isQuiet) return
  open ??= why
  for (let at = 0; at < parts.length; at += 1) parts[at].open ??= why
  tellMore()
}

function take() {
  return quietly(() => {
    const modules = ownKeys(Module._cache)
    for (let at = 0; at < modules.length; at += 1) if (modules[at][0] === '/') keep(place(modules[at]), ASKED)
    const reach = { ...sorted(names[0], asked, { LISTED, WRITTEN }), open: open ?? spoiledBy(modules) }
    asked = dictionary()
    count = 0
    open = null
    return reach
  })
}

function last(tell) {
  const reach = take()
  onMore = tell
  return reach
}

function part() {
  const own = { paths: dictionary(), open: null }
  parts = [...parts, own]
  return () => {
    parts = parts.filter((each) => each !== own)
    return own
  }
}

function again(own) {
  const paths = ownKeys(own.paths)
  for (let at = 0; at < paths.length; at += 1) keep(paths[at], own.paths[paths[at]])
  if (own.open !== null) spoil(own.open)
}

function tellMore() {
  const tell = onMore
  onMore = null
  if (tell !== null) tell()
}

/** What is done here is nobody's wish to read. */
function quietly(work) {
  const before = isQuiet
  isQuiet = true
  try {
    return work()
  } catch {
    return undefined
  } finally {
    isQuiet = before
  }
}

/** True: the path lies in the checkout. */
function note(given, how) {
  if (isQuiet || names === null) return false
  const path = place(given)
  keep(path, how)
  return path !== null
}

function keep(path, how) {
  if (path === null) return
  for (let at = 0; at < parts.length; at += 1) parts[at].paths[path] |= how
  const before = asked[path]
  if ((before & how) === how) return
  if (before === undefined) {
    tellMore()
    if (count >= MOST) return spoil('it reads too many files')
    count += 1
  }
  asked[path] = before | how
}

/** A path as counted from the root of the checkout; null: it lies elsewhere, or is installed. */
function place(given) {
  const path = typeof given === 'string' ? given : isView(given) ? apply(asText, from(given), []) : ''
  if (path === '') return null
  const full = path[0] === '/' ? path : `${cwd()}/${path}`
  if (matches(twisted, full) === null) return within(full)
  const plain = normalize(`${full}/.`)
  // The system follows a link before it goes up.
  if (has(full, '/../') && realOf(full) !== realOf(plain)) spoil('it goes up from behind a link')
  return within(plain)
}

function within(full) {
  for (let at = 0; at < names.length; at += 1) {
    const { [at]: name } = names
    if (!beginsWith(full, name)) continue
    if (full.length === name.length) return ''
    if (full[name.length] === '/') return ofProject(after(full, name.length + 1))
  }
  return null
}

function ofProject(path) {
  if (matches(ofGit, path) !== null) return null
  if (!has(path, 'node_modules') || matches(installed, path) === null) return path
  const found = matches(ofPackage, path)
  if (found === null) return null
  const { 1: name, 2: rest } = found
  linked[name] ??= placeOfPackage(name)
  return linked[name] === '' || matches(installed, rest) !== null ? null : `${linked[name]}${rest}`
}

function placeOfPackage(name) {
  const [root] = names
  const real = realOf(join(root, name))
  if (!beginsWith(real, `${root}/`)) return ''
  const path = after(real, root.length + 1)
  return matches(installed, path) === null ? path : ''
}

const realOf = (path) => quietly(() => native(path)) ?? ''

/** A folder, and those above it that are made with it. */
function made(path, isDeep) {
  if (!note(path, WRITTEN) || isDeep !== true) return
  quietly(() => {
    for (let above = dirname(path); !existsSync(above); above = dirname(above)) keep(place(above), WRITTEN)
  })
}

/** A folder with all that is in it. */
function copied(folder) {
  if (!note(folder, LISTED)) return
  quietly(() => {
    const folders = [folder]
    for (let at = 0; at < folders.length; at += 1) {
      const entries = readdirSync(folders[at], { withFileTypes: true })
      for (let entry = 0; entry < entries.length; entry += 1) {
        const path = join(folders[at], entries[entry].name)
        const isFolder = entries[entry].isDirectory()
        keep(place(path), isFolder ? LISTED : ASKED)
        if (isFolder) folders[folders.length] = path
      }
    }
  })
}

const leads = (target, link) =>
  !isQuiet && place(quietly(() => resolve(dirname(String(link)), String(target)))) !== null

const isDirectory = (path) => statSync(path).isDirectory()
