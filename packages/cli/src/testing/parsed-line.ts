/** Reads command lines as `sigma` does, with its commands, flags and parsers, and plays none of them. */
import { buildRouteMap, type Command, type RouteMap, run, text_en } from '@stricli/core'
import { applicationWith } from '../command-line/command-line.ts'
import { routesFor } from '../commands/catalog.ts'
import type { Context, World } from '../world.ts'

type Route = Command<Context> | RouteMap<Context>

/** What is wrong about the words after `sigma`; null: nothing. */
export async function problemIn(words: readonly string[], world: World): Promise<string | null> {
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
