/** Names that kits bring: each can be typed, and none stands for two things. */
import { type Kit, SigmaError } from '@sigma/engine'
import type { Program } from '../world.ts'

const typeable = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Flags that a program adds itself. */
const reserved: Readonly<Record<Program, readonly string[]>> = {
  sigma: ['json', 'help', 'detach', 'sarif', 'annotations', 'workingTree'],
  pm: ['json', 'help', 'key', 'yes', 'wait', 'follow', 'timeout'],
}

/** `isOwn`: commands that no kit brings. Fails with `kit-name`. */
export function requireKitNames(kits: readonly Kit[], isOwn: (command: string) => boolean): void {
  const commands = kits.flatMap((kit) => kit.commands)
  const protocols = kits.map(({ name, version }) => `${name} ${version}`)
  const taken = commands.flatMap(({ name, flags, program }) =>
    reserved[program ?? 'sigma'].filter((flag) => Object.hasOwn(flags, flag)).map((flag) => ({ name, flag })),
  )[0]
  const named = (program: string): readonly string[] =>
    commands.flatMap(({ name, program: whose = 'sigma' }) => (whose === program ? [name] : []))
  requireName('protocol', [...new Set(kits.map(({ name }) => name))])
  requireOnce('protocol', protocols)
  for (const program of Object.keys(reserved)) {
    requireName('command', named(program))
    requireOnce('command', named(program))
  }
  const own = named('sigma').find(isOwn)
  if (own !== undefined) throw unfit(`A protocol brings the command "${own}", which is Sigma's own.`)
  if (taken !== undefined)
    throw unfit(`The command "${taken.name}" brings the flag --${taken.flag}, which is Sigma's own.`)
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
