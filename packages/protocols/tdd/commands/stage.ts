/** What a TDD run's input holds from the beginning, whoever begins it: all but the module, its documents and its cycles. */
import type { Asked, MakeStage } from '@sigma/engine'
import { sessionName } from '../../modules/session-name.ts'
import type { TddInput } from '../machine/input.ts'
import { readSettings } from './settings.ts'

type Settings = Omit<TddInput, 'module' | 'base' | 'design' | 'plan' | 'cycles' | 'batches' | 'out'>

export function settingsIn(asked: Asked): Settings {
  const { config, target, project, budgets, templates } = asked
  const { limits, refactor, tests, gates } = readSettings(config)
  const { turn: turnMs, decisions: decisionMs, ...counts } = limits
  return {
    session: sessionName('TDD', asked),
    project,
    limits: { ...counts, turnMs, decisionMs },
    refactor,
    tolerate: tests.tolerate,
    together: true,
    tellsDesign: true,
    ...(gates.mutants === 'changed' && { mutants: true }),
    ...(target !== null && { target }),
    budgets,
    prompts: templates,
  }
}

export const stage: MakeStage = (asked) => settingsIn(asked)
