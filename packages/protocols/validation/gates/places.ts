/** Which file of the repository a report means by a name. */
import { posix } from 'node:path'

/** Empty: it is no name of a file within the repository. */
export function pathWithin(name: string): string {
  const path = posix.normalize(name.replaceAll('\\', '/').replace(/^file:\/+/, ''))
  return path === '.' || path.startsWith('/') || path.startsWith('../') || path === '..' ? '' : path
}

export interface Places {
  /** A name of a file, from where the command ran or from the top; empty: it is none within the repository. */
  path(name: string): string
  /** The committed file that is meant by a name that may be none, as `shop.TotalTest`; empty: none, or more than one. */
  file(name: string): string
}

/** `folder`: where the command ran, from the top. */
export function placesIn(files: ReadonlySet<string>, folder: string): Places {
  let stems: ReadonlyMap<string, string> | null = null
  const path = (name: string): string => {
    const within = pathWithin(posix.join(folder, name.replaceAll('\\', '/')))
    return files.has(within) ? within : pathWithin(name)
  }
  return {
    path,
    file: (name) => {
      const named = path(name)
      if (files.has(named)) return named
      if (!/^[\w$]+(?:\.[\w$]+)+$/.test(name)) return ''
      stems ??= stemsOf(files)
      const parts = name.split('.')
      return stems.get(parts.join('/')) ?? stems.get(parts.slice(0, -1).join('/')) ?? ''
    },
  }
}

/** Files of code by each end of their path without what their kind is called by; what more than one has is empty. */
function stemsOf(files: ReadonlySet<string>): ReadonlyMap<string, string> {
  const stems = new Map<string, string>()
  for (const file of files) {
    const parts = file.replace(/\.[^./]+$/, '').split('/')
    for (const at of parts.keys()) {
      const stem = parts.slice(at).join('/')
      stems.set(stem, stems.has(stem) ? '' : file)
    }
  }
  return stems
}
