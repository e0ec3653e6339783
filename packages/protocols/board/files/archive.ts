/**
 * The boards of a store as `.plasmodium/` needs them: folded once, then kept up to date event by event. Of a board that
 * goes on only the files are given that differ from those given last, so that work on one task writes no file of another
 * (ROOM-29), and a long discussion costs no more than a short one.
 */
import { relative } from 'node:path'
import type { Registered } from '@sigma/engine'
import type { Archive, JournalReader, Parcel } from '@sigma/engine/projecting'
import { literal } from '../../writing/own-places.ts'
import { pagesOf } from '../../writing/pages.ts'
import { boardInputSchema } from '../machine/input.ts'
import { after, beginning } from '../minutes/folding.ts'
import type { Minutes } from '../minutes/minutes.ts'
import { plasmodium } from './places.ts'
import { agentsFile, clearedFiles, configFile, logFile, phaseFiles, taskFiles } from './tree.ts'

export interface BoardArchive extends Archive {
  /** All boards that can be read, oldest first. */
  boards(): readonly Minutes[]
}

export function archiveOf(reader: JournalReader, protocols: readonly Registered[]): BoardArchive {
  // Written a little later as long as the board goes on, also while nobody is at work: whoever posts waits for no file.
  const isQuiet = ({ end }: Minutes): boolean => end !== null
  const pages = pagesOf(reader, protocols, { protocol: 'board', input: boardInputSchema, beginning, after, isQuiet })
  /** What was given last, by what it is of. */
  const given = new Map<string, unknown>()
  const boards = (): readonly Minutes[] => pages.all().map((page) => pages.course(page))

  /** Nothing where it is what was given last; `mark` is the same object or value as long as nothing changed. */
  function parcel(of: string, mark: unknown, files: Parcel['files']): readonly Parcel[] {
    if (given.has(of) && given.get(of) === mark) return []
    const giving = (): ReturnType<Parcel['files']> => {
      const made = files()
      given.set(of, mark)
      return made
    }
    return [{ of, files: giving }]
  }

  function parcelsOf(minutes: Minutes, isNewest: boolean): readonly Parcel[] {
    const { run, board, tasks, agents, end, input, roster } = minutes
    const common = isNewest
      ? [
          ...parcel('the configuration of the board', input, () => [configFile(input)]),
          ...parcel('the agents of the board', `${run} ${roster}`, () => [agentsFile(minutes)]),
        ]
      : []
    if (end?.isReset === true) return [...parcel(run, end, () => clearedFiles(minutes)), ...common]
    return [
      ...common,
      ...[...tasks.values()].flatMap((task) => {
        const stands = board.tasks[task.id]
        if (given.has(task.id) && given.get(task.id) === stands) return []
        const phases = task.phases.flatMap((phase, at) =>
          parcel(phase.id, stands?.phases[at], () => phaseFiles(minutes, phase)),
        )
        return [...phases, ...parcel(task.id, stands, () => taskFiles(minutes, task))]
      }),
      ...[...agents.values()].flatMap((agent) =>
        parcel(`the log of ${agent.name}`, agent.log.length, () => [logFile(agent)]),
      ),
    ]
  }

  return {
    take: pages.take,
    notes: pages.notes,
    isQuiet: pages.isQuiet,
    subjects: () => (pages.all().length === 0 ? [] : ['board']),
    subjectOf: (run) => (pages.page(run) === null ? null : 'board'),
    parcels: () => {
      const all = boards()
      return all.flatMap((minutes, at) => parcelsOf(minutes, at === all.length - 1))
    },
    regions: () => [],
    latest: () => [],
    ownPlaces: ({ root, top }) => {
      const folder = literal([relative(top, root).replaceAll('\\', '/'), plasmodium].filter(Boolean).join('/'))
      return { globs: [`${folder}/**`], regions: new Map() }
    },
    boards,
  }
}
