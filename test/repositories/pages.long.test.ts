/**
 * The commands of the pages that lead through a job, typed line by line as they stand there. `sigma doctor --proofs` is not
 * played, for it shows every gate everything; `play.ts` has it.
 */
import { execFile } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { blocks } from '../kit/pages.ts'
import { type Files, writeFiles } from '../kit/repository.ts'
import { launcher } from '../kit/sigma.ts'
import { commonjsFlat } from './cases/commonjs-flat.ts'
import { jestBabel } from './cases/jest-babel.ts'
import { npmWorkspaces } from './cases/npm-workspaces.ts'
import { grow } from './grow.ts'
import { install } from './installed.ts'
import type { Published, Work } from './published.ts'

interface Lesson {
  readonly page: string
  readonly published: Published
  readonly work: Work
  /** What was done before the page begins, in a shell. */
  readonly before: string
  /** What the commands must have said. */
  readonly says: readonly RegExp[]
}

const setUp = 'sigma init --agent developer'
const commit = 'git add --all && git commit --quiet --allow-empty --message "As it stands"'
const plan = `mkdir -p memory-bank && cp -R "$HOME/modules" memory-bank/ && ${commit}`
const digest = `sigma trust --json | node -p 'JSON.parse(require("node:fs").readFileSync(0, "utf8")).digest'`
const inCi = [
  `npm install --package-lock-only --silent && ${setUp} && ${plan}`,
  `SIGMA_TRUST=$(${digest}) && export SIGMA_TRUST`,
  'git clone --quiet --bare . ../origin.git && git clone --quiet ../origin.git ../ci && cd ../ci',
].join('\n')

const lessons: readonly Lesson[] = [
  {
    page: 'docs/fix-a-bug.md',
    published: commonjsFlat,
    work: commonjsFlat.fix,
    before: '',
    says: [/^\+test\('Should make the header where there is none'/m, /^Fast-forward$/m],
  },
  {
    page: 'docs/existing-class.md',
    published: withoutJest(jestBabel),
    work: jestBabel.feature,
    before: setUp,
    says: [/^Phase0 .*^RED C1 .*^GREEN C1 .*^RED C2 .*^GREEN C2 /ms],
  },
  {
    page: 'docs/monorepo.md',
    published: { ...npmWorkspaces, folder: '.' },
    work: npmWorkspaces.feature,
    before: '',
    says: [/^package +@till\/money in packages\/money/m, /2 of 2 cycles of money are done/],
  },
  {
    page: 'docs/slow-suite.md',
    published: withSlowTest(commonjsFlat),
    work: commonjsFlat.fix,
    before: `${setUp}\nnode "$HOME/set.mjs"`,
    says: [/^✓ 5 passed \(2 test files/m],
  },
  {
    page: 'docs/ci.md',
    published: commonjsFlat,
    work: commonjsFlat.fix,
    before: inCi,
    says: [/"tddStatus":"completed"/, /\[new branch\] +sigma\/vary-/],
  },
]

test.for(lessons)('the commands of $page do what it says', { timeout: 1_200_000 }, async (lesson) => {
  const { page, published, work, before, says } = lesson
  await install(published)
  using repository = grow(published)
  writeFiles(repository.home, {
    [`modules/${work.module}/design.md`]: shown(page, 'md design') ?? work.design,
    [`modules/${work.module}/tdd_plan.md`]: shown(page, 'text plan') ?? work.plan,
    'set.mjs': setting(shown(page, 'json config') ?? '{}'),
    'tools/bin/sigma': `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`,
  })
  chmodSync(join(repository.home, 'tools/bin/sigma'), 0o755)
  const script = ['exec 2>&1', before, ...typed(page, work)].join('\n')
  const { path: cwd, env } = repository
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { cwd, env }).catch(({ stdout, message }) => ({
    stdout: `${message}\n${stdout}`,
  }))
  for (const each of says) expect(stdout).toMatch(each)
  expect(stdout).not.toContain('Command failed')
})

/** The first block of that kind. */
const shown = (page: string, kind: string): string | undefined =>
  blocks.find((block) => block.page === page && `${block.language} ${block.kind}` === kind)?.text

const proving = /^sigma doctor --proofs /

/** The page's lines, with this repository's names for those that differ, and the plan laid down before it is played. */
function typed(page: string, { module }: Work): readonly string[] {
  const lines = blocks
    .filter((block) => block.page === page && (block.language === 'sh' || block.kind === 'bug'))
    .flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : [/^\$ (.*)/.exec(text)?.[1] ?? '']))
    .map((line) => line.replace(/\s+#.*/, ''))
  expect(lines.length).toBeGreaterThan(1)
  return lines
    .filter((line) => !proving.test(line))
    .map((line) =>
      line
        .replace('--agent claude', '--agent developer')
        .replace(/\bprices\b/, module)
        .replace(/\bsigma\/vary-\w{6}$/, `"$(git branch --list 'sigma/*' --format '%(refname:short)')"`),
    )
    .flatMap((line) => (line.startsWith('sigma tdd') ? [plan, line] : [line]))
}

/** A program that adds the page's settings to what `sigma init` wrote. */
const setting = (settings: string): string => `import { readFileSync, writeFileSync } from 'node:fs'
const config = JSON.parse(readFileSync('sigma.config.json', 'utf8'))
writeFileSync('sigma.config.json', JSON.stringify({ ...config, ...${settings} }))
`

/** With a test that would fail if it were run. */
function withSlowTest(published: Published): Published {
  const slow: Files = { 'test/e2e/all.test.js': `throw new Error('This takes an hour.')\n` }
  return { ...published, files: { ...published.files, ...slow } }
}

/** Its class alone, tested by node:test, which takes a tenth of the time. */
function withoutJest({ files, feature, ...published }: Published): Published {
  const head = [
    `import assert from 'node:assert/strict'`,
    `import { test } from 'node:test'`,
    `import Duration from '../../src/duration.js'`,
    'const expect = (value) => ({ toBe: (other) => assert.equal(value, other) })',
  ]
  const first = `${head.join('\n')}

test('Duration#plus adds unit by unit', () => {
  expect(Duration.fromObject({ hours: 3 }).plus(Duration.fromObject({ hours: 1 })).get('hours')).toBe(4)
})
`
  return {
    ...published,
    feature: { ...feature, held: withHead(head, feature.held) },
    manager: null,
    files: {
      'package.json': JSON.stringify({ name: 'spans', type: 'module', scripts: { test: 'node --test' } }),
      ...Object.fromEntries(Object.entries(files).filter(([path]) => path === 'src/duration.js')),
      'test/duration/math.test.js': first,
    },
  }
}

function withHead(head: readonly string[], held: Work['held'] = {}): NonNullable<Work['held']> {
  const turns = Object.entries(held).map(([turn, files]) => {
    const all = Object.entries(files).map(([path, each]) => [path, { ...each, head }] as const)
    return [turn, Object.fromEntries(all)] as const
  })
  return Object.fromEntries(turns)
}
