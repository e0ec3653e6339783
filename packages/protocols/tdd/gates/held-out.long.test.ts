/** Held-out tests (decision 0094): RED wants them, GREEN runs them, and no word of a refusal says what they give or want. */
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { styles } from '../../../measuring/src/fixture/small-project.ts'
import { trial } from './fixture/trial.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))
type Runner = keyof typeof styles
const runners: readonly Runner[] = ['node:test', 'vitest', 'jest']
const timeout = 120_000
const works = `(text) => text.trim().toLowerCase().replaceAll(' ', '-')`

/** Stands in no other place than the held-out test. */
const canary = 'Zebra Quux'
const shown = `test('makes a slug', () => { assert.equal(slug('A b'), 'a-b') })`
const held = `test('makes a slug', () => { assert.equal(slug('${canary}'), 'zebra-quux') })`

function stage(runner: Runner) {
  const { config, head, uses, gives } = styles[runner]
  const { red, green } = trial(undefined, runner === 'node:test' ? null : modules)
  const start: Files = {
    ...config,
    'src/text.js': `${gives('slug', `() => { throw new Error('not implemented') }`)}\n`,
  }
  const asking = (text: string): string => `${head}\n${uses('slug', '../src/text.js')}\n${text}\n`
  const written = (open: string, kept: string | null): Files => ({
    'test/slug.test.js': asking(open),
    ...(kept !== null && { 'test/slug.held.test.js': asking(kept) }),
  })
  const project = { runner, held: true } as const
  return {
    red: async (open: string, kept: string | null) => await red(start, { ...start, ...written(open, kept) }, project),
    green: async (code: string, [open, kept] = [shown, held]) => {
      const files = { ...start, ...written(open, kept) }
      const accepted = await red(start, files, project)
      expect(accepted.findings).toEqual([])
      return await green(start, accepted, { ...files, 'src/text.js': `${gives('slug', code)}\n` }, project)
    },
  }
}

/** Rows under one title that names their inputs. */
function table(runner: Runner, ...rows: readonly (readonly [given: string, wanted: string])[]): string {
  const [list, asks] = [JSON.stringify(rows), 'assert.equal(slug(given), wanted)']
  return runner === 'node:test'
    ? `for (const [given, wanted] of ${list}) test(\`\${given} is \${wanted}\`, () => { ${asks} })`
    : `test.each(${list})('%s is %s', (given, wanted) => { ${asks} })`
}

