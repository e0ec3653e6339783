/** What a plan run's input holds from the beginning, whoever begins it: all but the module and its documents. */
import { relative } from 'node:path'
import type { Asked, MakeStage } from '@sigma/engine'
import { sessionName } from '../../modules/session-name.ts'
import type { PlanInput } from '../machine/input.ts'
import { readSettings } from './settings.ts'

type Settings = Omit<PlanInput, 'module' | 'base' | 'design' | 'plan' | 'acceptance'>

export function settingsIn(asked: Asked): Settings {
  const { config, place, budgets, templates } = asked
  const { tests, source, guarded, plan, limits } = readSettings(config)
  const { turn: turnMs, decisions: decisionMs, ...counts } = limits
  return {
    session: sessionName('PLAN', asked),
    sorting: {
      folder: relative(place.top, place.root).replaceAll('\\', '/'),
      tests: tests.files,
      source,
      parallel: 2,
      opinions: plan.opinions,
    },
    guarded: place.globsInRepository(guarded),
    limits: { ...counts, turnMs, decisionMs },
    edits: true,
    budgets,
    prompts: templates,
  }
}

export const stage: MakeStage = (asked) => settingsIn(asked)
