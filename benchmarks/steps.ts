/** What a command of a step protocol costs its follower, once an earlier one has left a host behind. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilStandby } from '../test/kit/standby.ts'
import { type Figure, median, ms, type Scale } from './measure.ts'
import { beginProject, releaseIn, runNode } from './repository.ts'

const agent = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const { context } = JSON.parse(readFileSync(0, 'utf8'))
mkdirSync('memory', { recursive: true })
writeFileSync(context.memory, '# ' + context.task + '\\n\\nDone.\\n')
console.log('→[AD, done]')
`

/** Outputs of the steps, by number; null: the step needs none. */
const outputs: ReadonlyMap<number, object | null> = new Map([
  [0, null],
  [1, { title: 'Add a login' }],
  [2, { domain: 'web' }],
  [3, { skill: 'numbers' }],
  [4, null],
  [5, null],
  [6, { summary: 'All is done.' }],
])

/** The step that has agents work, which is played by a process of its own. */
const invoking = 5

export async function* steps(folder: string, scale: Scale): AsyncGenerator<Figure> {
  const project = beginProject(folder)
  const sigma = join(releaseIn(folder), 'bin', 'sigma.js')
  writeFileSync(join(folder, 'agent.mjs'), agent)
  runNode(project, ['-e', `require('fs').mkdirSync('skills/numbers', { recursive: true })`])
  writeFileSync(
    join(project.path, 'skills/numbers/SKILL.md'),
    '---\nname: numbers\ndescription: Numbers.\n---\n## Phases\n\n1. Make: dev\n',
  )
  runNode(project, [sigma, 'dispatch', '--reasoning-session', 'FIRST', '--route', 'skill-orchestration'])
  await untilStandby(project.path)

  const taken = new Map<string, number[]>()
  const timed = <Value>(name: string, work: () => Value): Value => {
    const began = performance.now()
    const value = work()
    taken.set(name, [...(taken.get(name) ?? []), performance.now() - began])
    return value
  }
  /** Against starting Node at all, right before it. */
  const played = (name: string, ...args: readonly string[]): string => {
    timed(`node ${name}`, () => runNode(project, ['-e', '0']))
    return timed(name, () => runNode(project, [sigma, ...args]))
  }
  try {
    for (let round = 0; round < scale({ whole: 25, short: 1 }); round += 1) {
      const begun = played(
        'dispatch',
        'dispatch',
        '--reasoning-session',
        `R-${round}`,
        '--route',
        'skill-orchestration',
      )
      const session = /skill-([0-9a-f-]+)\.json/.exec(begun)?.[1] ?? ''
      for (const [number, output] of outputs) {
        const line = ['step', `${number}`, '--state', session]
        const given = output === null ? [] : ['--output', JSON.stringify(output)]
        if (number !== invoking) played(output === null ? 'step' : 'output', ...line, ...given)
        else {
          runNode(project, [sigma, ...line])
          // The same host has the project again.
          await untilStandby(project.path)
        }
      }
      played('complete', 'complete', '--state', session)
    }
  } finally {
    runNode(project, [sigma, 'stop'])
  }
  for (const [name, says] of [
    ['dispatch', 'sigma dispatch'],
    ['step', 'sigma step, of a step without an output'],
    ['output', 'sigma step --output'],
    ['complete', 'sigma complete'],
  ] as const) {
    const [mine, node] = [median(taken.get(name) ?? []), median(taken.get(`node ${name}`) ?? [])]
    yield {
      name: `${says}, against node -e 0`,
      value: mine / node,
      goal: { kind: 'at most', value: 1.35 },
      detail: `${ms(mine)} against ${ms(node)}, of ${taken.get(name)?.length}; a host stands by`,
    }
  }
}
