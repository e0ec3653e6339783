import { nearest } from '@sigma/engine/reading'
import { draw, type ExploreReport, explore } from '@sigma/protocol'
import { sampleTddInput, type TddInput, tdd } from '@sigma/protocols/tdd'
import { buildCommand, buildRouteMap, type Command, type RouteMap } from '@stricli/core'
import { type ExitCode, unknownProtocol, wrongLimits } from '../errors.ts'
import { columns, indent } from '../render/columns.ts'
import { type Context, print, printJson, type World } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly limits: Limits | undefined
  readonly json: boolean
}

type Limits = Readonly<Record<string, number>>
type TddLimits = Readonly<Partial<Record<(typeof limitNames)[number], number>>>

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
    print(this.world, protocolNamed(name, limits).draw().trimEnd())
  },
})

export const protocolCommands: RouteMap<Context> = buildRouteMap({
  routes: { check, draw: drawing },
  docs: { brief: 'Check or draw a protocol' },
})

function checkProtocol(world: World, { limits, json }: Flags, name: string): ExitCode {
  const report = protocolNamed(name, limits).explore(world.now)
  if (json) printJson(world, report)
  else print(world, reportText(report))
  return report.faults.length === 0 && report.complete ? 0 : 2
}

interface Known {
  readonly explore: (now: () => number) => ExploreReport
  readonly draw: () => string
}

const limitNames = ['rounds', 'tries', 'exchanges', 'reasks', 'asks', 'cycles', 'parallel'] as const

const protocols: Readonly<Record<string, (limits: TddLimits) => Known>> = {
  tdd: (limits) => {
    const input = sampleOf(limits)
    return { explore: (now) => explore(tdd, input, { now }), draw: () => draw(tdd, input) }
  },
}

/** Small limits unless told otherwise, so that every state can be walked; one batch stands for all, and a branch to land on. */
function sampleOf({ cycles, parallel, ...limits }: TddLimits): TddInput {
  return sampleTddInput({
    target: 'refs/heads/main',
    ...limits,
    ...(cycles === undefined ? {} : { batches: [cycles] }),
    ...(parallel === 1 || parallel === 2 || parallel === 3 ? { parallel } : {}),
  })
}

function protocolNamed(name: string, limits: Limits | undefined): Known {
  const known = Object.hasOwn(protocols, name) ? protocols[name] : undefined
  if (known === undefined) throw unknownProtocol(name, Object.keys(protocols), nearest(name, Object.keys(protocols)))
  return known(knownLimits(limits ?? {}))
}

function knownLimits(limits: Limits): TddLimits {
  const known: readonly string[] = limitNames
  const unknown = Object.keys(limits).find((name) => !known.includes(name))
  if (unknown !== undefined) throw wrongLimits(unknown, known, nearest(unknown, known))
  return limits
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
