/** Every command by its first word, each loaded only when it is asked for: `sigma status` must not wait for gates and agents. */
import type { Command, RouteMap } from '@stricli/core'
import { lazily } from '../lazily.ts'
import type { Context, Program } from '../world.ts'

type Route = Command<Context> | RouteMap<Context>
type Loaders = Readonly<Record<string, () => Promise<Route>>>

const settingUp: Loaders = {
  init: async () => (await import('./init.ts')).initCommand,
  trust: async () => (await import('./trust.ts')).trustCommand,
}

/** Commands that help lists after those of the kits. */
const afterwards: Loaders = {
  status: async () => (await import('./status.ts')).statusCommand,
  watch: async () => (await import('./watch.ts')).watchCommand,
  log: async () => (await import('./log.ts')).logCommand,
  why: async () => (await import('./why.ts')).whyCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  inbox: async () => (await import('./inbox.ts')).inboxCommand,
  decide: async () => (await import('./decide.ts')).decideCommand,
  answer: async () => (await import('./answer.ts')).answerCommand,
  resume: async () => (await import('./resume.ts')).resumeCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  stop: async () => (await import('./stop.ts')).stopCommand,
  gates: async () => (await import('./gates.ts')).gatesCommand,
  strength: async () => (await import('./strength.ts')).strengthCommand,
  agents: async () => (await import('./agents.ts')).agentsCommand,
  metrics: async () => (await import('./metrics.ts')).metricsCommand,
  memory: async () => (await import('./memory.ts')).memoryCommands,
  prompt: async () => (await import('./prompt.ts')).promptCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  project: async () => (await import('./project.ts')).projectCommand,
  gc: async () => (await import('./gc.ts')).gcCommand,
  protocol: async () => (await import('./protocol.ts')).protocolCommands,
  completion: async () => (await import('./completion.ts')).completionCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  gauntlet: async () => (await import('./gauntlet.ts')).gauntletCommand,
  model: async () => (await import('./model.ts')).modelCommand,
}

const own: Loaders = { ...settingUp, ...afterwards }

/** Loaded when it is needed: the commands above wait for no protocol. */
const ofKits = lazily(() => import('../command-line/kit-routes.ts'))

/** A command that no protocol brings. */
export const isOwn = (name: string): boolean => Object.hasOwn(own, name)

/** The commands of a program that is not `sigma`: all that kits bring for it, and what makes a shell complete them. */
async function routesBeside(program: Program): Promise<Readonly<Record<string, Route>>> {
  const { kitRoutes } = await ofKits()
  const { completionOf } = await import('./completion.ts')
  return { ...kitRoutes(isOwn, program), completion: completionOf(program) }
}

/** The one that is named; all of them where none is. To tell the version any will do. */
export async function routesFor(word: string, program: Program = 'sigma'): Promise<Readonly<Record<string, Route>>> {
  if (program !== 'sigma') return await routesBeside(program)
  const name = word === '--version' || word === '-v' ? 'status' : word
  const load = isOwn(name) ? own[name] : undefined
  if (load !== undefined) return { [name]: await load() }
  const { kitRoutes } = await ofKits()
  const named = kitRoutes(isOwn, 'sigma', name)
  if (Object.hasOwn(named, name)) return named
  return { ...(await loaded(settingUp)), ...kitRoutes(isOwn), ...(await loaded(afterwards)) }
}

async function loaded(loaders: Loaders): Promise<Readonly<Record<string, Route>>> {
  const entries = Object.entries(loaders).map(async ([key, load]) => [key, await load()] as const)
  return Object.fromEntries(await Promise.all(entries))
}
