/** The places of the system that every program needs; none is a secret or leads to something that runs. */
import { readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { look, lookAtLink, namesIn } from '../process/look.ts'

/** Read-only as they are; nothing of the machine's own state lies there. */
export const systemFolders: readonly string[] = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/nix/store',
  '/nix/var/nix/profiles',
  '/gnu/store',
  '/run/current-system/sw',
  '/home/linuxbrew/.linuxbrew',
]

/** Names in `/etc` that are shown: the rest may hold keys, passwords and tokens. Each is a mount, which takes time, so only files that programs read at run time are. */
const settings =
  /^(alternatives|crypto-policies|debian_version|fonts|group|host\.conf|hosts|java[\w.-]*|ld\.so\.cache|localtime|mime\.types|nsswitch\.conf|os-release|passwd|protocols|python[\w.]*|resolv\.conf|services|static|terminfo)$/

const certificates = [
  'ssl/certs',
  'ssl/openssl.cnf',
  'ssl/cert.pem',
  'pki/ca-trust',
  'pki/tls/certs',
  'pki/tls/cert.pem',
]

export type SystemPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

/** The places that exist here. A folder that is a link stays one, as `/bin` is on most systems. */
export function systemPlaces(): readonly SystemPlace[] {
  const etc = namesIn('/etc').filter((name) => settings.test(name))
  const paths = [...systemFolders, ...[...etc, ...certificates].map((name) => join('/etc', name))]
  return paths.flatMap((path): readonly SystemPlace[] => {
    const stat = lookAtLink(path)
    if (stat === undefined) return []
    if (stat.isSymbolicLink() && isSystems(path)) return [{ kind: 'link', path, target: readlinkSync(path) }]
    return look(path) === undefined ? [] : [{ kind: 'folder', path }]
  })
}

/** Links into what is there anyway stay links; others, e.g. into `/run`, are shown as what they lead to. */
function isSystems(path: string): boolean {
  try {
    const real = realpathSync(path)
    return real.startsWith('/usr/') || real === '/usr'
  } catch {
    return false
  }
}
