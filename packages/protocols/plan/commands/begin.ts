/** Makes a plan run of a module's design, the configuration and the command line. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Asked, type Beginning, friendlyWord, slugOf } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { demandAcceptance } from '../../modules/acceptance.ts'
import { interfacesOf, moduleFolder, modulesFolder, pathInRepository, readDocument } from '../../modules/documents.ts'
import type { PlanInput } from '../machine/input.ts'
import { readFlags, readSettings } from './settings.ts'
import { settingsIn } from './stage.ts'

/** Fails with `unknown-module`, `design-…`, `architecture-not-accepted`, `plan-outside`, `plan-unreadable`. */
export function begin(asked: Asked): Beginning {
  const { place, subject: module, base, keep, random } = asked
  const flags = readFlags(asked.flags)
  const { memoryBank, acceptance } = readSettings(asked.config)
  const given = flags.memoryBank === undefined ? undefined : resolve(place.cwd, flags.memoryBank)
  const modules = modulesFolder(place.root, memoryBank, given)
  const folder = moduleFolder({ place, modules, command: 'plan' }, module)
  const design = readDocument({ place }, 'design', join(folder, 'design.md'), module)
  interfacesOf(design)
  const demand = { history: asked.history, place, modules, by: acceptance, override: flags.accept, module }
  const byWord = demandAcceptance(demand, { design, plan: null })
  const file = join(folder, 'tdd_plan.md')
  const path = pathInRepository(place, 'plan', file)
  const there = existsSync(file) ? readDocument({ place }, 'plan', file, module) : null
  const kept = flags.overwrite ? null : there
  const word = friendlyWord(random(6))
  const settings = settingsIn(asked)
  const input: PlanInput = {
    ...settings,
    module,
    base,
    design: { path: design.path, blob: keep(design.bytes) },
    plan: { path, blob: kept === null ? null : keep(kept.bytes) },
    // The old plan stays in the journal (SIG-96).
    ...(there !== null && kept === null && { replaced: keep(there.bytes) }),
    acceptance: 'critic',
    ...(byWord.length > 0 && { byWord }),
    limits: { ...settings.limits, rounds: flags.rounds ?? settings.limits.rounds },
  }
  const begins = kept === null ? 'a plan is written' : 'the plan that lies there is checked'
  return {
    run: `plan-${slugOf(module, 'module')}-${word}`,
    input: jsonOf(input),
    summary: `${begins}, in at most ${input.limits.rounds} rounds, from ${base.slice(0, 10)}`,
    read: [design.path, ...(kept === null ? [] : [kept.path])],
  }
}
