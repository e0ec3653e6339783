/** The way to a live run: of an agent in its turn by its token, of anybody else by the host of the project. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askHostAt, type Kit, type LiveMinutes, systemClock } from '@sigma/engine'
import type { CallResult } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { turnOver, withinAgent } from '../errors.ts'
import { backgroundHost, outlive } from '../hosting/background.ts'
import { noLiveRun, noSuchView, notSetUp } from '../hosting/errors.ts'
import { isAgents, personOf } from '../people/person.ts'
import { beginDetached } from '../playing/begin.ts'
import { socketVariable, tokenVariable } from '../playing/rehearsal.ts'
import { joinProjectSession, openProjectSession } from '../playing/session.ts'
import { locate, type Place } from '../project/place.ts'
import { openProject, openTrustedProject } from '../project/project.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { readerOf } from '../runs/reader.ts'
import { isOpen } from '../runs/runs.ts'
import type { World } from '../world.ts'
import {
  callByPerson,
  callInTurn,
  type LiveCall,
  type LiveDoor,
  type LiveRead,
  type LiveShown,
  readByPerson,
  readInTurn,
} from './operations.ts'
import { type Pace, polled } from './polling.ts'

/** Fails with `not-set-up`. `wish`: the command that is given. */
export function doorOf(world: World, wish: AskedOfKit): LiveDoor {
  const { [socketVariable]: address, [tokenVariable]: token } = world.env
  if (address !== undefined && token !== undefined) return doorOfTurn(world, address, token)
  const { live } = wish.kit
  if (live === undefined) throw new Error(`${wish.kit.name} has no live run.`)
  const place = locate(world)
  if (!existsSync(join(place.root, live.needs.path))) throw notSetUp(live.needs.command)
  return doorOfPerson(world, place, wish, { ...wish.kit, live })
}

/** A host that went may come again: it is looked for this often, with pauses of so long. */
const [retries, retryMs] = [12, 5_000]

function doorOfTurn(world: World, address: string, token: string): LiveDoor {
  const asking = { address, command: 'pm', signal: world.signal }
  async function patiently<Answer>(ask: () => Promise<{ readonly answer: Answer } | null>): Promise<Answer> {
    for (let tried = 0; ; tried += 1) {
      const asked = await ask()
      if (asked !== null) return asked.answer
      if (tried >= retries || world.signal.aborted) throw turnOver('pm status')
      await sleep(retryMs, undefined, { signal: world.signal })
    }
  }
  return {
    call: (call) => patiently(() => askHostAt(asking, callInTurn, { token, ...call })),
    read: (read) => patiently(() => askHostAt(asking, readInTurn, { token, ...read })),
  }
}

type LiveKit = Kit & { readonly live: NonNullable<Kit['live']> }

function doorOfPerson(world: World, place: Place, wish: AskedOfKit, kit: LiveKit): LiveDoor {
  const { live, name: protocol } = kit
  const who = { protocol, by: personOf(world) }
  const command = `pm ${wish.command.name}`

  async function call(asked: LiveCall, begins: boolean): Promise<CallResult> {
    if (isAgents(world)) throw withinAgent('pm status')
    const run = openRun() ?? (begins ? await begun() : null)
    if (run === null) throw noLiveRun(protocol, live.begins)
    const project = await openTrustedProject(world, command)
    await using session = await openProjectSession(world, project, command, {
      elsewhere: backgroundHost(world, project),
    })
    const result = await session.perform(callByPerson, { ...who, ...asked })
    outlive(world, project, run)
    return result
  }

  async function begun(): Promise<string> {
    const argument = { brief: '', placeholder: '', read: String, propose: () => [] }
    const begins = {
      kind: 'begins' as const,
      argument,
      keeps: { flags: [], called: '' },
      needs: () => live.roles,
      load: live.begin,
    }
    return await beginDetached(world, begins, { ...wish, word: live.subject, flags: {} })
  }

  function openRun(): string | null {
    using reader = readerOf(place.folder)
    const runs = reader?.runs() ?? []
    return runs.find((view) => view.protocol === protocol && view.subject === live.subject && isOpen(view))?.run ?? null
  }

  const pace: Pace = { empty: 0 }

  /** Nothing is begun, so nothing need be confirmed. Where nobody hosts the project it is looked for news, or for a host. */
  async function read(asked: LiveRead): Promise<LiveShown> {
    const { waitMs, since } = asked
    if (waitMs === null) return (await hosted(asked)) ?? (await recorded(asked))
    const began = systemClock.monotonic()
    const left = (): number => Math.max(0, waitMs - (systemClock.monotonic() - began))
    let known = since
    const look = async (): Promise<LiveShown | null> => {
      const told = await hosted({ ...asked, since: known, waitMs: left() })
      if (told !== null) return told
      const shown = await recorded({ ...asked, since: known })
      known ??= shown.mark
      return shown.mark !== known || shown.over ? shown : null
    }
    const news = await polled(look, { pace, clock: systemClock, waitMs, signal: world.signal })
    return news ?? (await recorded({ ...asked, since: known }))
  }

  /** Null: nobody hosts the project. */
  async function hosted(asked: LiveRead): Promise<LiveShown | null> {
    const project = await openProject(world, command)
    await using session = await joinProjectSession(world, project, command)
    if (session === null || openRun() === null) return null
    return await session.perform(readByPerson, { ...who, ...asked })
  }

  /** From the journal alone; of runs that are over the newest. */
  async function recorded({ view: name, arguments: given, since }: LiveRead): Promise<LiveShown> {
    using reader = readerOf(place.folder)
    const runs = reader?.runs().filter((view) => view.protocol === protocol && view.subject === live.subject) ?? []
    const view = runs.find(isOpen) ?? runs[0]
    if (reader === null || view === undefined) throw noLiveRun(protocol, live.begins)
    const minutes: LiveMinutes = (await live.views())(view, kits)
    minutes.take(reader)
    const shows = minutes.view(name)
    if (shows === null) throw noSuchView(name)
    const reading = { caller: who.by, arguments: given, since }
    return { ...shows.show(reading), mark: shows.mark(reading), over: !isOpen(view) || shows.isOver(reading) }
  }

  return { call, read }
}
