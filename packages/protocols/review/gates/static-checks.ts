/** The project's own checks, each in a fresh checkout (SIG-47). What failed before the work is told, not held against it. */
import { all, type ChecksResult, cannotJudge, projectChecks, type Tools } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { Reviewed } from './reviewed.ts'
import type { Seen } from './seen.ts'

export async function staticChecks(tools: Tools, reviewed: Reviewed, signal: AbortSignal): Promise<Seen> {
  const { project, commit, base } = reviewed
  const commands = project.checks ?? []
  if (commands.length === 0) return { of: 'checks', reasons: all(), passes: 'None is configured.', by: [], told: [] }
  const { reasons, seen } = await projectChecks(
    tools,
    project,
    { commit, head: { commit: base, evidence: null } },
    signal,
  )
  const unable = seen.filter(({ stands }) => stands === 'cannot-run')
  const passing = seen.filter(({ stands }) => stands === 'passes').length
  return {
    of: 'checks',
    reasons: all(reasons, cannotJudge(...unable.map(cannotRun))),
    passes: `${passing} of ${seen.length} configured checks ${passing === 1 ? 'passes' : 'pass'}.`,
    by: seen.map((each) => ({ ...each })),
    told: seen.flatMap(({ command, stands, why }) =>
      stands === 'failed-before' || stands === 'unclear'
        ? [
            `\`${command}\` failed before the work already${why === null ? '' : `: ${why}`}; only what is new is refused.`,
          ]
        : [],
    ),
  }
}

const cannotRun = ({ command, why }: ChecksResult['seen'][number]): Finding => ({
  rule: 'check-cannot-run',
  message: `\`${command}\` cannot be run${why === null ? '' : `: ${why}`}.`,
  remedy: 'Install what it needs and resume; or take it out of `checks`, abort this review and begin another.',
})
