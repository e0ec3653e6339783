import { declared, functionOf, joins, slug, slugInTwo, trims, type Variant } from './variant.ts'

const nodeModule = (name: string, names: string): string => `import { ${names} } from 'node:${name}'\n`

/** Kinds of tests. */
export const testVariants: readonly Variant[] = [
  {
    id: 'table-tests',
    does: 'a table of tests',
    ...slug,
    before: `const rows = [['Two Words', 'two-words'], ['A', 'a'], [' b c ', 'b-c']]\n`,
    tests: [
      {
        name: 'makes every slug of the table',
        first: 'const made = rows.map(([text]) => slug(text))',
        deep: [['made', 'rows.map(([, wanted]) => wanted)']],
      },
    ],
  },
  {
    id: 'loop-of-tests',
    does: 'tests made in a loop',
    ...slug,
    before: `const rows = { 'Two Words': 'two-words', 'A B': 'a-b' }\nfor (const [text, wanted] of Object.entries(rows)) LOOP\n`,
    tests: [{ name: 'makes none of nothing', equal: [[`slug('')`, `''`]] }],
  },
  {
    id: 'grouped-tests',
    does: 'tests in groups',
    ...slug,
    tests: [
      { within: 'slug', name: 'joins words', equal: [[`slug('Two Words')`, `'two-words'`]] },
      { within: 'slug', name: 'trims', equal: [[`slug(' a ')`, `'a'`]] },
    ],
    held: [
      { within: 'slug', name: 'joins words', equal: [[`slug('Three Small Words')`, `'three-small-words'`]] },
      { within: 'slug', name: 'trims', equal: [[`slug('  bc ')`, `'bc'`]] },
    ],
  },
  {
    id: 'own-assertion',
    does: 'a helper that asserts',
    ...slug,
    before: `function makes(text, wanted) {\n  EQUAL(slug(text), wanted)\n}\n`,
    tests: [{ name: 'joins words', first: `makes('Two Words', 'two-words')\n  makes('a', 'a')` }],
  },
  {
    id: 'property-test',
    does: 'a property, tried by hand with many inputs',
    ...slug,
    before: `const texts = Array.from({ length: 50 }, (_, at) => ' A'.repeat(at % 7) + at)\n`,
    tests: [
      {
        name: 'never holds a blank',
        first: 'const bad = texts.filter((text) => slug(text).includes(" "))',
        deep: [['bad', '[]']],
      },
      {
        name: 'is done after once',
        first: 'const changed = texts.filter((text) => slug(slug(text)) !== slug(text))',
        deep: [['changed', '[]']],
      },
    ],
  },
  {
    id: 'fast-check',
    does: 'a property of fast-check, which puts an error of its own around what it meets',
    ...slug,
    needs: ['fast-check'],
    before: `import fc from 'fast-check'\nfunction holdsNoBlank(text) {\n  EQUAL(slug(text).includes(' '), false)\n}\n`,
    tests: [{ name: 'never holds a blank', first: 'fc.assert(fc.property(fc.string(), holdsNoBlank))' }],
  },
  {
    id: 'async-fixture',
    does: 'a fixture that is set up with await',
    ...slug,
    before: `const fixture = async () => ({ text: await Promise.resolve('Two Words') })\n`,
    tests: [{ name: 'joins words', first: 'const { text } = await fixture()', equal: [['slug(text)', `'two-words'`]] }],
  },
  {
    id: 'temporary-files',
    does: 'tests that write temporary files',
    ...declared('export function sizeOf(file)'),
    code: `${nodeModule('fs', 'statSync')}export function sizeOf(file) {\n  return statSync(file).size\n}\n`,
    before: `${nodeModule('fs', 'mkdtempSync, rmSync, writeFileSync')}${nodeModule('os', 'tmpdir')}${nodeModule('path', 'join')}`,
    tests: [
      {
        name: 'measures a file',
        first: `const folder = mkdtempSync(join(tmpdir(), 'size-'))\n  writeFileSync(join(folder, 'a'), 'abc')\n  const size = sizeOf(join(folder, 'a'))\n  rmSync(folder, { recursive: true })`,
        equal: [['size', '3']],
      },
    ],
  },
  {
    id: 'subprocess',
    does: 'a test that runs a program',
    ...declared('export function versionOf(program)'),
    code: `${nodeModule('child_process', 'execFileSync')}export function versionOf(program) {\n  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()\n}\n`,
    tests: [{ name: 'asks a program', equal: [['versionOf(process.execPath)', 'process.version']] }],
  },
  {
    id: 'mocked-clock',
    does: 'a clock that a test puts in the place of Date.now',
    ...functionOf('export function stamp()', `return 't' + Date.now()`),
    tests: [
      {
        name: 'takes the time',
        first: `const real = Date.now\n  Date.now = () => 7\n  let made\n  try {\n    made = stamp()\n  } finally {\n    Date.now = real\n  }`,
        equal: [['made', `'t7'`]],
      },
    ],
  },
  {
    id: 'environment-in-test',
    does: 'a test that sets a variable and puts it back',
    ...functionOf('export function colour()', `return process.env.GAUNTLET_COLOUR ?? 'none'`),
    tests: [
      { name: 'has none', equal: [['colour()', `'none'`]] },
      {
        name: 'takes that of the environment',
        first: `process.env.GAUNTLET_COLOUR = 'red'\n  const seen = colour()\n  delete process.env.GAUNTLET_COLOUR`,
        equal: [['seen', `'red'`]],
      },
    ],
  },
]

