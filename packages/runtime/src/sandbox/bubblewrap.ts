/** Confines by Linux's namespaces, through bubblewrap: everything is absent that is not named. */
import { mkdirSync } from 'node:fs'
import { arch, totalmem } from 'node:os'
import type { ConfinementLimits } from '@sigma/engine'
import { findProgram } from '../process/program.ts'
import { filterFor } from './filter.ts'
import { createHomePlaces } from './home-places.ts'
import { placesOfEntry, placesOfFile, placesOnPath } from './installations.ts'
import { type Mount, mountsOf } from './mounts.ts'
import { type OpenNetwork, openNetwork } from './network/open-network.ts'
import { hold, holdable, letGo } from './placeholders.ts'
import { homeOf, type LaunchRequest, readsOf, type Sandbox, type SandboxSpec } from './sandbox.ts'
import { type SystemPlace, systemPlaces } from './system-places.ts'

export interface Bubblewrap {
  /** Of `bwrap`. */
  readonly file: string
  readonly version: string
}

export function bubblewrapSandbox({ file, version }: Bubblewrap, spec: SandboxSpec): Sandbox {
  const system = systemPlaces()
  const filter = filterFor(arch())
  const home = homeOf(spec)
  const homePlaces = createHomePlaces()
  // By folder: each checkout has a PATH of its own, of which most is everybody's.
  const onPath = new Map<string, readonly string[]>()
  const placesOf = (entry: string): readonly string[] => {
    const places = onPath.get(entry) ?? placesOfEntry(entry, home)
    onPath.set(entry, places)
    return places
  }
  const opened = (request: LaunchRequest): readonly string[] => {
    const reads = readsOf(request, spec, (path) => placesOnPath(path, home, placesOf))
    return reads.filter((path) => !system.some((place) => place.path === path))
  }

  return {
    standing: { confined: true, by: `bubblewrap ${version}`, why: null },
    launch: async (request) => {
      const { command, cwd, env, confined } = request
      const { limits, hosts } = confined
      if (confined.home !== undefined) mkdirSync(confined.home.folder, { recursive: true, mode: 0o700 })
      // A caller that wants to hear of refusals gets a proxy, which refuses, also where nothing is opened.
      const isSilent = hosts.length === 0 && request.onRefused === undefined
      const network = isSilent ? null : await networkFor(request, spec)
      const ways = network === null ? [] : [network.folder, ...placesOfFile(network.program, home)]
      const protects = holdable(confined.protects)
      const held = hold(protects)
      const mounts = mountsOf({
        ...confined,
        reads: [...opened(request), ...ways],
        protects,
        hidden: spec.hidden,
        home: confined.home === undefined || confined.home.at === '/' ? null : confined.home,
      })
      const leaveHome =
        confined.home === undefined
          ? null
          : homePlaces.enter(
              confined.home,
              mounts.map(({ at }) => at),
            )
      const parameters = [
        ...namespaces,
        ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev'],
        ...['--perms', '1777', '--size', roomOf(limits), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
        ...['--perms', '1777', '--size', roomOf(limits), '--tmpfs', '/tmp', '--symlink', '../tmp', '/var/tmp'],
        ...system.flatMap(shown),
        ...mounts.flatMap(mounted),
        ...['--remount-ro', '/', '--chdir', cwd],
      ]
      return {
        command: (descriptors) => [
          ...[file, ...parameters],
          ...(filter === null ? [] : ['--seccomp', String(descriptors)]),
          ...['--info-fd', String(descriptors + (filter === null ? 0 : 1))],
          ...['--', ...bounds(limits)],
          ...(network === null ? command : network.around(command, descriptors)),
        ],
        env,
        filter,
        tells: true,
        release: async () => {
          letGo(held)
          leaveHome?.()
          await network?.[Symbol.asyncDispose]()
        },
      }
    },
  }
}

const networkFor = ({ confined, onRefused }: LaunchRequest, { environment }: SandboxSpec): Promise<OpenNetwork> =>
  openNetwork({
    hosts: confined.hosts,
    environment,
    refused: ({ target, why }) => onRefused?.(target, why),
  })

/** `--die-with-parent` takes all that runs there with it: the namespace of processes ends with its first. */
const namespaces: readonly string[] = [
  ...['--unshare-user', '--disable-userns', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--unshare-net', '--new-session', '--die-with-parent', '--cap-drop', 'ALL'],
]

const shown = (place: SystemPlace): readonly string[] =>
  place.kind === 'link' ? ['--symlink', place.target, place.path] : ['--ro-bind-try', place.path, place.path]

function mounted({ kind, at, from }: Mount): readonly string[] {
  switch (kind) {
    case 'read':
      return ['--ro-bind', from, at]
    case 'write':
      return ['--bind', from, at]
    case 'hide':
      return ['--tmpfs', at, '--remount-ro', at]
  }
}

/** The size of each of the two places in memory: half of the smaller bound, for their content counts as memory and as written. */
function roomOf({ diskBytes, memoryBytes }: ConfinementLimits): string {
  const bounds = [diskBytes ?? Number.POSITIVE_INFINITY, memoryBytes ?? Number.POSITIVE_INFINITY, totalmem()]
  return String(Math.floor(Math.min(...bounds) / 2))
}

/** Within its own namespace of users the kernel counts a user's processes apart from all others, root's excepted. */
function bounds({ processes, diskBytes }: ConfinementLimits): readonly string[] {
  const prlimit = findProgram('prlimit', '/', '/usr/bin:/bin')
  if (prlimit.kind === 'missing') return []
  const limits = [
    '--core=0',
    ...(processes === null ? [] : [`--nproc=${processes}:${processes}`]),
    ...(diskBytes === null ? [] : [`--fsize=${diskBytes}:${diskBytes}`]),
  ]
  return [prlimit.file, ...limits, '--']
}
