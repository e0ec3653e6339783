/** What a protocol is tried with by `sigma gauntlet`: agents that cheat, and honest work that must come through. */
import type { Json, JsonObject } from '@sigma/protocol'

export interface GauntletKit {
  /** The program that plays every agent: its argument is the agent's name. */
  readonly program: string
  /** Writes code that is done and tested onto a fresh ground; `input` comes on its stdin. */
  readonly founder: { readonly agent: string; readonly input: Json }
  /** The honest run that comes first: where it is refused, that cheats are refused says nothing. */
  readonly plain: Trial
  readonly cheats: readonly Cheat[]
  readonly honest: readonly HonestWork[]
}

/** Loads the gauntlet when it is played; null: the protocol has none. */
export type LoadGauntlet = (() => Promise<GauntletKit>) | null

export interface Cheat {
  readonly id: string
  readonly kind: string
  readonly does: string
  /** What must refuse it: one of these, where a configuration lets an earlier gate find it. */
  readonly rules: readonly string[]
  /** Runners with which it is refused by other rules, since they are stopped in another way. */
  readonly rulesWith: Readonly<Record<string, readonly string[]>>
  /** True: the cheat may come through, for it does no more than what was asked for; then a person is told, by these rules. */
  readonly isTold: boolean
  readonly trial: Trial
  /** Why the trial is not played on this ground; null: it is. */
  whyNot(ground: TrialGround): string | null
}

/** Honest work of one kind, which no configuration may refuse. */
export interface HonestWork {
  readonly id: string
  readonly does: string
  readonly trial: Trial
  /** Why the trial is not played on this ground; null: it is. */
  whyNot(ground: TrialGround): string | null
}

/** One run of one agent of the gauntlet. */
export interface Trial {
  /** What the run is about, as people name it. */
  readonly id: string
  /** Name of the agent. */
  readonly agent: string
  /** What the agent is to be, in its own words; null: itself. */
  readonly variant: Json
  /** `limits` of the configuration, in place of the user's. */
  readonly limits: JsonObject
  /** `tests` of the configuration, each in place of the user's. */
  readonly tests: JsonObject
  /** What the person of this trial chooses where the run waits for them; null: there is none. */
  readonly decide: string | null
  /** What the run needs, and how it begins. */
  begin(ground: TrialGround): TrialBeginning
}

export interface TrialGround {
  readonly theirs: Theirs
  readonly layout: Layout
  /** Programs are confined. */
  readonly confined: boolean
  /** Whether the project has a package installed. */
  has(name: string): boolean
}

export interface TrialBeginning {
  /** Texts by path from the folder of the configuration. */
  readonly files: Readonly<Record<string, string>>
  /** Roles that the agent plays. */
  readonly roles: readonly string[]
  /** What follows `sigma` on the command line. */
  readonly command: readonly string[]
}

/** The user's project, as it is played against. */
export interface Theirs {
  /** Top folder of the repository. */
  readonly top: string
  readonly head: string
  /** Folder of the configuration, relative to the top; empty: the top. */
  readonly folder: string
  /** The configuration as written in its file. */
  readonly configuration: JsonObject
  readonly runner: string
  readonly tests: readonly string[]
  readonly source: readonly string[]
  readonly guarded: readonly string[]
  readonly memoryBank: string
  /** The limits in force, defaults included. */
  readonly limits: Readonly<Record<string, unknown>>
  readonly coverage: Readonly<Record<string, number>>
}

/** Where the gauntlet's small module lies in a user's project, and how code is written there. */
export interface Layout {
  readonly runner: string
  readonly source: string
  readonly test: string
  readonly oldSource: string
  readonly oldTest: string
  /** How the tests import the source. */
  readonly specifier: string
  readonly oldSpecifier: string
  readonly language: 'js' | 'ts'
  readonly modules: 'esm' | 'cjs'
  /** Tests take `test` and `expect` without importing them. */
  readonly globals: boolean
  /** Where tests import them from. */
  readonly testsFrom: string
  readonly manifest: string
  readonly lockFile: string
  readonly config: string
  readonly secondConfig: string
}

/** The rules of which one must refuse it with this runner. */
export const rulesOf = ({ rules, rulesWith }: Cheat, runner: string): readonly string[] => rulesWith[runner] ?? rules