/** Kinds of refactoring and of talk. */
export const laterVariants: readonly Variant[] = [
  {
    id: 'splits-file',
    does: 'a refactoring that splits a file',
    ...slug,
    tests: [joins],
    tidied: slugInTwo,
  },
  {
    id: 'extracts-file',
    does: 'a refactoring that extracts a file which the plan does not name',
    ...slug,
    planned: true,
    tests: [joins],
    tidied: {
      code: `import { joined } from 'SIBLING(joined)'\nexport function slug(text) {\n  return joined(text.trim().toLowerCase())\n}\n`,
      beside: { joined: `export function joined(text) {\n  return text.replaceAll(' ', '-')\n}\n` },
    },
  },
  {
    id: 'moves-function',
    does: 'a refactoring that moves a function',
    ...slug,
    tests: [joins],
    tidied: { code: `export { slug } from 'SIBLING(words)'\n`, beside: { words: slug.code } },
  },
  {
    id: 'new-helper',
    does: 'a refactoring that names a step',
    ...slug,
    tests: [joins],
    tidied: {
      code: `const small = (text) => text.trim().toLowerCase()\n\nexport function slug(text) {\n  return small(text).replaceAll(' ', '-')\n}\n`,
    },
  },
  {
    id: 'renamed-test',
    does: 'a test under a better name',
    ...slug,
    tests: [{ name: 'works', equal: [[`slug('Two Words')`, `'two-words'`]] }],
    tidied: { tests: [{ name: 'joins words by hyphens', equal: [[`slug('Two Words')`, `'two-words'`]] }] },
  },
  {
    id: 'more-tests',
    does: 'a refactoring that adds a test',
    ...slug,
    tests: [joins],
    tidied: {
      tests: [joins, trims],
    },
  },
  {
    id: 'tests-to-table',
    does: 'tests that become a table',
    ...slug,
    tests: [joins, trims],
    tidied: {
      before: `const [two, one] = [['Two Words', 'two-words'], [' a ', 'a']]\n`,
      tests: [
        { name: 'joins words', equal: [['slug(two[0])', 'two[1]']] },
        { name: 'trims', equal: [['slug(one[0])', 'one[1]']] },
      ],
    },
  },
  {
    id: 'second-round',
    does: 'a reviewer who wants a change, and gets it',
    ...slug,
    tests: [joins],
    talk: 'needs-change',
  },
  {
    id: 'tidier-tests',
    does: 'a reviewer who wants the tests put together, and gets it without loss',
    ...slug,
    tests: [joins, trims],
    tidied: {
      tests: [
        {
          name: 'makes slugs',
          equal: [
            [`slug('Two Words')`, `'two-words'`],
            [`slug(' a ')`, `'a'`],
          ],
        },
      ],
    },
    talk: 'needs-tests',
  },
  {
    id: 'test-issue',
    does: 'a wrong test, raised by the developer and put right',
    ...slug,
    tests: [joins],
    talk: 'test-issue',
  },
]
