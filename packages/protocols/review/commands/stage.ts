/** What a review's input holds from the beginning, whoever begins it: all but what is reviewed. */
import type { Asked, MakeStage } from '@sigma/engine'
import { sessionName } from '../../modules/session-name.ts'
import type { ReviewInput } from '../machine/input.ts'
import { reviewSettings } from './settings.ts'

type Settings = Omit<ReviewInput, 'module' | 'run' | 'base' | 'commit' | 'design' | 'plan' | 'cycles'>

export const settingsIn = (asked: Asked): Settings => ({
  ...reviewSettings(asked),
  session: sessionName('REVIEW', asked),
})

export const stage: MakeStage = (asked) => settingsIn(asked)