for (const runner of inTier({ fast: [], long: runners.slice(0, 1), verify: runners })) {
  test.concurrent(`with ${runner} a table of the examples is refused by the behaviour's name alone`, {
    timeout,
  }, async () => {
    proves('SIG-40')
    const judged = await stage(runner).green(`(text) => ({ 'A b': 'a-b' })[text] ?? text`)
    expect(judged.rules).toEqual(['answers-examples'])
    expect(judged.findings[0]?.message).toBe(
      '"makes a slug" does not hold for other inputs than those of test/slug.test.js.',
    )
    expect(JSON.stringify(judged.findings)).not.toMatch(/zebra|quux|held\.test/i)
    // The machine shows it once, where all tries are spent.
    expect(judged.data).toMatchObject({ held: expect.stringContaining('zebra-quux') })
  })

  test.concurrent(`with ${runner} code for every input passes`, { timeout }, async () => {
    expect(await stage(runner).green(works)).toMatchObject({ verdict: 'pass', findings: [] })
  })

  test.concurrent(`with ${runner} an error over what is held back says nothing of it either`, { timeout }, async () => {
    const judged = await stage(runner).green(
      `(text) => { if (text !== 'A b') throw new Error('odd: ' + text); return 'a-b' }`,
    )
    expect(judged.rules).toEqual(['answers-examples'])
    expect(JSON.stringify(judged.findings)).not.toMatch(/zebra|quux|odd/i)
  })

  test.concurrent(`with ${runner} source that ends the process is told what it does, where that is held back`, {
    timeout,
  }, async () => {
    const judged = await stage(runner).green(`(text) => { if (text !== 'A b') process.exit(7); return 'a-b' }`)
    expect(judged.findings[0]).toMatchObject({
      message: expect.stringMatching(/^(What is held back beside|"makes a slug" does not hold)/),
      remedy: expect.stringMatching(/^(Let the source load and answer whatever it is given|Implement the behaviour)/),
    })
    expect(JSON.stringify(judged.findings)).not.toContain('is refused by this rule')
    expect(JSON.stringify(judged.findings)).not.toMatch(/zebra|quux|held\.test/i)
  })

  test.concurrent(`with ${runner} RED wants a held-out test of each behaviour that has inputs`, {
    timeout,
  }, async () => {
    const { red } = stage(runner)
    expect((await red(shown, null)).rules).toEqual(['held-missing'])
    expect((await red(shown, held.replace('makes a slug', 'makes another'))).rules).toEqual([
      'held-unknown',
      'held-missing',
    ])
    expect((await red(shown, shown)).rules).toEqual(['held-same-inputs'])
    // A test that has no inputs may be held back as it is.
    const none = `test('starts', () => { assert.equal(slug(), 'none') })`
    for (const kept of [null, none]) expect((await red(none, kept)).findings).toEqual([])
    const joined = (words: string, wanted: string): string =>
      `test('joins', () => { const words = ${words}; assert.equal(slug(words), '${wanted}') })`
    expect((await red(joined(`['a', 'b']`, 'a-b'), joined(`['b', 'a']`, 'b-a'))).findings).toEqual([])
    expect((await red(joined(`['a', 'b']`, 'a-b'), joined(`[ 'a','b' ]`, 'a-b'))).rules).toEqual(['held-same-inputs'])
  })

  test.concurrent(`with ${runner} a table of rows goes with a table of other rows, which no refusal names`, {
    timeout,
  }, async () => {
    const { red, green } = stage(runner)
    const [open, kept] = [table(runner, ['A b', 'a-b'], ['C', 'c']), table(runner, [canary, 'zebra-quux'])]
    expect(new Set((await red(open, open)).rules)).toEqual(new Set(['held-same-inputs']))
    expect(new Set((await red(open, null)).rules)).toEqual(new Set(['held-missing']))
    const judged = await green(`(text) => ({ 'A b': 'a-b', C: 'c' })[text] ?? text`, [open, kept])
    expect(judged.rules).toEqual(['answers-examples'])
    expect(judged.findings[0]?.message).toMatch(/^"(%s is %s|\$\{given\} is \$\{wanted\})" does not hold/)
    expect(JSON.stringify(judged.findings)).not.toMatch(/zebra|quux|held\.test/i)
    expect(await green(works, [open, kept])).toMatchObject({ verdict: 'pass', findings: [] })
  })

  test.concurrent(`with ${runner} the same inputs are found out, however they are written`, { timeout }, async () => {
    const { green } = stage(runner)
    const listed = (...words: readonly string[]): string =>
      `test('makes a slug', () => { for (const each of [${words.join(', ')}]) assert.equal(slug(each), 'a-b') })`
    const table = `(text) => ({ 'A b': 'a-b', 'a B': 'a-b' })[text] ?? text`
    const same = await green(table, [listed(`'A b'`, `'a B'`), listed(`'a' + ' B'`, `['A', 'b'].join(' ')`)])
    expect(same.rules).toEqual(['held-same-inputs'])
    expect((await green(works, [listed(`'A b'`), listed(`'a' + ' B'`)])).rules).toEqual([])
  })

  test.concurrent(`with ${runner} a held-out test that demands nothing is named by its behaviour`, {
    timeout,
  }, async () => {
    const { green } = stage(runner)
    const weak = `test('makes a slug', () => { assert.equal(typeof slug('${canary}'), 'string') })`
    const judged = await green(works, [shown, weak])
    expect(judged.rules).toEqual(['any-result-passes'])
    expect(judged.findings[0]?.message).toBe(
      '"makes a slug" (held back beside test/slug.test.js) passes whatever the source answers: it passes as well where every function that it calls gives something else of the same type, or does nothing.',
    )
  })
}
