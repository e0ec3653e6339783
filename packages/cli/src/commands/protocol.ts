import type { Kit, Limits } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import type { ExploreReport, Json } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { buildRouteMap, type RouteMap } from '@stricli/core'
import { unknownProtocol, wrongLimits } from '../errors.ts'
import { columns, indent } from '../render/columns.ts'
import { type Context, print, printJson } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, valued, word } from './flags.ts'

const takes = [word('Name of the protocol, e.g. tdd', 'name')] as const

const limitsFlag = valued({
  brief: 'Limits to explore at, e.g. rounds=2,tries=2',
  placeholder: 'name=n,…',
  parse: readLimits,
})

const check = command({
  brief: 'Walk every reachable state and report what is wrong',
  flags: { limits: limitsFlag, json: jsonFlag },
  takes,
  plays: ({ world }, { limits, json }, name) => {
    const { kit, input } = protocolNamed(name, limits)
    const report = kit.explore(input, { now: world.now })
    if (json) printJson(world, report)
    else print(world, reportText(report))
    return report.faults.length === 0 && report.complete ? 0 : 2
  },
})

const drawing = command({
  brief: 'Draw the states as a Mermaid diagram',
  flags: { limits: limitsFlag },
  takes,
  plays: ({ world }, { limits }, name) => {
    const { kit, input } = protocolNamed(name, limits)
    print(world, kit.draw(input).trimEnd())
    return 0
  },
})

export const protocolCommands: RouteMap<Context> = buildRouteMap({
  routes: { check, draw: drawing },
  docs: { brief: 'Check or draw a protocol' },
})

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
