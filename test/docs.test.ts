/** What the pages for users show and say is what the program does. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isHere } from '@sigma/engine/needs'
import { parseObservation } from '@sigma/memory'
import { scriptSchema } from '@sigma/model'
import { handoffSchema, readDesign, readPlan } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { helpTexts } from '../packages/cli/src/command-line/command-line.ts'
import { configSchema } from '../packages/cli/src/config/config.ts'
import { readConfig } from '../packages/cli/src/config/config-file.ts'
import { fullText } from '../packages/cli/src/config/config-text.ts'
import { busy, watching } from '../packages/cli/src/testing/overviews.ts'
import { textOf } from '../packages/cli/src/watch/screens/line.ts'
import { screenLines } from '../packages/cli/src/watch/screens/screen-lines.ts'
import { mandatory } from '../packages/protocols/steps/machine/directive.ts'
import { exampleFiles } from '../packages/protocols/steps/own/example.ts'
import { readSkill } from '../packages/protocols/steps/skills/skill-text.ts'
import { templates } from '../packages/protocols/tdd/prompts/index.ts'
import { dataBlock } from '../packages/runtime/src/prompts/data.ts'
import { type Block, blocks, linkingPages, notPrinted, pages, proseOf, shownCommand } from './kit/pages.ts'
import { makeRepository } from './kit/repository.ts'
import { sigma } from './kit/sigma.ts'
import { root } from './source-files.ts'

const pageAt = (path: string): string => pages.find((page) => page.path === path)?.text ?? ''

/** Where each kind of recorded output is held against a run. */
const played: Readonly<Record<string, string>> = {
  bug: 'test/repositories/shown.ts',
  demo: 'test/demo.test.ts',
  gauntlet: 'test/gauntlet.long.test.ts',
  init: 'test/docs.test.ts',
  model: 'test/docs.test.ts',
  monorepo: 'test/repositories/shown.ts',
  watch: 'test/docs.test.ts',
}

/** What is wrong about a block, by its language and kind; null: nothing. */
const judges: Readonly<Record<string, (text: string) => unknown>> = {
  'json config': configFault,
  'json handoff': handoffFault,
  'json script': (text) => scriptSchema.safeParse(JSON.parse(text)).error ?? null,
  'md design': (text) => (readDesign(text).length > 0 ? null : 'It declares nothing.'),
  'md plan': planFault,
  'text plan': planFault,
  'json steps': (text) => (`${text}\n` === exampleFiles[0]?.[1] ? null : text),
  'md skill': (text) => {
    const read = readSkill('build', text)
    return read.faults.length === 0 && read.skill?.kind === 'composite' ? null : read
  },
  'md program': (text) => (readSkill('todos', text).skill?.kind === 'atomic' ? null : text),
  // Played by test/skills.long.test.ts.
  'js program': (text) => (text.startsWith('// tools/todos.mjs\n') ? null : text),
  'text import': importFault,
  'text directive': (text) => {
    const command = /`(.*)`/.exec(text)?.[1] ?? ''
    return mandatory({ step: 2, name: '', command, session_id: '' }) === text.trimEnd() ? null : text
  },
  'md template': (text) => (isIn('packages/protocols/tdd/prompts/templates/qa-red.md', text) ? null : text),
  'ts protocol': (text) => (ownProtocol.includes(text) ? null : text),
  'text observations': (text) =>
    text
      .trimEnd()
      .split('\n')
      .every((line) => parseObservation(line) !== null)
      ? null
      : text,
  'text data': (text) => {
    const [, name = '', by = '', inner = ''] = /^\[data: (.*), from (.*)\]\n\| (.*)\n/.exec(text) ?? []
    return dataBlock(name, by, inner) === text ? null : text
  },
}

const isIn = (path: string, text: string): boolean => readFileSync(join(root, path), 'utf8').startsWith(text)

/** Written by hand in two files, which are typed, tried and played. */
const ownProtocol = ['changelog.ts', 'changelog.test.ts']
  .map((name) => readFileSync(join(root, 'examples/own-protocol/sigma.protocols', name), 'utf8'))
  .join('')

function planFault(text: string): unknown {
  const read = readPlan(text, { parallel: 1 })
  return read.kind === 'plan' ? null : read.faults
}

async function configFault(text: string): Promise<unknown> {
  using repository = makeRepository({ 'sigma.config.json': text })
  const { agents, roles } = await readConfig(join(repository.path, 'sigma.config.json'))
  const strangers = Object.values(roles).filter((name) => name !== undefined && !Object.hasOwn(agents, name))
  return strangers.length === 0 ? null : strangers
}

/** What the command tells of such a task list. */
async function importFault(text: string): Promise<unknown> {
  using repository = makeRepository({
    'specs/003-albums/tasks.md': [
      '## Phase 1: Setup',
      '- [x] T001 Create the project',
      '- [ ] T002 Try sorting in tests/sort.test.js',
      '- [ ] T003 Sort by `sortAlbums()` in src/sort.js',
      '- [ ] T004 Show albums in src/list.js',
    ].join('\n'),
    'sigma.config.json': '{ "tests": { "files": ["tests/**"] } }',
  })
  const { stdout } = await sigma(repository, 'import', 'specs/003-albums')
  return stdout.trimEnd() === text ? null : stdout
}

/** Each of its keys is one that a turn's own Handoff has. */
function handoffFault(text: string): unknown {
  const shown = handoffSchema.parse(JSON.parse(text))
  const task = templates.tasks.find(({ type }) => type === 'red')
  if (task === undefined) return 'There is no task red.'
  const known = new Set(
    keysOf(templates.sample({ task, phase: 'RED', input: templates.example, unit: null, withTalk: true })),
  )
  const unknown = keysOf(shown).filter((key) => !known.has(key))
  return unknown.length === 0 ? null : unknown
}

