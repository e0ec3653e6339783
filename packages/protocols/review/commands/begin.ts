/** Makes a review of what the newest TDD run of a module ended with. */
import { type Asked, type Beginning, friendlyWord, slugOf } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import type { ReviewInput } from '../machine/input.ts'
import { builtRun } from './built-run.ts'
import { nothingBuilt } from './errors.ts'
import { settingsIn } from './stage.ts'

/** Fails with `nothing-built`. */
export function begin(asked: Asked): Beginning {
  const { subject: module, random, history } = asked
  const built = builtRun(history, module)
  if (built === null) throw nothingBuilt(module)
  const { run, base, commit, design, plan, cycles } = built
  const input: ReviewInput = {
    ...settingsIn(asked),
    module,
    run,
    base,
    commit,
    design,
    plan,
    cycles,
  }
  const count = cycles.length === 1 ? '1 cycle' : `${cycles.length} cycles`
  return {
    run: `review-${slugOf(module, 'module')}-${friendlyWord(random(6))}`,
    input: jsonOf(input),
    summary: `${run} is reviewed: ${count}, ${commit.slice(0, 10)}`,
    read: [],
  }
}
