/**
 * What an agent waits for when it tries its work with `sigma gates`: an attempt on related tests after the edit of one
 * source file, in its workspace and sandbox, against what a person types for all of them.
 */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Style, smallProject, styles } from '../packages/measuring/src/fixture/small-project.ts'
import { lay, openGround } from './ground.ts'
import { type Benchmark, type Figure, inTurn, median, ms, type Scale } from './measure.ts'

interface Typed {
  readonly command: (path: string) => readonly string[]
  readonly name: string
  readonly goal: number
}

const typed: Readonly<Record<Style['runner'], Typed>> = {
  'node:test': {
    name: '`node --test`',
    command: (path) => [
      'node',
      '--test',
      ...readdirSync(join(path, 'test'))
        .filter((name) => name.endsWith('.test.js'))
        .map((name) => `test/${name}`),
    ],
    goal: 1 / 6,
  },
  vitest: { name: '`npx vitest run`', command: () => ['npx', 'vitest', 'run'], goal: 1 / 3 },
  jest: { name: '`npx jest`', command: () => ['npx', 'jest'], goal: 1 / 8 },
}

/** A person or an agent takes a moment between an edit and the next try; a spare is made ready in it. */
const pauseMs = 1_000

export const warmWith =
  (runner: Style['runner']): Benchmark =>
  (folder, scale) =>
    warm(styles[runner], folder, scale)

async function* warm(style: Style, folder: string, scale: Scale): AsyncGenerator<Figure> {
  await using ground = await openGround(folder, style, {})
  const { workspace, project, rehearsals } = ground
  const { name, command, goal } = typed[style.runner]
  const file = 'src/text.js'
  const source = smallProject(style)[file]
  await ground.commit(ground.head, { [file]: `${source}\n// begun` })
  const spec = { path: workspace, project, scope: 'related' } as const
  const signal = AbortSignal.timeout(600_000)
  let [round, cold] = [0, 0]
  const edit = (): Promise<void> => {
    round += 1
    for (const tree of [ground.path, workspace]) lay(tree, { [file]: `${source}\n// ${round}` })
    return delay(pauseMs)
  }
  const attempt = async (): Promise<void> => {
    const { outcome, how, kept, failures, problem } = await rehearsals.rehearse(spec, signal)
    if (outcome !== 'passed') throw new Error(`an attempt ${outcome}: ${JSON.stringify(failures[0] ?? problem)}`)
    if (round > 1 && kept === 0) throw new Error('Every test was run, and not those alone that the edit concerns.')
    // On a busy machine the pause may be too short; what the agent waits for then is counted as it is.
    if (how !== 'warm') cold += 1
  }
  try {
    await attempt()
    await edit()
    await attempt()
    cold = 0
    const times = scale({ whole: 11, short: 2 })
    const taken = await inTurn(times, { typed: () => ground.type(command(ground.path)), edit, attempt })
    const [quick, long] = [median(taken('attempt')), median(taken('typed'))]
    const colds = cold === 0 ? '' : `; ${cold} of ${times} attempts were cold`
    yield {
      name: `warm attempt on related tests with ${style.runner}, against ${name}`,
      value: quick / long,
      goal: { kind: 'at most', value: goal },
      detail: `${ms(quick)} in the sandbox against ${ms(long)}, after the edit of one source file${colds}`,
    }
  } finally {
    await rehearsals.release(workspace)
  }
}
