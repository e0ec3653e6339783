/**
 * Confines on macOS by `sandbox-exec`. Written by its documentation and not yet tried on such a machine: it names itself
 * `unverified` wherever it is shown.
 */
import { findProgram } from '../process/program.ts'
import { real } from './installations.ts'
import { targetOf } from './network/hosts.ts'
import { isOwn } from './network/open-network.ts'
import { type LaunchRequest, readsOf, type Sandbox, type SandboxSpec } from './sandbox.ts'

const systemReads = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library',
  '/opt',
  '/private/etc/ssl',
  '/private/var/db',
  '/dev',
]

/** A sentence: why there is none. */
export function seatbeltSandbox(spec: SandboxSpec): Sandbox | string {
  const program = findProgram('sandbox-exec', '/', '/usr/bin')
  if (program.kind === 'missing') return 'The program sandbox-exec was not found.'
  return {
    standing: { confined: true, by: 'sandbox-exec, unverified', why: null },
    launch: async (request) => ({
      command: () => [program.file, '-p', seatbeltProfile(request, spec), ...request.command],
      env: { ...request.env, ...(request.confined.home === undefined ? {} : { HOME: request.confined.home.folder }) },
      filter: null,
      tells: false,
      release: async () => {},
    }),
  }
}

/** The profile in the language of Apple's sandbox, where a later rule wins over those before it. */
export function seatbeltProfile(request: LaunchRequest, spec: SandboxSpec): string {
  const { confined } = request
  const home = confined.home === undefined ? [] : [confined.home.folder]
  const writes = [...confined.writes, ...home]
  const reads = [...systemReads, ...readsOf(request, spec)]
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork sysctl-read mach-lookup)',
    '(allow signal (target same-sandbox))',
    '(allow file-read-metadata)',
    '(allow file-read* (literal "/"))',
    ...reads.flatMap(bothNames).map((path) => `(allow file-read* (subpath ${quoted(path)}))`),
    ...writes.flatMap(bothNames).map((path) => `(allow file-read* file-write* (subpath ${quoted(path)}))`),
    ...['/dev/null', '/dev/zero', '/dev/tty'].map((path) => `(allow file-write* (literal ${quoted(path)}))`),
    ...confined.protects.flatMap(bothNames).map((path) => `(deny file-write* (subpath ${quoted(path)}))`),
    ...spec.hidden.flatMap(bothNames).map((path) => `(deny file-read* file-write* (subpath ${quoted(path)}))`),
    ...(confined.hosts.every(isOfMachine) ? ['(allow network* (local ip "localhost:*"))'] : ['(allow network*)']),
  ].join('\n')
}

/** True: this machine. The loopback is open to all that runs on macOS; ports cannot be told apart there. */
function isOfMachine(host: string): boolean {
  const target = targetOf(host)
  return target !== null && isOwn(target)
}

const bothNames = (path: string): readonly string[] => [...new Set([path, real(path)])]

const quoted = (path: string): string => `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
