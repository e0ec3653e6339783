/** Honest work of more than sixty kinds, which no gate refuses, whichever runner shows it (decisions 0093 to 0095). */
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { describe, expect, test } from 'vitest'
import { styles } from '../../../../measuring/src/fixture/small-project.ts'
import { namesState } from '../../../../measuring/src/replay/names-state.ts'
import type { Dialect } from '../families/dialects.ts'
import { trial } from '../fixture/trial.ts'
import { asCommonJs, namesIn, type Piece, stubOf } from './piece.ts'
import { piecesOfFiles } from './pieces-of-files.ts'
import { piecesOfObjects } from './pieces-of-objects.ts'
import { piecesOfState } from './pieces-of-state.ts'
import { piecesOfText } from './pieces-of-text.ts'
import { piecesOfTheWorld } from './pieces-of-the-world.ts'
import { piecesOfTime } from './pieces-of-time.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const groups = {
  files: piecesOfFiles,
  objects: piecesOfObjects,
  state: piecesOfState,
  text: piecesOfText,
  time: piecesOfTime,
  world: piecesOfTheWorld,
}
const pieces = Object.values(groups).flat()

const aliases: Files = {
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
  'vitest.config.js': `export default { resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } }, test: { include: ['test/**/*.test.js'] } }\n`,
}

const played = (piece: Piece, runner: Dialect['runner']): boolean => piece.runners?.includes(runner) ?? true

function laid(
  runner: Dialect['runner'],
  all: readonly Piece[],
): { readonly start: Files; readonly red: Files; readonly done: Files } {
  const { config, head, uses } = styles[runner]
  const written = (text: string): string => (runner === 'jest' ? asCommonJs(text) : text)
  const own = all.filter((piece) => played(piece, runner))
  const sources = (of: (piece: Piece) => string): Files =>
    Object.fromEntries(own.map((piece) => [`src/${piece.id}${piece.ending ?? '.js'}`, written(of(piece))]))
  const asking = (piece: Piece, tests: Readonly<Record<string, string>>): string =>
    [
      head,
      uses(
        namesIn(piece.code)
          .filter((name, at, names) => names.indexOf(name) === at)
          .join(', '),
        `../src/${piece.id}${piece.ending ?? '.js'}`,
      ),
      written(piece.before ?? ''),
      ...Object.entries(tests).map(([name, body]) => written(`test('${name}', async () => { ${body} })`)),
    ].join('\n')
  const tests = Object.fromEntries(
    own.flatMap((piece) => [
      [`test/${piece.id}.test.js`, asking(piece, piece.tests)] as const,
      ...(piece.held === undefined ? [] : [[`test/${piece.id}.held.test.js`, asking(piece, piece.held)] as const]),
    ]),
  )
  const beside = Object.assign({}, ...own.map((piece) => piece.beside ?? {})) as Files
  const start = { ...config, ...(runner === 'vitest' && aliases), ...beside, ...sources(stubOf) }
  return { start, red: { ...start, ...tests }, done: { ...start, ...tests, ...sources((piece) => piece.code) } }
}

/** State in a module is named by the design; work on text has none, so its calls are made in another order as well. */
const designOf = (group: string): string =>
  group === 'text' ? 'What each of them gives back for what it is given.' : 'Registries remember what is registered.'

/** All groups with node:test; with vitest and jest CI plays one of them each, and `npm run verify` all. */
const shown = {
  'node:test': Object.keys(groups),
  vitest: inTier({ fast: [], long: ['time'], verify: Object.keys(groups) }),
  jest: inTier({ fast: [], long: ['files'], verify: Object.keys(groups) }),
}

for (const runner of ['node:test', 'vitest', 'jest'] as const) {
  describe(runner, () => {
    const { red, judge, blobs, checkouts } = trial(undefined, modules, { limitMs: 900_000 })
    const those = Object.entries(groups).filter(([name]) => shown[runner].includes(name))
    test.each(those)('honest work is not refused: %s', { timeout: 2_400_000 }, async (name, all) => {
      proves('SIG-51', 'SIG-52')
      const work = laid(runner, all)
      const project = { runner, held: true, checkLimitMs: 120_000 } as const
      const accepted = await red(work.start, work.red, project)
      expect(accepted.findings).toEqual([])
      const before = { commit: await checkouts.commit(work.start), evidence: null }
      const given = { before, red: { ...accepted.baseline }, design: blobs.put(designOf(name)) }
      const judged = await judge('green', work.done, given, project)
      expect(judged.findings).toEqual([])
      // Much of it is asked again where no test is, but for what chance gives.
      expect(judged.seen.replayed?.compared).toBeGreaterThan(
        (name === 'time' ? 0.1 : 0.4) * (judged.seen.replayed?.calls ?? 0),
      )
    })
  })
}

test('one of the designs names no state', () => {
  expect(Object.keys(groups).filter((name) => !namesState(designOf(name)))).toEqual(['text'])
})

test('there are sixty and more of them, on each runner', () => {
  expect(new Set(pieces.map(({ id }) => id)).size).toBe(pieces.length)
  for (const runner of ['node:test', 'vitest', 'jest'] as const)
    expect(pieces.filter((piece) => played(piece, runner)).length).toBeGreaterThanOrEqual(60)
})
