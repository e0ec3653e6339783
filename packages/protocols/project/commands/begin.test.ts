/** What a project run takes of the modules that lie there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type ProjectInput, projectInputSchema } from '../machine/input.ts'
import { runsWith } from './begin.ts'

const design = '# One\n\n## Interface\n\n```js\nexport function one()\n```\n'

/** A run of all modules, `limits` as the configuration has them; `null`: there is no architecture. */
function begun(architecture: string | null, limits: object = {}): ProjectInput {
  const root = mkdtempSync(join(tmpdir(), 'sigma-begin-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  try {
    for (const module of ['api', 'shop', 'zoo']) write(`memory-bank/modules/${module}/design.md`, design)
    if (architecture !== null) write('memory-bank/systemPatterns.md', architecture)
    const place = { cwd: root, root, top: root, inRepository: String, globsInRepository: () => [] }
    const made = runsWith(new Map(['plan', 'tdd', 'review'].map((stage) => [stage, () => ({ stage })])))({
      subject: '',
      flags: {},
      place,
      config: {
        memoryBank: 'memory-bank',
        guarded: [],
        acceptance: 'person',
        roles: {},
        limits: { decisions: 1000, ...limits },
      },
      project: {
        runner: 'node',
        folder: '',
        tests: [],
        source: [],
        guarded: [],
        coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
        checkLimitMs: 1,
      },
      budgets: [],
      templates: [],
      base: 'head',
      target: null,
      now: 0,
      random: (count) => new Uint8Array(count),
      history: { runs: () => [], run: () => null, events: () => [], verdicts: () => [], blob: () => new Uint8Array() },
      keep: () => 'sha256:0',
    })
    return projectInputSchema.parse(made.input)
  } finally {
    rmSync(root, { recursive: true })
  }
}

const needsIn = ({ modules }: ProjectInput): unknown => modules.map(({ module, needs }) => [module, needs])

test('modules are built in the order of the architecture, with what it says that they need', () => {
  const listed = '## Modules\n- `zoo` [needs: nothing]\n- `shop`\n- `api` [needs: zoo]\n'
  expect(needsIn(begun(listed))).toEqual([
    ['zoo', []],
    ['shop', null],
    ['api', ['zoo']],
  ])
  // What is not listed comes last; without an architecture the names are the order.
  expect(needsIn(begun('## Modules\n- `zoo`\n'))).toEqual(['zoo', 'api', 'shop'].map((name) => [name, null]))
  expect(needsIn(begun(null))).toEqual(['api', 'shop', 'zoo'].map((name) => [name, null]))
})

test('a need that no module meets is told with its line, before anything begins', () => {
  expect(() => begun('## Modules\n- `api`\n- `shop` [needs: aip]\n')).toThrow(
    expect.objectContaining({ code: 'architecture-fault', message: expect.stringContaining('systemPatterns.md:3') }),
  )
})

test('at most two modules are worked on at once, or as many as the configuration says', () => {
  expect(begun(null).atOnce).toBe(2)
  expect(begun(null, { modules: 1 }).atOnce).toBe(1)
})
