/** What a protocol brings, as one value: nothing outside its folder knows its words. */

import { draw, type ExploreReport, explore, type Json, type JsonObject, type Protocol } from '@sigma/protocol'
import type { z } from 'zod'
import { type AnyState, type Registered, registered } from '../host/registered.ts'
import type { LoadProjection } from '../projecting/archive.ts'
import type { About } from './about.ts'
import type { Asked } from './beginning.ts'
import type { KitCommand } from './commands.ts'
import type { LoadDefined } from './defined.ts'
import type { LoadDrill } from './drill.ts'
import type { Example } from './example.ts'
import type { LoadGates } from './gates.ts'
import type { LoadGauntlet } from './gauntlet.ts'
import type { Limits } from './limits.ts'
import type { Live } from './live.ts'
import type { ForeignText, NamedPlayer, Premises } from './premises.ts'
import type { Finds } from './run-findings.ts'
import type { WritesLog } from './run-log.ts'
import type { SessionOfTurn } from './sessions.ts'
import type { Standing } from './standing.ts'
import type { SubjectReporting } from './subject-report.ts'
import { phasesOf, rolesOf, type Task } from './tasks.ts'
import type { TemplateSource } from './templates.ts'
import type { Words } from './words.ts'

/** Schemas by the names of settings. */
export type SettingsShape = Readonly<Record<string, z.ZodType>>

export interface Sample {
  /** Names of the limits that `of` knows. */
  readonly limits: readonly string[]
  of(limits: Limits): Json
}

/** Taken over as it is. */
interface Brought {
  /** Null: it cannot be read. */
  standing(state: JsonObject): Standing | null
  readonly words: Words
  /** Gates whose verdict is about the work of the whole run, and not of one unit. */
  readonly wholeGates: readonly string[]
  readonly gates: LoadGates
  readonly gauntlet: LoadGauntlet
  readonly sample: Sample
  /** The turns that its runs ask for. */
  readonly tasks: readonly Task[]
  /** Null: its turns are told in the words of each ask, whatever its tasks say. */
  readonly templates: (() => Promise<TemplateSource>) | null
  readonly commands: readonly KitCommand[]
  /** How a run of another protocol begins one of this; null: none does. */
  readonly stage: LoadStage
  /** What only this protocol knows of a configuration, with its defaults: settings at the top, and among `limits`. */
  readonly settings: { readonly top: SettingsShape; readonly limits: SettingsShape }
  /** Command lines that these settings have run on the work, by the setting that names them; absent: they name none. */
  readonly starts?: ((config: object) => Readonly<Record<string, readonly string[]>>) | undefined
  /** Texts of installed packages that its runs hand to agents; absent: none. */
  readonly foreign?: ((premises: Premises) => Promise<readonly ForeignText[]>) | undefined
  /** Who takes turns in its runs under names that runs bring; absent: nobody. */
  readonly named?: ((premises: Premises) => Promise<readonly NamedPlayer[]>) | undefined
  /** Null: it has none. */
  readonly example: Example | null
  readonly files: LoadProjection
  /** Absent: projects write down no protocols for it. */
  readonly defined?: LoadDefined
  /** Absent: nothing is gone through before the first of its commands comes. */
  readonly drill?: LoadDrill
  /** Absent: nobody talks with its runs. */
  readonly live?: Live | undefined
  /** Absent: its turns belong to no dialogue, and share no memory. */
  readonly sessions?: SessionOfTurn | undefined
  /** Absent: its runs check nothing by others. */
  readonly findings?: (() => Promise<Finds>) | undefined
  /** Absent: the log of a run has no form of its own. */
  readonly log?: (() => Promise<WritesLog>) | undefined
  /** Null: it says nothing of a subject but its runs. */
  readonly report: (() => Promise<SubjectReporting>) | null
}

/** Makes what an input holds from the beginning, whatever is handed over later: settings, limits, a session. Fails as `Begin` does. */
export type MakeStage = (asked: Asked) => object

export type LoadStage = (() => Promise<MakeStage>) | null

export interface Kit extends Registered, Brought {
  /** Protocols whose runs its own begin. */
  readonly plays: readonly Kit[]
  /** Words for who takes turns in its runs; the configuration names an agent for each. */
  readonly roles: readonly string[]
  /** Words for who takes turns only where the configuration names an agent. */
  readonly optionalRoles: readonly string[]
  /** Words for what turns are about. */
  readonly phases: readonly string[]
  /** Walks every state that a run with this input can come to. */
  explore(input: Json, spec: { readonly now: () => number }): ExploreReport
  /** Draws the states that `explore` walks as a Mermaid diagram. */
  draw(input: Json): string
}

export interface KitSpec<Input, State extends AnyState> extends Brought {
  readonly protocol: Protocol<Input, State>
  readonly about: (input: Input) => About
  readonly plays?: readonly Kit[] | undefined
}

/** Closes over the protocol's own types. */
export function kit<Input, State extends AnyState>({
  protocol,
  about,
  plays = [],
  ...brought
}: KitSpec<Input, State>): Kit {
  const needed = brought.tasks.filter(({ optional }) => optional !== true)
  const wished = brought.tasks.filter(({ optional }) => optional === true)
  const known = registered(protocol, about)
  const read = (input: Json): Input => {
    known.check(input)
    return protocol.input.parse(input)
  }
  return {
    ...known,
    ...brought,
    plays,
    roles: [...new Set([...rolesOf(needed), ...plays.flatMap(({ roles }) => roles)])],
    optionalRoles: [...new Set([...rolesOf(wished), ...plays.flatMap(({ optionalRoles }) => optionalRoles)])],
    phases: [...new Set([...phasesOf(brought.tasks), ...plays.flatMap(({ phases }) => phases)])],
    explore: (input, { now }) => explore(protocol, read(input), { now }),
    draw: (input) => draw(protocol, read(input)),
  }
}
