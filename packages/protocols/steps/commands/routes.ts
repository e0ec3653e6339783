/** `sigma routes`: the routes that can be followed (EXE-25, EXE-88). */
import type { Conversation, Conversing, Told } from '@sigma/engine'
import { routes } from '../machine/built-in.ts'
import { protocolPlace } from '../machine/paths.ts'
import { ownNames } from '../own/folders.ts'

/** Those that come with Sigma, then the project's own. One that nobody confirmed is none: not even its name is told, which a repository chose. */
export async function listRoutes({ premises }: Pick<Conversing, 'premises'>): Promise<Conversation> {
  const own = ownNames(premises.root)
  const confirmed = own.length === 0 ? new Set<string>() : await premises.confirmedFolders()
  const followed = own.filter((folder) => confirmed.has(protocolPlace({ folder })))
  const listed = [...routes, ...followed]
  const left = own.length - followed.length
  const count = left === 1 ? '1 protocol of the project is' : `${left} protocols of the project are`
  const told: Told = {
    text: listed.join('\n'),
    data: listed,
    notes: left === 0 ? [] : [`${count} no route before you have confirmed what lies there.\nhint: sigma trust`],
    exit: 0,
  }
  return { call: null, told: () => told, refused: () => told }
}
