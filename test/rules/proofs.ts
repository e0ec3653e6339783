/** For each rule what proves it: in the fast tier, and in the long one. */
import { globSync, readFileSync } from 'node:fs'
import { proofs as proofsOfTdd } from '@sigma/protocols/tdd/gates'
import { cheats } from '@sigma/protocols/tdd/gauntlet'
import { proofs as proofsOfBoard } from '../../packages/protocols/board/gates/proofs/proofs.ts'
import { proofs as proofsOfDesign } from '../../packages/protocols/design/gates/proofs/proofs.ts'
import { proofs as proofsOfPlan } from '../../packages/protocols/plan/gates/proofs/proofs.ts'
import { proofs as proofsOfReview } from '../../packages/protocols/review/gates/proofs/proofs.ts'
import { proofs as proofsOfSteps } from '../../packages/protocols/steps/gates/proofs/proofs.ts'
import { cheats as cheatsOfSource } from '../../packages/protocols/tdd/gates/fixture/cheats.ts'
import { proofs as proofsOfValidation } from '../../packages/protocols/validation/gates/proofs/proofs.ts'
import { assertedIn } from './asserted.ts'
import { type Refuser, rulesFound } from './found.ts'
import { withoutCheat } from './without-cheat.ts'

const proofs = [
  ...proofsOfTdd,
  ...proofsOfPlan,
  ...proofsOfDesign,
  ...proofsOfReview,
  ...proofsOfBoard,
  ...proofsOfValidation,
  ...proofsOfSteps,
]

export interface Row {
  readonly rule: string
  readonly refuser: Refuser
  /** Null: nothing proves it there. */
  readonly fast: string | null
  readonly long: string | null
}

/** Rules that are put together, or taken from elsewhere, where the text does not show them. */
const putTogether: Readonly<Record<string, readonly string[]>> = {
  'packages/protocols/tdd/gates/red.ts state': ['skipped', 'todo'],
  'packages/protocols/tdd/machine/turns.ts `gate-${verdict}`': ['gate-fail', 'gate-unknown'],
  'packages/protocols/tdd/machine/proving.ts `gate-${verdict}`': ['gate-fail', 'gate-unknown'],
  // Told, and refused by no one.
  "packages/protocols/tdd/machine/telling.ts `demand-${how.replace(' ', '-')}`": [],
  // How an attempt failed, in the words of its events: no rule that refuses work.
  'packages/protocols/tdd/machine/failures.ts cause': [],
  'packages/protocols/tdd/machine/faults.ts cause': [],
  'packages/protocols/tdd/machine/turns.ts event.code': [],
}

export interface Table {
  readonly rows: readonly Row[]
  /** Places whose rules nobody has named. */
  readonly unread: readonly string[]
}

export function proofTable(root: string): Table {
  const { rules, unread } = rulesFound(root)
  const all = new Map(rules)
  for (const place of unread)
    for (const rule of putTogether[place] ?? []) all.set(rule, place.includes('/gates/') ? 'gate' : 'protocol')
  const demands = demandsIn(root)
  const rows = [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([rule, refuser]) => ({
      rule,
      refuser,
      fast: fastProof(rule, refuser, demands),
      long: longProof(rule, demands),
    }))
  return { rows, unread: [...new Set(unread)].filter((place) => putTogether[place] === undefined) }
}

/** Of each rule that a test expects, the files that do. */
function demandsIn(root: string): ReadonlyMap<string, readonly string[]> {
  const files = globSync(['packages/*/src/**/*.test.ts', 'packages/protocols/**/*.test.ts', 'test/**/*.test.ts'], {
    cwd: root,
  })
  const demands = new Map<string, string[]>()
  for (const file of files.sort())
    for (const rule of assertedIn(file, readFileSync(`${root}/${file}`, 'utf8')))
      demands.set(rule, [...(demands.get(rule) ?? []), `\`${file}\``])
  return demands
}

const homes: Readonly<Record<Refuser, readonly string[]>> = {
  gate: [
    'packages/protocols/tdd/gates/',
    'packages/protocols/plan/gates/',
    'packages/protocols/review/gates/',
    'packages/protocols/board/gates/',
    'packages/protocols/validation/gates/',
    'packages/measuring/',
  ],
  intake: ['packages/runtime/'],
  protocol: [
    'packages/protocols/tdd/machine/',
    'packages/protocols/plan/machine/',
    'packages/protocols/review/machine/',
    'packages/protocols/board/machine/',
    'packages/protocols/validation/machine/',
    'packages/protocol/',
  ],
}

/** A proof of the gates is played with node:test, and one of each rule with vitest or jest, whenever tests are. */
function fastProof(rule: string, refuser: Refuser, demands: ReadonlyMap<string, readonly string[]>): string | null {
  const shown = proofs.find((proof) => proof.rule === rule)
  if (shown !== undefined) return `proof of ${shown.gate}: ${shown.title}`
  const tests = (demands.get(rule) ?? []).filter((test) => !/\.(long|verify)\./.test(test))
  return tests.find((test) => homes[refuser].some((home) => test.startsWith(`\`${home}`))) ?? tests[0] ?? null
}

/** The first cheats of half of the rules are played whole by the long tier, and all cheats with each runner by `npm run verify`. */
function longProof(rule: string, demands: ReadonlyMap<string, readonly string[]>): string | null {
  const own = cheats
    .filter(({ rules, rulesWith }) => [rules, ...Object.values(rulesWith)].flat().includes(rule))
    .map(({ id }) => `\`${id}\``)
  if (own.length > 0) return `cheats ${own.join(', ')}`
  const ofSource = cheatsOfSource.filter(({ rules }) => rules.includes(rule)).map(({ id }) => `\`${id}\``)
  if (ofSource.length > 0) return `source that cheats its tests, with each runner: ${ofSource.join(', ')}`
  if (proofsOfTdd.some((proof) => proof.rule === rule))
    return 'the proof again, by `npm run verify`: with the packed release, and with vitest and jest'
  const whole = (demands.get(rule) ?? []).find((test) => /^`(test|packages\/cli)\//.test(test))
  return whole === undefined ? (withoutCheat[rule] ?? null) : `whole run: ${whole}`
}

/** `docs/proofs.md`. */
export function pageOf({ rows }: Table): string {
  const cell = (text: string | null): string => (text ?? '**none**').replaceAll('|', '\\|').replaceAll('\n', ' ')
  return `# Rules and their proofs

Every rule by which a gate, the intake or the protocol refuses something, with what proves that it does. Written by \`npm run proofs\` from the sources and
held by \`test/proofs.test.ts\`: a rule without a proof, or a table that is out of date, fails.

- The **fast proof** is part of \`npm test\`: a proof of the gates, which \`sigma doctor\` plays as well, or a test that expects this rule.
- The **long proof** is a whole run: each of these cheats is an agent of its own. \`npm run verify\` plays all of them with each of the three runners,
  \`npm run test:long\` the first cheat of half of the rules with one of them. Where no agent can bring a rule about, or a whole run shows nothing more, it says what is played instead.

| Rule | Of | Fast proof | Long proof |
| --- | --- | --- | --- |
${rows.map(({ rule, refuser, fast, long }) => `| \`${rule}\` | ${refuser} | ${cell(fast)} | ${cell(long)} |`).join('\n')}
`
}
