import type { BankFinding } from '@sigma/memory'
import { bankFindings, lyingBank } from '../../bank/lying-bank.ts'
import { openProject } from '../../project/project.ts'
import { counted } from '../../render/columns.ts'
import { readerOf } from '../../runs/reader.ts'
import { print, printJson } from '../../world.ts'
import { command } from '../command.ts'
import { jsonFlag } from '../flags.ts'

export const memoryCheckCommand = command({
  brief: 'Check that the memory bank holds together',
  about:
    'Reads the memory bank and names, with file and line, what does not hold together: references such as [↗️σ₂:R3] that lead nowhere, slots that no bank has, files that are missing, unreadable or there twice, sections with one number, marks of Sigma’s that do not belong together, plans without a design, and modules that progress.md calls done where no run of theirs was completed. It changes nothing. Exit code 2 where something is wrong.',
  flags: { json: jsonFlag },
  plays: async ({ world }, { json }) => {
    const project = await openProject(world, 'sigma memory check')
    const lying = lyingBank(project)
    using reader = readerOf(project.folder)
    const findings = bankFindings(lying, reader, world.cwd)
    const { shown, bank } = lying
    if (json)
      printJson(world, {
        schema: 1,
        bank: shown,
        holds: findings.length === 0,
        findings: findings.map((finding) => ({ ...finding, file: `${shown}/${finding.file}` })),
      })
    else if (findings.length > 0) print(world, findingsText(shown, findings))
    else
      print(
        world,
        `${shown} holds together: ${counted(bank.slots.length, 'slot')}, ${counted(bank.modules.length, 'module')}.`,
      )
    return findings.length === 0 ? 0 : 2
  },
})

function findingsText(shown: string, findings: readonly BankFinding[]): string {
  const lines = findings.flatMap(({ rule, file, line, message, hint }) => [
    `${shown}/${file}${line === null ? '' : `:${line}`}: ${rule}: ${message}`,
    `  hint: ${hint}`,
  ])
  return [...lines, `${counted(findings.length, 'finding')} in ${shown}.`].join('\n')
}
