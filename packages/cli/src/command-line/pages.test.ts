/** The command lines that the pages for users name are such that sigma reads. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildRouteMap, type Command, type RouteMap, run, text_en } from '@stricli/core'
import { expect, test } from 'vitest'
import { blocks, pages, proseOf } from '../../../../test/kit/pages.ts'
import { root } from '../../../../test/source-files.ts'
import { routesFor } from '../commands/catalog.ts'
import { worldOf } from '../testing/command-world.ts'
import type { Context, World } from '../world.ts'
import { applicationWith, helpTexts } from './command-line.ts'

/** The values that a placeholder may stand for. */
const examples: Readonly<Record<string, string>> = { n: '1', name: 'tdd', phase: 'RED', role: 'qa', shell: 'bash' }

/** The command of the protocol that a page builds. */
const exampleOwn = 'changelog'

/** `sigma log [<run>] [--follow]` and `sigma tdd prices   # in words`, as words to be read; null: about no one command. */
function wordsIn(line: string): readonly string[] | null {
  const text = line
    .replace(/\s[#>].*/, '')
    .replace(/<(\w+)>/g, (_, name: string) => examples[name] ?? name)
    .replace(/[[\]]/g, '')
  const [first = '', ...words] = [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  return first !== 'sigma' || words[0] === 'command' || words[0] === exampleOwn ? null : words
}

const inlineLines = pages.flatMap((page) =>
  [...proseOf(page).matchAll(/`(sigma [^`]+)`/g)].map(([, line = '']) => ({ page: page.path, line })),
)
const blockLines = blocks
  .filter(({ language }) => language === 'sh' || language === 'console')
  .flatMap(({ page, language, text }) =>
    text.split('\n').flatMap((line) => {
      const typed = language === 'sh' ? line : (/^\$ (.*)/.exec(line)?.[1] ?? '')
      return typed === '' ? [] : [{ page, line: typed }]
    }),
  )

test('every command line that a page names is one that sigma reads', async () => {
  const world = worldOf({ root: '/nonexistent', cache: '/nonexistent' })
  const routes = (await helpTexts()).map(([route]) => route)
  const wrong: string[] = []
  const lines = [...inlineLines, ...blockLines].map((each) => ({ ...each, words: wordsIn(each.line) }))
  for (const { page, line, words } of lines) {
    // A command by its name alone is spoken of, not typed.
    const problem = words === null || routes.includes(line) ? null : await problemIn(words, world)
    if (problem !== null) wrong.push(`${page}: ${line}: ${problem}`)
  }
  expect(wrong).toEqual([])
  expect(lines.filter(({ words }) => words !== null).length).toBeGreaterThan(80)
})

test('a command line that sigma would refuse is found', async () => {
  const world = worldOf({ root: '/nonexistent', cache: '/nonexistent' })
  for (const line of [
    'sigma tdx',
    'sigma tdd',
    'sigma log [<run>] --folow',
    'sigma protocol check',
    'sigma gc --keep many',
  ])
    expect(await problemIn(wordsIn(line) ?? [], world), line).not.toBe(null)
})

test('every npm script and program that a page tells to start is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const { line } of blockLines) {
    const [, script] = /^npm run (\S+)/.exec(line) ?? []
    const [, file] = /^node (\S+)/.exec(line) ?? []
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script)
    if (file !== undefined && file !== '--test') expect(existsSync(join(root, file)), line).toBe(true)
  }
})

type Route = Command<Context> | RouteMap<Context>

/** The fault of the words after `sigma`; null: there is none. */
async function problemIn(words: readonly string[], world: World): Promise<string | null> {
  const said: string[] = []
  const write = (text: string): void => {
    said.push(text)
  }
  const process: Context['process'] = { stdout: { write: () => {} }, stderr: { write }, exitCode: null }
  const routes = mapped(await routesFor(words[0] ?? ''))
  await run(applicationWith(text_en, routes), words, { process, world, play: async () => 0 })
  return said.length === 0 ? null : said.join('').trim()
}

const mapped = (routes: Readonly<Record<string, Route>>): Readonly<Record<string, Route>> =>
  Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, idle(route)]))

/** The same command, which does nothing once its words are read. */
function idle(route: Route): Route {
  if ('loader' in route) return { ...route, loader: async () => () => undefined }
  const entries = route.getAllEntries().map(({ name, target }) => [name.original, target] as const)
  return buildRouteMap({ routes: mapped(Object.fromEntries(entries)), docs: { brief: route.brief } })
}
