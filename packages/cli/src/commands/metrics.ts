import { nearest, SigmaError } from '@sigma/engine'
import { metricsOf } from '../metrics/metrics.ts'
import { metricsText } from '../metrics/metrics-text.ts'
import { prometheusText } from '../metrics/prometheus.ts'
import { locate } from '../project/place.ts'
import { beginLine } from '../runs/begin-line.ts'
import { readerOf } from '../runs/reader.ts'
import { print, printJson } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, someRun, toggle } from './flags.ts'

export const metricsCommand = command({
  brief: 'Show what the runs came to in numbers',
  about:
    'Shows, for each protocol, how many runs were accepted, their rounds, agent calls, how often turns failed and gates refused, regressions, coverage, and how long turns of each phase took. It reads the journal and changes nothing.',
  flags: { json: jsonFlag, prometheus: toggle('Print the text form of Prometheus') },
  takes: [someRun('Module; without it the whole project', 'module')],
  plays: ({ world }, { json, prometheus }, module) => {
    if (json && prometheus)
      throw new SigmaError('wrong-command-line', 'Metrics are printed as JSON or for Prometheus, not as both.', {
        hint: 'sigma metrics --json',
      })
    using reader = readerOf(locate(world).folder)
    const subject = module ?? null
    const metrics = reader === null ? [] : metricsOf(reader, subject)
    if (subject !== null && metrics.length === 0) {
      const known = reader === null ? [] : [...new Set(reader.runs().flatMap((run) => run.subject ?? []))]
      const near = nearest(subject, known)
      throw new SigmaError(
        'no-such-module',
        `No run is about "${subject}"${near === null ? '.' : `; did you mean "${near}"?`}`,
        { hint: near === null ? 'sigma metrics' : `sigma metrics ${near}` },
      )
    }
    if (json) printJson(world, { schema: 1, module: subject, protocols: metrics })
    else if (prometheus) print(world, prometheusText(metrics, subject))
    else print(world, metrics.length === 0 ? `No run yet. Begin one: ${beginLine()}` : metricsText(metrics))
    return 0
  },
})
