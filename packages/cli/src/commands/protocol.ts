import type { Kit, Limits } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import type { ExploreReport, Json } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { buildCommand, buildRouteMap, type Command, type RouteMap } from '@stricli/core'
import { type ExitCode, unknownProtocol, wrongLimits } from '../errors.ts'
import { columns, indent } from '../render/columns.ts'
import { type Context, print, printJson, type World } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly limits: Limits | undefined
  readonly json: boolean
}

const nameParameter = { brief: 'Name of the protocol, e.g. tdd', parse: String, placeholder: 'name' } as const

const limitsFlag = {
  kind: 'parsed',
  parse: readLimits,
  brief: 'Limits to explore at, e.g. rounds=2,tries=2',
  placeholder: 'name=n,…',
  optional: true,
} as const

const check: Command<Context> = buildCommand({
  docs: { brief: 'Walk every reachable state and report what is wrong' },
  parameters: {
    flags: { limits: limitsFlag, json: jsonFlag },
    positional: { kind: 'tuple', parameters: [nameParameter] },
  },
  func(this: Context, flags: Flags, name: string) {
    this.process.exitCode = checkProtocol(this.world, flags, name)
  },
})

const drawing: Command<Context> = buildCommand({
  docs: { brief: 'Draw the states as a Mermaid diagram' },
  parameters: {
    flags: { limits: limitsFlag },
    positional: { kind: 'tuple', parameters: [nameParameter] },
  },
  func(this: Context, { limits }: { readonly limits: Limits | undefined }, name: string) {
    const { kit, input } = protocolNamed(name, limits)
    print(this.world, kit.draw(input).trimEnd())
  },
})

export const protocolCommands: RouteMap<Context> = buildRouteMap({
  routes: { check, draw: drawing },
  docs: { brief: 'Check or draw a protocol' },
})

function checkProtocol(world: World, { limits, json }: Flags, name: string): ExitCode {
  const { kit, input } = protocolNamed(name, limits)
  const report = kit.explore(input, { now: world.now })
  if (json) printJson(world, report)
  else print(world, reportText(report))
  return report.faults.length === 0 && report.complete ? 0 : 2
}

/** A protocol with limits to walk it at: small ones unless told otherwise, so that every state can be walked. */
function protocolNamed(name: string, limits: Limits = {}): { readonly kit: Kit; readonly input: Json } {
  const names = kits.map((kit) => kit.name)
  const kit = kits.find((each) => each.name === name)
  if (kit === undefined) throw unknownProtocol(name, names, nearest(name, names))
  const known = kit.sample.limits
  const unknown = Object.keys(limits).find((limit) => !known.includes(limit))
  if (unknown !== undefined) throw wrongLimits(name, unknown, known, nearest(unknown, known))
  return { kit, input: kit.sample.of(limits) }
}

function readLimits(input: string): Limits {
  return Object.fromEntries(
    input.split(',').map((part) => {
      const [, name, value] = /^([a-z]+)=(\d{1,6})$/.exec(part.trim()) ?? []
      if (name === undefined) throw new Error('limits are written like rounds=2,tries=2.')
      return [name, Number(value)] as const
    }),
  )
}

function reportText(report: ExploreReport): string {
  const { protocol, version, states, transitions, ms, complete, faults, mostAsks } = report
  return [
    `${protocol}, version ${version}`,
    ...columns([
      ['  states', String(states)],
      ['  transitions', String(transitions)],
      ['  time', ms === null ? 'not measured' : `${Math.round(ms)} ms`],
      ['  most agent calls between two outside inputs', mostAsks === null ? 'no bound' : String(mostAsks)],
      ['  walked', complete ? 'every reachable state' : 'only a part: lower the limits'],
      ['  faults', faults.length === 0 ? 'none' : String(faults.length)],
    ]),
    ...faults.map(({ kind, message, trace }) => indent(`${kind}: ${message}\n${indent(trace.join('\n'))}`)),
  ].join('\n')
}
