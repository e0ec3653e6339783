/** Names that kits bring: each can be typed, and none stands for two things. */
import { type Kit, SigmaError } from '@sigma/engine'

const typeable = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** `isOwn`: commands that no kit brings. Fails with `kit-name`. */
export function requireKitNames(kits: readonly Kit[], isOwn: (command: string) => boolean): void {
  const commands = kits.flatMap((kit) => kit.commands)
  const flags = commands.flatMap(({ name, flags }) => Object.keys(flags).map((flag) => ({ name, flag })))
  const protocols = kits.map(({ name, version }) => `${name} ${version}`)
  const reserved = flags.find(({ flag }) => ['json', 'help', 'detach'].includes(flag))
  const names = commands.map(({ name }) => name)
  requireName('protocol', [...new Set(kits.map(({ name }) => name))])
  requireOnce('protocol', protocols)
  requireName('command', names)
  requireOnce('command', names)
  const own = names.find(isOwn)
  if (own !== undefined) throw unfit(`A protocol brings the command "${own}", which is Sigma's own.`)
  if (reserved !== undefined)
    throw unfit(`The command "${reserved.name}" brings the flag --${reserved.flag}, which is Sigma's own.`)
}

function requireName(what: string, names: readonly string[]): void {
  const odd = names.find((name) => !typeable.test(name))
  if (odd !== undefined)
    throw unfit(`The ${what} ${JSON.stringify(odd)} is no word of small letters, digits and dashes.`)
}

function requireOnce(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw unfit(`Two protocols bring the ${what} "${twice}".`)
}

const unfit = (sentence: string): SigmaError =>
  new SigmaError('kit-name', sentence, { hint: 'Give it a name of its own in its kit.' })
