/** Makes a design run of what lies in the memory bank, the configuration, earlier runs and the command line. */
import { join, relative, resolve } from 'node:path'
import { type Asked, type Beginning, friendlyWord, SigmaError, slugOf } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { moduleFolder, modulesFolder } from '../../modules/documents.ts'
import { documentMissing } from '../../modules/errors.ts'
import type { DesignInput } from '../machine/input.ts'
import { type Lying, lyingDesigns } from './lying.ts'
import { readFlags, readSettings, whole } from './settings.ts'
import { settingsIn } from './stage.ts'

/** Fails with `unknown-module`, `design-…`, `architecture-…`, `nothing-designed`. */
export function begin(asked: Asked): Beginning {
  const { place, subject, base, random } = asked
  const flags = readFlags(asked.flags)
  const { memoryBank } = readSettings(asked.config)
  const given = flags.memoryBank === undefined ? undefined : resolve(place.cwd, flags.memoryBank)
  const folder = modulesFolder(place.root, memoryBank, given)
  const { listed, read, ...lying } = lyingDesigns(asked, folder)
  const only = subject === whole ? null : subject
  const word = friendlyWord(random(6))
  const settings = settingsIn(asked)
  const { designer } = settings
  if (only !== null) requireModule(asked, folder, { only, listed, lying, designer })
  else if (listed === null && lying.modules.length === 0) throw nothingDesigned(relative(place.root, folder))
  const input: DesignInput = {
    ...settings,
    subject,
    base,
    wish: null,
    ...lying,
    // Without an architecture these are what is audited.
    modules: lying.modules.filter(({ module }) => listed !== null || only === null || module === only),
    only,
    audit: true,
    acceptance: 'critic',
    limits: { ...settings.limits, rounds: flags.rounds ?? settings.limits.rounds },
  }
  return {
    run: `design-${slugOf(subject, 'module')}-${word}`,
    input: jsonOf(input),
    summary: `${auditedText(input, listed)}, by ${designer ? 'agents' : 'you and the critic'}, in at most ${input.limits.rounds} rounds each`,
    read,
  }
}

interface Wanted {
  readonly only: string
  readonly listed: readonly string[] | null
  readonly lying: Pick<Lying, 'modules'>
  readonly designer: boolean
}

/** What is listed and not there yet, an agent designs, where there is one. */
function requireModule({ place }: Asked, modules: string, { only, listed, lying, designer }: Wanted): void {
  if (lying.modules.some(({ module }) => module === only)) return
  const isListed = listed?.includes(only) ?? false
  if (isListed && designer) return
  if (!isListed) moduleFolder({ place, modules, command: 'design' }, only)
  throw documentMissing('design', relative(place.root, join(modules, only, 'design.md')), only)
}

const nothingDesigned = (folder: string): SigmaError =>
  new SigmaError('nothing-designed', `There is no design in ${folder === '' ? '.' : folder}.`, {
    hint: 'sigma init --example <module>',
  })

function auditedText({ only, modules, known }: DesignInput, listed: readonly string[] | null): string {
  const names = only === null ? (listed ?? modules.map(({ module }) => module)) : [only]
  const before =
    known.length === 0 ? '' : `; ${known.length === 1 ? '1 text was' : `${known.length} texts were`} accepted before`
  return `${listed === null ? '' : 'the architecture, then '}${names.join(', ') || 'its modules'}${before}`
}
