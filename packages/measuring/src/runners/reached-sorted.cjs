/**
 * Sorts paths that tested code had to do with into what is there and what is not, each by its real path too: what is read
 * by way of a link changes with the link and with what it leads to. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { lstatSync, readlinkSync, realpathSync } = require('node:fs')
const { resolve } = require('node:path')

const { native } = realpathSync
const { apply, ownKeys } = Reflect
const { lastIndexOf, slice, startsWith } = String.prototype
const [KIND, LINK, FOLDER] = [0o170000, 0o120000, 0o040000]

module.exports = { sorted }

/** `asked` has by path, as counted from `root`, how it was met. */
function sorted(root, asked, { LISTED, WRITTEN }) {
  const [files, folders, missing] = [dictionary(), dictionary(), dictionary()]
  // A folder is there as long as what was there in it.
  const around = dictionary()
  const reals = { __proto__: null, [root]: root }

  /** Of a folder, also of one that is not there. */
  function realOf(folder) {
    const known = reals[folder]
    if (known !== undefined) return known
    const real = attempt(native, folder) ?? `${realOf(folderOf(folder))}${nameOf(folder)}`
    reals[folder] = real
    return real
  }

  function sort(full, how, depth) {
    const folder = full === root ? root : folderOf(full)
    const real = full === root ? root : `${realOf(folder)}${nameOf(full)}`
    if (real !== full) for (let at = folder; at.length > root.length; at = folderOf(at)) files[at] = true
    const stats = attempt(statsOf, real) ?? null
    const isWritten = (how & WRITTEN) !== 0
    if (stats === null || isWritten) missing[real] = true
    if (stats === null && !isWritten) return
    const kind = stats === null ? 0 : stats.mode & KIND
    const isListed = (how & LISTED) !== 0 && kind === FOLDER
    if (isListed) folders[real] = true
    if (!isListed || how !== LISTED) files[real] = true
    if (!isWritten)
      for (let at = folderOf(real); at.length > root.length && !around[at]; at = folderOf(at)) around[at] = true
    if (kind === LINK && depth > 0) sort(resolve(folderOf(real), readlinkSync(real)), how, depth - 1)
  }

  /** As counted from the root; what a link leads to may lie elsewhere. */
  function within(found, isLeftOut) {
    const [paths, inside] = [ownKeys(found), []]
    for (let at = 0; at < paths.length; at += 1)
      if (!isLeftOut(paths[at]) && (paths[at] === root || apply(startsWith, paths[at], [`${root}/`])))
        inside[inside.length] = apply(slice, paths[at], [root.length + 1])
    return inside
  }

  const paths = ownKeys(asked)
  for (let at = 0; at < paths.length; at += 1)
    sort(paths[at] === '' ? root : `${root}/${paths[at]}`, asked[paths[at]], 20)
  return {
    files: within(files, (path) => path === root || around[path] === true),
    folders: within(folders, () => false),
    missing: within(missing, () => false),
  }
}

function dictionary() {
  return { __proto__: null }
}

const cutOf = (path) => apply(lastIndexOf, path, ['/'])
const folderOf = (path) => apply(slice, path, [0, cutOf(path)]) || '/'
const nameOf = (path) => apply(slice, path, [cutOf(path)])
const statsOf = (path) => lstatSync(path, { throwIfNoEntry: false })

function attempt(ask, path) {
  try {
    return ask(path)
  } catch {
    return null
  }
}
