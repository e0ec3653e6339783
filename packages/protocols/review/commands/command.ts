/** `sigma review <module>`. */
import type { KitCommand } from '@sigma/engine'
import { moduleName } from '../../modules/module-name.ts'
import { plannedModules } from '../../modules/planned-modules.ts'

export const reviewCommand: KitCommand = {
  name: 'review',
  brief: 'Have a built module reviewed',
  description:
    'Reviews what the newest TDD run of a module ended with: Sigma looks at the project’s own checks, at plan, files and tests, at the interfaces of the design, and at which tests use them; then a reviewer is asked, who changes nothing. The report is review.json and review.md in .claude-collective/metrics/sigma/<module>/. Exit code 0 where both find it good (VC, QP), 2 where not (DF, QF). With --json the summary is the one document on standard output.',
  flags: {},
  does: {
    kind: 'begins',
    argument: { brief: 'Module, e.g. auth', placeholder: 'module', read: moduleName, propose: plannedModules },
    keeps: { flags: [], called: 'all' },
    load: async () => (await import('./begin.ts')).begin,
    document: async () => (await import('../files/index.ts')).summaryDocument,
  },
}
