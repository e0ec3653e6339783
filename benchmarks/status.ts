/** `sigma status` of the release bundle, against starting Node at all. */
import { join } from 'node:path'
import { type Figure, inTurn, median, ms, type Scale } from './measure.ts'
import { beginProject, launcher, releaseIn, runNode } from './repository.ts'

export async function* status(folder: string, scale: Scale): AsyncGenerator<Figure> {
  const project = beginProject(folder)
  const sigma = join(releaseIn(folder), 'bin', 'sigma.js')
  runNode(project, [launcher, 'tdd', 'numbers'])
  for (let warm = 0; warm < 3; warm += 1) runNode(project, [sigma, 'status'])
  const taken = await inTurn(scale({ whole: 31, short: 1 }), {
    node: () => runNode(project, ['-e', '0']),
    status: () => runNode(project, [sigma, 'status']),
  })
  const [mine, node] = [median(taken('status')), median(taken('node'))]
  yield {
    name: 'sigma status, against node -e 0',
    value: mine / node,
    goal: { kind: 'at most', value: 1.35 },
    detail: `${ms(mine)} against ${ms(node)}, a project with one run`,
  }
}
