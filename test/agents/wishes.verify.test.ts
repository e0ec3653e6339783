/**
 * A wish, and a bug, from the first word to a reviewed branch: by real agents, in published packages that test with
 * different runners, while Sigma is killed in a stage.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { needsIn } from '@sigma/engine/needs'
import { type Lane, modelServer, type Reply } from '@sigma/model'
import { beforeEach, describe, expect, test } from 'vitest'
import { published } from '../../benchmarks/cycles/published.ts'
import { agentsCache } from '../../scripts/install-agents.ts'
import { git, makeRepository, type Repository, writeFiles } from '../kit/repository.ts'
import { resultOf, sigma, start } from '../kit/sigma.ts'
import type { Edit, Work } from '../repositories/published.ts'
import { type Player, players } from './players.ts'

/** Words of each turn's prompt, and what it answers. */
const tasks = {
  explore: ['exploring: find out what', '→[DC, it belongs beside what is there]'],
  design: ['(Ω₁ᴰ), designing:', '→[DC, as the code has it]'],
  plan: ['(Ω₂ˢ), planning', '→[PC, one cycle]'],
  Phase0: ['Phase 0: lay out the interfaces', '→[P0C, one function]'],
  'RED 1': ['RED: write failing tests', '→[RC, it fails]'],
  'GREEN 1': ['GREEN: make the tests', '→[GC, all pass]'],
  REFACTOR_TESTS: ['REFACTOR: better tests', '→[RTC, nothing to do]'],
  'REFACTOR_IMPL 1': ['REFACTOR: better code', '→[RIC, done]'],
  REVIEW_TESTS: ['cross review: judge QA', '→[APPROVED, as designed]'],
  REVIEW_IMPL: ['cross review: judge the developer', '→[APPROVED, as designed]'],
  review: ['(Ω₄ᴿ): judge', '→[VC, as designed]'],
} as const
type Task = keyof typeof tasks

/** `held`: once, the model says nothing more in this turn. */
function lanesOf(player: Player, work: Work, held: Task): readonly Lane[] {
  const folder = `memory-bank/modules/${work.module}`
  const turns: Readonly<Record<string, Work['turns'][string]>> = {
    ...work.turns,
    design: { [`${folder}/design.md`]: work.design },
    plan: { [`${folder}/tdd_plan.md`]: work.plan },
  }
  return Object.entries(tasks).map(([name, [when, answer]]): Lane => {
    const calls = Object.entries(turns[name] ?? {}).map(([path, change]) =>
      typeof change === 'string' ? player.write(path, change) : player.shell(edit(path, change)),
    )
    const replies: readonly Reply[] = [...(calls.length > 0 ? [{ calls }] : []), { text: `Done.\n\n${answer}` }]
    const [first = { text: '' }, ...rest] = replies
    const holding: Reply = { text: 'One moment. '.repeat(20), ...first, faults: [{ kind: 'hang', per: 'lane' }] }
    return { name, when: [when], replies: [name === held ? holding : first, ...rest] }
  })
}

/** A command line that edits a file; nothing in it means anything to a shell. */
function edit(path: string, edits: readonly Edit[]): string {
  const given = Buffer.from(JSON.stringify({ path, edits })).toString('base64')
  const program = [
    `const fs = require("node:fs"); const { path, edits } = JSON.parse(Buffer.from("${given}", "base64"))`,
    'let text = fs.readFileSync(path, "utf8")',
    'for (const [now, then] of edits) text = now === "" ? text + then : text.replace(now, () => then)',
    'fs.writeFileSync(path, text)',
  ]
  return `node -e '${program.join('; ')}'`
}

