import { openProject } from '../project/project.ts'
import { rebuilding } from '../project/rebuilding.ts'
import { columns, counted } from '../render/columns.ts'
import { print, printJson, talk } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, toggle } from './flags.ts'

export const projectCommand = command({
  brief: 'Write the files that Sigma keeps anew, from the journal',
  about:
    'Writes the files that Sigma keeps in the project anew, from the journal: events.log and reports below .claude-collective/, work directories, the rooms in .plasmodium/, and Sigma’s part of activeContext.md and progress.md in the memory bank. Tells what it wrote, and what somebody else had changed where only Sigma writes; such text is kept in .sigma/drift/.',
  flags: { check: toggle('Write nothing; exit code 2 when a file is not as it should be'), json: jsonFlag },
  plays: async ({ world }, { check, json }) => {
    const place = await openProject(world, 'sigma project')
    const rebuilt = await rebuilding(world, place, check)
    const changed = rebuilt.files.filter(({ change }) => change !== 'none')
    const drift = rebuilt.files.filter((file) => file.drift).map(({ path }) => path)
    const notes = [...rebuilt.notes, ...rebuilt.files.flatMap((file) => file.notes)]
    for (const note of notes) talk(world, `warning: ${note}`)
    for (const bank of rebuilt.foreign) talk(world, foreignBank(bank))
    const differs = changed.length > 0 || notes.length > 0
    if (json) {
      const files = rebuilt.files.map(({ path, change }) => ({ path, change }))
      printJson(world, { checked: check, same: !differs, files, drift, notes, foreign: rebuilt.foreign })
    } else if (changed.length > 0)
      print(world, columns(changed.map(({ path, change }) => [did(check, change), path])).join('\n'))
    else print(world, `${counted(rebuilt.files.length, 'file')}, all as the journal has them.`)
    return check && differs ? 2 : 0
  },
})

const foreignBank = (folder: string): string =>
  `${folder} was not laid by Sigma, so it is read and not written.\nhint: sigma memory bank --mark`

const words = {
  made: ['wrote', 'missing'],
  completed: ['completed', 'incomplete'],
  replaced: ['replaced', 'differs'],
  removed: ['removed', 'left over'],
  failed: ['not written', 'not readable'],
  none: ['', ''],
} as const

const did = (check: boolean, change: keyof typeof words): string => words[change][check ? 1 : 0]
