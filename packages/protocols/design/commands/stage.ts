/** What a design run's input holds from the beginning, whoever begins it: all but what is to be designed. */
import { resolve } from 'node:path'
import type { Asked, MakeStage } from '@sigma/engine'
import { modulesFolder } from '../../modules/documents.ts'
import { sessionName } from '../../modules/session-name.ts'
import type { DesignInput } from '../machine/input.ts'
import { lyingDesigns } from './lying.ts'
import { readSettings } from './settings.ts'

type Settings = Pick<DesignInput, 'session' | 'designer' | 'guarded' | 'limits' | 'budgets' | 'prompts'>

export function settingsIn(asked: Asked): Settings {
  const { config, place, budgets, templates } = asked
  const { guarded, roles, limits } = readSettings(config)
  const { turn: turnMs, decisions: decisionMs, ...counts } = limits
  return {
    session: sessionName('DESIGN', asked),
    designer: roles.designer !== undefined,
    guarded: place.globsInRepository(guarded),
    limits: { ...counts, turnMs, decisionMs },
    budgets,
    prompts: templates,
  }
}

/** With all designs as they lie there: from a wish they are what is known, else what is audited. */
export const stage: MakeStage = (asked) => {
  const { memoryBank } = readSettings(asked.config)
  const given = asked.flags['memoryBank']
  const flag = typeof given === 'string' ? resolve(asked.place.cwd, given) : undefined
  const { listed: _, read: __, ...lying } = lyingDesigns(asked, modulesFolder(asked.place.root, memoryBank, flag))
  return { ...settingsIn(asked), ...lying }
}
