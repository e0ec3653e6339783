/**
 * Watches Node's own binding to the file system, below `fs` and below the loaders of modules: tests find every function of
 * `fs` as it was, and stand-ins of theirs are no reads. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { channel } = require('node:diagnostics_channel')
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { fileURLToPath } = require('node:url')
const { filesOfNow, own } = require('./tampering.cjs')

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect
const { captureStackTrace } = Error
const matches = own(RegExp.prototype.exec)
const { O_CREAT, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants
const WRITING = O_CREAT | O_RDWR | O_TRUNC | O_WRONLY
const { moduleLoadList } = process

module.exports = { isHooked: () => isThreaded, spoiledBy, watchNode }

/** What each function of the binding does with its parameters. */
const calls = {
  ...{ access: ['asked'], chmod: ['asked'], chown: ['asked'], existsSync: ['asked'], lchown: ['asked'] },
  ...{ internalModuleStat: ['asked', 'asked'], lstat: ['found'] },
  ...{ lutimes: ['asked'], open: ['opened'], openFileHandle: ['opened'], readFileUtf8: ['asked'] },
  ...{ readdir: ['listed'], readlink: ['asked'], realpath: ['asked'], stat: ['asked'], utimes: ['asked'] },
  ...{ mkdir: ['made'], rmdir: ['written'], rmSync: ['written'], unlink: ['written'], writeFileUtf8: ['written'] },
  ...{ copyFile: ['asked', 'written'], link: ['asked', 'written'], rename: ['moved', 'written'] },
  ...{ symlink: ['links', 'written'], cpSyncCopyDir: ['copied', 'written'] },
  cpSyncCheckPaths: ['asked', 'written'],
}

const compiler =
  /[\\/]node_modules[\\/](?:\.pnpm[\\/].*)?(?:tsx|esbuild-register|esbuild-runner|@esbuild-kit[\\/][^\\/]+)[\\/]/
const transparent = /^node:|[\\/]node_modules[\\/](?:\.pnpm[\\/].*)?esbuild[\\/]/
/** Addons that read nothing of themselves, or only what decides where modules lie. */
const harmless =
  /[\\/]node_modules[\\/](?:\.pnpm[\\/].*)?(?:@swc|@oxc-[\w-]+|oxc-[\w-]+|@rollup|@rolldown|@unrs|lightningcss[\w-]*|fsevents|bufferutil|utf-8-validate)[\\/]/
const addon = /\.node$/
/** They read files without asking the binding. */
const reading = /^NativeModule (?:sqlite|wasi)$/

const watched = []
let isThreaded = false
let isBlind = false

/** Calls `on[role](path)`, and `on.spoil(why)` where nobody can know what is reached. */
function watchNode(on) {
  const files = bindingOf('fs')
  const [processes, programs] = [bindingOf('process_wrap'), bindingOf('spawn_sync')]
  isBlind = files === null || processes === null || programs === null
  if (!isBlind) {
    for (const name of Object.keys(calls)) watch(files, name, tellerOf(on, name))
    for (const { prototype } of [files.StatWatcher, bindingOf('fs_event_wrap').FSEvent])
      watch(prototype, 'start', (given) => on.asked(given[0]))
    const starts = () => isByCompiler(filesOfNow()) || on.spoil('it starts a process')
    watch(processes.Process.prototype, 'spawn', starts)
    watch(programs, 'spawn', starts)
  }
  watchShown(on)
  channel('worker_threads').subscribe(({ worker }) => {
    const callers = filesOfNow()
    if (worker.constructor.name !== 'InternalWorker') isByCompiler(callers) || on.spoil('it starts a thread')
    else if (isOfProject(callers)) on.spoil('it loads modules by hooks of its own')
    else isThreaded = true
  })
}

/** Null: this Node, or how it was started, lets nobody have it. */
function bindingOf(name) {
  const said = getOwnPropertyDescriptor(process, 'noDeprecation')
  try {
    process.noDeprecation = true
    return process.binding(name)
  } catch {
    return null
  } finally {
    if (said === undefined) delete process.noDeprecation
    else defineProperty(process, 'noDeprecation', said)
  }
}

function tellerOf(on, name) {
  const { [name]: roles } = calls
  const tell = {
    ...on,
    opened: (path, given) => ((given[1] & WRITING) === 0 ? on.asked(path) : on.written(path)),
    made: (path, given) => on.made(path, given[2] === true),
    links: (target, given) => on.links(target, given[1]),
    found: (path) => {
      if (isForeignAddon(path)) on.spoil('it loads native code')
      on.asked(path)
    },
  }
  return (given) => {
    for (let at = 0; at < roles.length; at += 1) tell[roles[at]](given[at], given)
  }
}

/** No error shows that it came by here. */
function watch(holder, name, note) {
  const { [name]: original } = holder
  if (typeof original !== 'function') return
  function wrapper(...given) {
    note(given)
    try {
      return apply(original, this, given)
    } catch (error) {
      captureStackTrace(error, wrapper)
      throw error
    }
  }
  holder[name] = wrapper
  watched.push({ holder, name, wrapper })
}

/** What does not go by way of the binding. */
function watchShown(on) {
  const { prototype } = fs.Dir
  for (const name of ['read', 'readSync', 'entries']) noting(prototype, name, (_path, folder) => on.listed(folder.path))
  const iterator = getOwnPropertyDescriptor(prototype, Symbol.asyncIterator)
  defineProperty(prototype, Symbol.asyncIterator, { ...iterator, value: prototype.entries })
  noting(fs, 'openAsBlob', on.asked)
  noting(process, 'loadEnvFile', (path = '.env') => on.asked(path))
  syncBuiltinESMExports()
}

function noting(holder, name, note) {
  const property = getOwnPropertyDescriptor(holder, name)
  if (typeof property?.value !== 'function') return
  const original = property.value
  const { [name]: value } = {
    [name](...given) {
      const [path] = given
      note(path instanceof URL ? pathOf(path) : path, this)
      return apply(original, this, given)
    },
  }
  defineProperty(value, 'length', { value: original.length, configurable: true })
  defineProperty(holder, name, { ...property, value })
}

function pathOf(url) {
  try {
    return fileURLToPath(url)
  } catch {
    return ''
  }
}

/** Why nobody can know what was reached; null: nothing stands in the way. `modules` are the files that `require` has loaded. */
function spoiledBy(modules) {
  if (isBlind) return 'its Node shows nobody what it reads'
  for (let at = 0; at < watched.length; at += 1) {
    const { holder, name, wrapper } = watched[at]
    if (holder[name] !== wrapper) return 'it changes how files are read'
  }
  for (let at = 0; at < modules.length; at += 1) if (isForeignAddon(modules[at])) return 'it loads native code'
  for (let at = 0; at < moduleLoadList.length; at += 1)
    if (matches(reading, moduleLoadList[at]) !== null) return 'it reads by way of Node’s own native code'
  return null
}

const isForeignAddon = (path) =>
  typeof path === 'string' && matches(addon, path) !== null && matches(harmless, path) === null

/** A compiler that Node was given starts what helps it, and that reads what it is given. */
function isByCompiler(callers) {
  for (let at = 0; at < callers.length; at += 1) {
    if (matches(transparent, callers[at]) === null) return matches(compiler, callers[at]) !== null
  }
  return false
}

const installed = /[\\/]node_modules[\\/]/

function isOfProject(callers) {
  for (let at = 0; at < callers.length; at += 1)
    if (matches(/^node:/, callers[at]) === null) return matches(installed, callers[at]) === null
  return false
}
