/** `sigma run` and `sigma fix`. */
import type { Flag, Kit, KitCommand } from '@sigma/engine'
import { designedModules } from '../../modules/designed-modules.ts'
import { profiles } from './settings.ts'

const profile = (usual: string): Flag => ({
  kind: 'choice',
  brief: `How much process: quick has no critic of the plan, strict has designs audited too (${usual})`,
  values: profiles,
})

const memoryBank: Flag = { kind: 'text', brief: 'Folder that holds the modules', placeholder: 'dir' }
const yes: Flag = { kind: 'boolean', brief: 'Accept the design beforehand; it is recorded as your word' }

/** `stages`: the kits whose runs these begin. */
export const projectCommands = (stages: readonly Kit[]): readonly KitCommand[] => [
  {
    name: 'run',
    brief: 'From a wish or a design to a reviewed branch',
    description:
      'Takes a module from its design to a reviewed branch: planned, built test first, reviewed. Without a module all that have a design: side by side where the architecture says that they need nothing of one another. With a wish in a sentence ("add rate limiting to the API") the repository is explored first and the design drafted, and you accept it before anything is built. The result is the branch sigma/<run>.',
    flags: { profile: profile('standard'), yes, memoryBank },
    does: {
      kind: 'begins',
      argument: {
        brief: 'A module, or a wish in a sentence; without it every module that has a design',
        placeholder: 'module|wish',
        read: String,
        otherwise: '',
        sentence: 'wish',
        propose: designedModules,
      },
      needs: (subject, given) => needed(stages, subject, given),
      keeps: { flags: ['profile', 'yes'], called: 'the profile, and who accepts the design' },
      load: async () => {
        const { makersOf, runsWith } = await import('./begin.ts')
        return runsWith(await makersOf(stages))
      },
    },
  },
  {
    name: 'fix',
    brief: 'Have a bug reproduced by a test, and mended',
    description:
      'Has a bug reproduced by a test that fails on today’s code, then mended until it passes, and reviewed. What does not reproduce ends as not reproduced, with what was tried, and nothing is changed. The result is the branch sigma/<run>.',
    flags: { profile: profile('quick'), yes, memoryBank },
    does: {
      kind: 'begins',
      argument: {
        brief: 'What is wrong: a sentence, a file, or - for standard input',
        placeholder: 'report',
        read: String,
        sentence: 'report',
        propose: () => [],
      },
      needs: (subject, given) => needed(stages, subject, given),
      keeps: { flags: ['profile', 'yes'], called: 'the profile, and who accepts the design' },
      load: async () => {
        const { fixesWith, makersOf } = await import('./begin.ts')
        return fixesWith(await makersOf(stages))
      },
    },
  },
]

/** Roles that take a turn in such a run, whoever has them; a quick one has no critic, and what is designed needs no designer. */
function needed(stages: readonly Kit[], subject: string, given: { readonly profile?: unknown }): readonly string[] {
  const roles = stages.filter(({ name }) => name !== 'design').flatMap((kit) => kit.roles)
  const isQuick = given.profile === 'quick'
  return [...new Set(roles)].filter((role) => subject === '' || !isQuick || role !== 'critic')
}
