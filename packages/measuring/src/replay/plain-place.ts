/** Where source is laid that shall not learn from its path that Sigma judges it. */
import { constants } from 'node:fs'
import { access, mkdtemp, realpath } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder whose path has as little as possible in common with that one: folders for temporary files may be of Sigma's own. */
export async function plainPlace(unlike: string, among = [tmpdir(), '/tmp', '/var/tmp', homedir()]): Promise<string> {
  const names = new Set(unlike.split('/').filter((each) => each !== ''))
  const shared = (path: string): number => path.split('/').filter((each) => names.has(each)).length
  const usable = await Promise.all(
    among.map(async (path) => {
      const isOpen = await access(path, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      )
      return isOpen ? [await realpath(path)] : []
    }),
  )
  const [least = tmpdir()] = usable.flat().toSorted((a, b) => shared(a) - shared(b))
  return await realpath(await mkdtemp(join(least, 'app-')))
}
