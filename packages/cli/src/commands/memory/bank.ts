import { SigmaError } from '@sigma/engine'
import { isForeignBank, type Marked, markBank } from '@sigma/engine/projecting'
import { type Bank, type BankFile, isDraft, slotNamed } from '@sigma/memory'
import { lyingBank, typingIn } from '../../bank/lying-bank.ts'
import type { ExitCode } from '../../errors.ts'
import { openProject } from '../../project/project.ts'
import { rebuilding } from '../../project/rebuilding.ts'
import { columns } from '../../render/columns.ts'
import { print, printJson, talk } from '../../world.ts'
import { command } from '../command.ts'
import { jsonFlag, optional, toggle, word } from '../flags.ts'

export const memoryBankCommand = command({
  brief: 'Show the slots and modules of the memory bank',
  about:
    'Shows which file is which slot of the memory bank, and what documents its modules have; with a slot (σ₅, 5 or progress) the text of that one. A bank that was not laid by sigma init is read as it is, and Sigma writes nothing into it, until --mark adds the marks between which Sigma keeps activeContext.md and progress.md current.',
  flags: { mark: toggle('Add Sigma’s marks to activeContext.md and progress.md'), json: jsonFlag },
  takes: [optional(word('Slot, e.g. σ₅; without it all of them', 'slot'))],
  plays: async ({ world }, { mark, json }, typed): Promise<ExitCode> => {
    const project = await openProject(world, 'sigma memory bank')
    const { shown, path, place, bank } = lyingBank(project)
    if (typed !== undefined) {
      const file = fileOf(bank, typed)
      if (json) printJson(world, { schema: 1, ...file })
      else if (file.kind === 'file') print(world, file.text.replace(/\n$/, ''))
      else throw noText(shown, file, typingIn(world.cwd, place.folder).file(file.path))
      return file.kind === 'file' ? 0 : 1
    }
    const marked = mark ? markBank(project, path) : []
    if (mark) await rebuilding(world, project, false)
    for (const { note } of marked) if (note !== null) talk(world, `warning: ${note}`)
    const foreign = isForeignBank(place.folder)
    if (json) printJson(world, { schema: 1, bank: shown, ...dataOf(bank), foreign, marked })
    else print(world, [...bankLines(shown, bank), ...markedLines(marked), ...(foreign ? [foreignText] : [])].join('\n'))
    return marked.some(({ change }) => change === 'failed') ? 1 : 0
  },
})

const foreignText =
  'It was not laid by Sigma, which reads it and writes nothing into it.\nhint: sigma memory bank --mark'

/** `typed`: the file as it has to be typed in a shell. */
const noText = (shown: string, file: Exclude<BankFile, { kind: 'file' }>, typed: string): SigmaError =>
  file.kind === 'missing'
    ? new SigmaError('slot-missing', `There is no ${shown}/${file.path}.`, { hint: 'sigma init --bank' })
    : new SigmaError('slot-unreadable', `${shown}/${file.path} ${file.why}.`, { hint: `ls -la ${typed}` })

/** A slot by its sign, its number or its name. Fails with `unknown-slot`. */
function fileOf({ slots }: Bank, typed: string): BankFile {
  const named = slots.find(({ slot }) => slot.name === typed.toLowerCase())
  if (named !== undefined) return named.file
  const digits = typed.replace(/^σ/u, '')
  const symbol = /^[1-5]$/.test(digits) ? `σ${String.fromCodePoint(0x2080 + Number(digits))}` : typed
  const slot = slotNamed(symbol)
  return slots.find((each) => each.slot.symbol === slot.symbol)?.file ?? { kind: 'missing', path: slot.file }
}

function bankLines(shown: string, { slots, legend, modules }: Bank): readonly string[] {
  const rows = [
    ...slots.map(({ slot, file }) => [`${slot.symbol} ${slot.name}`, `${shown}/${file.path}`, standing(file)]),
    ['signs', `${shown}/${legend.path}`, standing(legend)],
    ...modules.map(({ name, design, plan }) => [
      'module',
      `${shown}/modules/${name}`,
      `design ${standing(design)}, plan ${standing(plan)}`,
    ]),
  ]
  return columns(rows)
}

function standing(file: BankFile): string {
  if (file.kind === 'missing') return 'missing'
  if (file.kind === 'unreadable') return file.why
  return isDraft(file.text) ? 'drafted, not looked at' : 'there'
}

const markedLines = (marked: readonly Marked[]): readonly string[] =>
  marked.flatMap(({ path, change }) => (change === 'made' || change === 'added' ? [`marked ${path}`] : []))

const dataOf = ({ slots, legend, modules }: Bank): object => ({
  slots: slots.map(({ slot, file }) => ({
    symbol: slot.symbol,
    name: slot.name,
    file: file.path,
    standing: standing(file),
  })),
  legend: { file: legend.path, standing: standing(legend) },
  modules: modules.map(({ name, design, plan }) => ({ name, design: standing(design), plan: standing(plan) })),
})
