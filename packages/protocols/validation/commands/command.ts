/** `sigma validate [change]`. */
import type { KitCommand } from '@sigma/engine'
import { fixer } from '../machine/places.ts'

export const validateCommand: KitCommand = {
  name: 'validate',
  brief: 'Have a change checked, fixed, and checked again',
  description:
    "Has specialists check a change, one after another: the tests, their coverage, the project’s own checks, and what the configuration names besides. What they find the fixer mends, and they check again, until all pass on the same tree or a person decides; the fixes are the branch sigma/<run>. The change is a branch, a commit, a range such as main..work, or an issue: '#42' is the one branch that has the number in its name. With --working-tree it is what stands here, committed or not. With --ci nothing is fixed and nobody is asked: exit code 0 where all pass, 2 where not.",
  flags: {
    specialist: { kind: 'texts', brief: 'Only this one checks (again: this one too)', placeholder: 'name' },
    issue: {
      kind: 'number',
      brief: 'Number of the issue that messages name (the run’s own)',
      placeholder: 'n',
      least: 1,
      most: 1_000_000_000,
    },
    ci: { kind: 'boolean', brief: 'Report alone: fix nothing, ask nobody' },
  },
  does: {
    kind: 'begins',
    argument: {
      brief: 'Branch, commit, range, or issue as #42; without it HEAD',
      placeholder: 'change',
      read: changeName,
      propose: () => [],
      otherwise: 'HEAD',
      names: 'change',
    },
    needs: (_subject, flags) => (flags['ci'] === true ? [] : [fixer]),
    reports: (flags) => flags['ci'] === true,
    keeps: {
      flags: ['specialist', 'issue', 'ci'],
      called: 'the specialists and what becomes of their findings',
      isStrict: true,
    },
    load: async () => (await import('./begin.ts')).begin,
  },
}

function changeName(typed: string): string {
  const name = typed.trim().replace(/^issue #?(?=\d+$)/i, '#')
  if (name !== '' && name.length <= 300 && !name.startsWith('-') && !/[\p{Cc}\s]/u.test(name)) return name
  throw new Error("a change is a branch, a commit, an issue such as '#42', or a range such as main..work.")
}
