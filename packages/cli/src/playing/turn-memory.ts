/** The memory of a turn's dialogue as tools, and what came before it: none where the turn belongs to no dialogue. */
import { resolve } from 'node:path'
import type { Kit, Opening } from '@sigma/engine'
import { contextTool, sessionTools } from '@sigma/mcp'
import { sessionDesk, turnContext } from '@sigma/memory'
import type { SecretKeeper } from '@sigma/runtime'
import type { OpenTools } from '../live/tools.ts'
import { bankFiles } from './bank-files.ts'

export interface TurnMemorySpec {
  readonly kits: readonly Kit[]
  readonly host: Pick<Opening, 'reader' | 'capabilities' | 'note'>
  readonly root: string
  /** Folder of the memory bank, from there. */
  readonly memoryBank: string
  /** Of what a turn is told at a time, in bytes. */
  readonly most: number
  readonly secrets: Pick<SecretKeeper, 'text'>
}

export function turnMemory({ kits, host, root, memoryBank, most, secrets }: TurnMemorySpec): OpenTools {
  const desk = sessionDesk(kits, host)
  const bank = resolve(root, memoryBank)
  return ({ run, token }) => {
    const memory = desk.turn(token)
    const attempt = host.capabilities.claims(token)?.attempt ?? null
    const turn = attempt === null ? null : desk.asked(run, attempt)
    if (memory === null || turn === null) return []
    const { ask } = turn
    const read = () => {
      const files = bankFiles(root, bank, ask.brief.subject)
      const clean = files.map((file) => ({ ...file, text: secrets.text(file.text) }))
      return turnContext({ reader: host.reader, kits, run, ask, bank: clean, most })
    }
    return [...sessionTools(memory), contextTool(read)]
  }
}
