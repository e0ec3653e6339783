/**
 * What the tests need of a machine beside Node, npm and git. `npm test` installs it where it may (root, on Debian and
 * its like); else the tests that need it are not run, and the end of `npm test` names them and the command that helps.
 * Plain JavaScript for any Node from 18 on, because it is loaded before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * @typedef {'bubblewrap' | 'chromium' | 'gcc' | 'libfaketime' | 'script'} Need
 * @typedef {object} Absence
 * @property {Need} need
 * @property {readonly string[]} packages Debian's; empty where a package would not help.
 * @property {string} why
 */

/** @type {Readonly<Record<Need, { readonly packages: readonly string[], readonly fault: () => string | null }>>} */
const needs = {
  bubblewrap: { packages: ['bubblewrap'], fault: bubblewrapFault },
  chromium: { packages: ['chromium'], fault: chromiumFault },
  gcc: { packages: ['gcc', 'libc6-dev'], fault: compilerFault },
  libfaketime: {
    packages: ['libfaketime'],
    fault: () => (faketimeLibrary() === null ? 'libfaketime was not found' : null),
  },
  // Only the one of util-linux starts a command on a terminal with these flags.
  script: { packages: ['bsdutils'], fault: () => faultOf('script', ['-qefc', 'true', '/dev/null']) },
}

const isNeed = (/** @type {string} */ name) => Object.hasOwn(needs, name)

/** Tried for real: a program may be there and not work here. @returns {readonly Absence[]} */
export function absences() {
  return Object.keys(needs)
    .filter(/** @returns {name is Need} */ (name) => isNeed(name))
    .flatMap((need) => {
      const { packages, fault } = needs[need]
      const why = fault()
      if (why === null) return []
      return [{ need, packages: isFound(need) ? [] : packages, why }]
    })
}

/** What brings it: one command where packages do, else a sentence. @param {readonly Absence[]} absent @returns {string} */
export function remedyOf(absent) {
  const packages = [...new Set(absent.flatMap((each) => each.packages))]
  if (packages.length > 0)
    return hasApt()
      ? `sudo apt-get install ${packages.join(' ')}`
      : `Install what this system calls ${packages.join(', ')}.`
  return absent.some(({ why }) => why.startsWith(tooOld))
    ? 'Install bubblewrap 0.8 or newer; Debian 12 and Ubuntu 24.04 have it.'
    : namespaceRemedy()
}

const tooOld = 'bubblewrap 0.8 or newer is needed'

/**
 * Git is what nothing works without; the rest is what some tests need.
 *
 * @param {(sentence: string, hint: string) => never} fail
 */
export function prepareMachine(fail) {
  const absent = absences()
  const packages = [...(hasGit() ? [] : ['git']), ...absent.flatMap((each) => each.packages)]
  if (packages.length > 0 && hasApt() && process.getuid?.() === 0) install(packages)
  requireGit(fail)
}

/** @param {(sentence: string, hint: string) => never} fail */
export function requireGit(fail) {
  if (!hasGit()) fail('git was not found.', hasApt() ? 'sudo apt-get install git' : 'git --version')
}

/** The library that gives a process another time; null: not installed. */
export function faketimeLibrary() {
  for (const folder of ['/usr/lib', '/usr/lib64', '/usr/local/lib']) {
    const places = [folder, ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])]
    const library = places.map((place) => join(place, 'faketime/libfaketimeMT.so.1')).find((file) => existsSync(file))
    if (library !== undefined) return library
  }
  return null
}

/** @param {readonly string[]} packages */
function install(packages) {
  process.stderr.write(`Installing for the tests, by apt-get (once): ${packages.join(', ')} …\n`)
  const isInstalled =
    aptGet(['update', '-qq']) && aptGet(['install', '-y', '-qq', '--no-install-recommends', ...packages])
  if (!isInstalled) process.stderr.write('apt-get could not install them; its own words stand above.\n')
}

/** @param {readonly string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 2], env }).status === 0
}

const hasApt = () => onPath('apt-get')
const hasGit = () => faultOf('git', ['--version']) === null

/** Whether its package is there, so that installing it would change nothing. @param {Need} need */
function isFound(need) {
  return need === 'bubblewrap' && onPath('bwrap')
}

/** As Sigma tries it: a machine may have bubblewrap and forbid what it does. */
function bubblewrapFault() {
  if (process.platform !== 'linux') return 'bubblewrap is for Linux only'
  const { stdout } = spawnSync('bwrap', ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  if (major !== undefined && Number(major) === 0 && Number(minor) < 8) return `${tooOld}, and this is ${major}.${minor}`
  const within = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', '--die-with-parent']
  return faultOf('bwrap', [...within, '--', 'true'])
}

/** Only looked for: to start one takes longer than to find out otherwise. */
function chromiumFault() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return names.some(onPath) ? null : 'Chromium was not found'
}

/** Headers come in a package of their own. */
function compilerFault() {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-machine-'))
  try {
    const source = join(folder, 'a.c')
    writeFileSync(source, '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n')
    return faultOf('gcc', ['-o', join(folder, 'a'), source])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} program @param {readonly string[]} args @returns {string | null} */
function faultOf(program, args) {
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (error) return `${program} was not found`
  return status === 0 ? null : `${program} does not work here: ${stderr.trim().split('\n').at(-1) ?? ''}`
}

/** @param {string} program */
function onPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Which of the two settings forbids namespaces, or what does it where neither is set. */
function namespaceRemedy() {
  for (const [file, forbids, setting] of [
    ['apparmor_restrict_unprivileged_userns', '1', 'kernel.apparmor_restrict_unprivileged_userns=0'],
    ['unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=1'],
  ]) {
    const path = `/proc/sys/kernel/${file}`
    if (existsSync(path) && readFileSync(path, 'utf8').trim() === forbids) return `sudo sysctl -w ${setting}`
  }
  return 'Namespaces are forbidden here, as in most containers: start this one with docker run --privileged, or leave it.'
}
