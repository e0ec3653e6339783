/** What holds in every state of a project run; the explorer looks at all of them. */
import type { Invariant } from '@sigma/protocol'
import { isBusy, isDone, nameOf, neededBy } from './lanes.ts'
import type { Building, Lane, ProjectState } from './state.ts'

const whileBuilding = (name: string, holds: (state: Building) => boolean): Invariant<ProjectState> => ({
  name,
  holds: (state) => state.kind !== 'building' || holds(state),
})

const ofEach = (name: string, holds: (lane: Lane, at: number, state: Building) => boolean): Invariant<ProjectState> =>
  whileBuilding(name, (state) => state.lanes.every((lane, at) => holds(lane, at, state)))

const standsIn = (stage: 'tdd' | 'review', { stand }: Lane): boolean =>
  (stand.kind === 'working' && stand.stage === stage) || (stand.kind === 'deciding' && stand.back === stage)

export const invariants: readonly Invariant<ProjectState>[] = [
  ofEach(
    'only what was planned is built, and only what was built is reviewed or integrated',
    (lane) =>
      (!standsIn('tdd', lane) || lane.planned !== null) &&
      ((!standsIn('review', lane) && lane.stand.kind !== 'queued' && lane.stand.kind !== 'integrated') ||
        (lane.built?.work ?? null) !== null),
  ),
  ofEach(
    'a module is begun when all that it needs is integrated, and from a commit that holds it',
    (lane, at, state) =>
      lane.start === null ||
      neededBy(state, at).every(
        (needed) =>
          isDone(needed) &&
          state.integrated.findIndex(({ name }) => name === nameOf(needed)) < (lane.start?.after ?? 0),
      ),
  ),
  ofEach(
    'whatever is integrated is in the trunk once, and nothing else is',
    (lane, _, { integrated }) =>
      integrated.filter(({ name }) => name === nameOf(lane)).length === (lane.stand.kind === 'integrated' ? 1 : 0),
  ),
  ofEach(
    'what waits to be integrated stands in the queue once, and nothing else does',
    (lane, at, { queue }) => queue.filter((each) => each === at).length === (lane.stand.kind === 'queued' ? 1 : 0),
  ),
  whileBuilding(
    'one integration is under way wherever one is to be, and never two',
    ({ joining, queue }) => (joining !== null) === queue.length > 0,
  ),
  whileBuilding(
    'no more modules are worked on than may be',
    ({ lanes, input }) => lanes.filter(isBusy).length <= input.atOnce,
  ),
  whileBuilding('something is open', ({ lanes, joining }) => joining !== null || lanes.some(isBusy)),
  whileBuilding(
    'what was merged was measured',
    ({ integrated, trunk }) => trunk.commit === (integrated.at(-1)?.after.commit ?? trunk.commit),
  ),
  {
    name: 'nothing is told as done that is not integrated, and no run as completed of which something is not done',
    holds: (state) =>
      state.kind !== 'over' ||
      (state.stands.every(({ module, stands }) => stands !== 'done' || state.integrated.includes(module)) &&
        (state.outcome !== 'completed' || state.stands.every(({ stands }) => stands === 'done'))),
  },
  whileBuilding(
    'nobody merges by hand while the module may be built again',
    ({ joining, lanes, queue }) => joining === null || !('merge' in joining) || lanes[queue[0] ?? -1]?.returns === 0,
  ),
]