const bugs = {
  fastify: {
    report:
      'A HEAD request whose payload is null ends with "Cannot read properties of null". It should have content-length 0.',
    work: {
      module: 'head-of-null',
      design: `# head-of-null

## Interface

\`\`\`js
function parseHeadOnSendHandlers(onSendHandlers)
\`\`\`

## Behaviour

- The handler that it adds takes a payload of null as it takes undefined: content-length 0, no error.
`,
      plan: `Batch₁: (parallel 1)
□ TDD₁: A payload of null (parseHeadOnSendHandlers) → ℜ→ℜᴳ→ℜᶠ [files: lib/head-route.js, test/internals/head-of-null.test.js]
`,
      turns: {
        'RED 1': {
          'test/internals/head-of-null.test.js': `'use strict'

const { test } = require('node:test')
const { parseHeadOnSendHandlers } = require('../../lib/head-route')

test('a payload of null has no length', (t) => {
  t.plan(2)
  const headers = {}
  const reply = { header: (name, value) => { headers[name] = value } }
  parseHeadOnSendHandlers(null)({}, reply, null, (error, payload) => t.assert.deepStrictEqual([error, payload], [null, null]))
  t.assert.deepStrictEqual(headers, { 'content-length': '0' })
})
`,
        },
        'GREEN 1': { 'lib/head-route.js': [['payload === undefined', 'payload === undefined || payload === null']] },
      },
    },
    mended: ['lib/head-route.js', 'payload === null'],
  },
  zod: {
    report: 'getParsedType says "object" for a text that is boxed, as Object("a") is. It should say "string".',
    work: {
      module: 'boxed-text',
      design: `# boxed-text

## Interface

\`\`\`ts
export const getParsedType: (data: any) => ZodParsedType
\`\`\`

## Behaviour

- Of a boxed text, such as \`Object("a")\`, the type is \`string\`.
`,
      plan: `Batch₁: (parallel 1)
□ TDD₁: Boxed texts (getParsedType) → ℜ→ℜᴳ→ℜᶠ [files: src/v3/helpers/util.ts, src/v3/tests/boxed-text.test.ts]
`,
      turns: {
        'RED 1': {
          'src/v3/tests/boxed-text.test.ts': `import { expect, test } from "vitest";
import { getParsedType } from "../helpers/util.js";

test("a boxed text is a text", () => {
  expect(getParsedType(Object("a"))).toBe("string");
});
`,
        },
        'GREEN 1': {
          'src/v3/helpers/util.ts': [
            [
              '      if (Array.isArray(data)) {',
              '      if (data instanceof String) {\n        return ZodParsedType.string;\n      }\n      if (Array.isArray(data)) {',
            ],
          ],
        },
      },
    },
    mended: ['src/v3/helpers/util.ts', 'data instanceof String'],
  },
} satisfies Readonly<
  Record<string, { readonly report: string; readonly work: Work; readonly mended: readonly [string, string] }>
>

const chosen = players.filter(({ name }) => name === 'Claude Code' || name === 'Codex over ACP')
/** Where Sigma is killed: each stage, and one within it, once with each agent. */
const killedIn: Readonly<Record<string, readonly [run: Task, fix: Task]>> = {
  fastify: ['explore', 'plan'],
  zod: ['GREEN 1', 'review'],
}

beforeEach((context) => needsIn(context, 'bubblewrap'))

describe.each(chosen)('$name', (player) => {
  test.each(['fastify', 'zod'] as const)(
    'a wish and a bug of %s become reviewed branches, though Sigma is killed',
    {
      timeout: 1_600_000,
    },
    async (name) => {
      const subject = published(name, ({ short }) => short)
      const [wished] = subject.runs
      const [inRun, inFix] = killedIn[name] ?? ['plan', 'plan']
      const { report, work, mended } = bugs[name]
      const folder = join(agentsCache, 'stages')
      mkdirSync(folder, { recursive: true })
      using repository = makeRepository({ '.editorconfig': '' }, undefined, folder)
      await subject.lay(repository.path)
      git(repository, 'add', '--all')
      git(repository, 'commit', '--quiet', '--message', 'As it was published')

      const toRun = wished?.work ?? work
      const branch = await played(repository, player, {
        args: ['run', `Add ${toRun.module} to the package.`],
        work: toRun,
        held: inRun,
      })
      const [file = ''] = Object.keys(toRun.turns['GREEN 1'] ?? {})
      expect(git(repository, 'diff', '--name-only', 'main', branch).split('\n')).toContain(file)

      const fixed = await played(repository, player, { args: ['fix', report], work, held: inFix })
      expect(git(repository, 'show', `${fixed}:${mended[0]}`)).toContain(mended[1])
      expect(git(repository, 'diff', '--name-only', 'main', fixed).split('\n')).toHaveLength(2)

      /** Gives the branch. */
      async function played(
        { path }: Repository,
        { config: configOf }: Player,
        { args, work, held }: { readonly args: readonly string[]; readonly work: Work; readonly held: Task },
      ): Promise<string> {
        await using model = await modelServer({ lanes: lanesOf(player, work, held) })
        const { runner, tests, source } = subject
        const roles = ['designer', 'spec', 'critic', 'qa', 'dev', 'reviewer']
        const config = {
          agents: { real: configOf(model) },
          roles: Object.fromEntries(roles.map((role) => [role, 'real'])),
          ...{ sandbox: 'required', tests: { runner, files: tests, tolerate: 'known' }, source },
        }
        writeFiles(path, { 'sigma.config.json': JSON.stringify(config) })
        const first = start(repository, [...args, '--yes', '--profile', 'quick'])
        await Promise.race([
          model.until((one) => one.lane === held && one.outcome === 'hang'),
          first.ended.then(({ stderr }) => expect.unreachable(`${held} was not reached\n${stderr}`)),
        ])
        first.child.kill('SIGKILL')
        await first.ended
        const last = await sigma(repository, 'resume')
        const { outcome, delivered } = resultOf(last)
        expect(outcome, last.stderr).toBe('completed')
        expect(model.refused).toEqual([])
        return delivered?.branch ?? ''
      }
    },
  )
})