const keysOf = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner).map((each) => `${key}.${each}`)])

const kindOf = ({ language, kind }: Block): string => `${language} ${kind}`.trim()

test.each(blocks.filter((block) => Object.hasOwn(judges, kindOf(block))))(
  'what $page shows as $language $kind is read by the program',
  async (block) => {
    expect(await judges[kindOf(block)]?.(block.text)).toBe(null)
  },
)

test('every block is of a kind that is checked', () => {
  const isChecked = (block: Block): boolean =>
    block.language === 'console'
      ? Object.hasOwn(played, block.kind)
      : Object.hasOwn({ ...judges, sh: null }, kindOf(block))
  expect(blocks.filter((block) => !isChecked(block))).toEqual([])
  expect(blocks.length).toBeGreaterThan(20)
})

test('every output that is shown is held against a run', () => {
  const shown = blocks.filter(({ language }) => language === 'console').map(({ kind }) => kind)
  expect(shown).toHaveLength(Object.keys(played).length)
  expect(new Set(shown)).toEqual(new Set(Object.keys(played)))
  for (const [kind, path] of Object.entries(played))
    expect(readFileSync(join(root, path), 'utf8'), path).toContain(`notPrinted('${kind}'`)
})

test('sigma init writes and says what the page on configuration shows', { timeout: 60_000 }, async () => {
  using repository = makeRepository({
    'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test tests/*.test.js" } }',
    'tests/a.test.js': "import { test } from 'node:test'\nimport '../src/a.js'\ntest('a', () => {})\n",
    'src/a.js': '',
  })
  const { stdout, stderr } = await sigma(repository, ...shownCommand('init'))
  // Tests are tried in the sandbox alone.
  const untried = isHere('bubblewrap') ? [] : [expect.stringMatching(/^trial/)]
  expect(notPrinted('init', stdout + stderr)).toEqual(untried)
  const written = readFileSync(join(repository.path, 'sigma.config.json'), 'utf8')
  expect(pageAt('docs/configuration.md')).toContain(`\`\`\`json config\n${written}\`\`\``)
})

test('sigma model prints what its page shows', async () => {
  using repository = makeRepository({ 'a.txt': '' })
  const example = await sigma(repository, 'model', '--example')
  writeFileSync(join(repository.path, 'script.json'), example.stdout)
  const { stdout, stderr } = await sigma(repository, 'model', 'script.json', '--for', '1ms')
  expect(notPrinted('model', `$ sigma model script.json\n${stdout}${stderr}`)).toEqual([])
})

test('sigma watch draws what the page on running shows', () => {
  const screen = screenLines(watching(busy), { columns: 80, rows: 26 }).map(textOf)
  expect(notPrinted('watch', screen.join('\n'))).toEqual([])
})

test('the page on running lists every command', async () => {
  const [, table = ''] = pageAt('docs/running.md').split('## All commands')
  const routes = (await helpTexts()).map(([route]) => route)
  expect(routes.filter((route) => !table.includes(`| \`${route} `) && !table.includes(`| \`${route}\``))).toEqual([])
})

// ── tables ──

test('the page on configuration has every setting with its default', () => {
  const { agents, roles, tests, source } = configSchema.parse({})
  const { guarded, ...defaults } = JSON.parse(fullText({ agents, roles, tests, source }))
  const settings = Object.entries(defaults).flatMap(([key, value]) => rowsOf(key, value))
  const told = [...pageAt('docs/configuration.md').matchAll(/^\| `([\w.]+)` \| `(.*?)` \|/gm)].map(([, key, value]) => [
    key,
    value,
  ])
  expect(told).toEqual(settings)
  expect(guarded.length).toBeGreaterThan(10)
})

/** `limits.turn`: each setting that has a value of its own. */
const rowsOf = (key: string, value: unknown): readonly (readonly string[])[] =>
  typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0
    ? [[key, JSON.stringify(value)]]
    : Object.entries(value).flatMap(([name, inner]) => rowsOf(`${key}.${name}`, inner))

test('the README shows each figure of the benchmarks with its goal', () => {
  const figures = [
    ...pageAt('benchmarks/README.md').matchAll(/^\| .* \| ([\d./]+) \| (at (?:most|least) [\d./]+) \| /gm),
  ]
  const shown = [...pageAt('README.md').matchAll(/([\d./]+) \((at (?:most|least) [\d./]+)\) [–✓✗]/g)]
  const pairs = (found: readonly RegExpExecArray[]): readonly string[] =>
    found.map(([, figure, goal]) => `${figure} ${goal}`).toSorted()
  expect(pairs(shown)).toEqual(pairs(figures))
  expect(figures.length).toBeGreaterThan(15)
})

test('every link leads to a file and a heading that there are', () => {
  const lost = linkingPages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, path = '', heading]) => {
      const target = path === '' ? page.path : join(dirname(page.path), path)
      if (!existsSync(join(root, target))) return [`${page.path}: ${link}`]
      const isThere = heading === undefined || headingsOf(target).includes(heading)
      return isThere ? [] : [`${page.path}: ${link}`]
    }),
  )
  expect(lost).toEqual([])
})

/** As GitHub names them. */
const headingsOf = (path: string): readonly string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^#{1,6} (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('the README is one that is read to its end', () => {
  expect(pageAt('README.md').split('\n').length).toBeLessThan(130)
})
