/** Metrics in the text form of Prometheus (SIG-102). */
import type { ProtocolMetrics } from './metrics.ts'

type Labels = Readonly<Record<string, string>>

interface Sample {
  readonly labels: Labels
  readonly value: number
}

interface Family {
  readonly name: string
  readonly help: string
  readonly samples: readonly Sample[]
}

export function prometheusText(metrics: readonly ProtocolMetrics[], subject: string | null): string {
  return familiesOf(metrics, subject === null ? {} : { module: subject })
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, samples }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples.map((sample) => lineOf(name, sample))].join('\n'),
    )
    .join('\n')
}

function familiesOf(metrics: readonly ProtocolMetrics[], shared: Labels): readonly Family[] {
  /** One sample a protocol, none where there is no such number. */
  const one = (name: string, help: string, of: (row: ProtocolMetrics) => number | null): Family => ({
    name: `sigma_${name}`,
    help,
    samples: metrics.flatMap((row) => {
      const value = of(row)
      return value === null ? [] : [{ labels: { protocol: row.protocol, ...shared }, value }]
    }),
  })
  const many = (name: string, help: string, of: (row: ProtocolMetrics) => readonly Sample[]): Family => ({
    name: `sigma_${name}`,
    help,
    samples: metrics.flatMap((row) =>
      of(row).map(({ labels, value }) => ({ labels: { protocol: row.protocol, ...shared, ...labels }, value })),
    ),
  })
  return [
    many('runs', 'Runs by outcome; open: not ended.', ({ outcomes, running }) => [
      ...Object.entries(outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
      { labels: { outcome: 'open' }, value: running },
    ]),
    one('acceptance_rate', 'Completed runs of those that ended.', (row) => row.acceptanceRate),
    one('rounds_avg', 'Rounds of a run on average.', (row) => row.rounds?.avg ?? null),
    one('rounds_max', 'Most rounds of a run.', (row) => row.rounds?.most ?? null),
    one('agent_calls', 'Turns of agents that began.', (row) => row.agentCalls),
    one('failure_rate', 'Turns that failed of those that are over.', (row) => row.failureRate),
    one('gate_judgements', 'Judgements of gates.', (row) => row.judged),
    one('gate_refusal_rate', 'Judgements that did not pass.', (row) => row.refusalRate),
    one('regressions', 'Judgements by which work broke what had worked.', (row) => row.regressions),
    many('coverage_percent', 'Coverage that was measured last in each run.', ({ coverage }) =>
      coverage === null
        ? []
        : (['min', 'avg'] as const).flatMap((over) =>
            Object.entries(coverage[over]).map(([dimension, value]) => ({ labels: { dimension, over }, value })),
          ),
    ),
    many('phase_seconds', 'How long turns of a phase took.', ({ phases }) =>
      phases.flatMap(({ phase, avgMs, mostMs }) => [
        { labels: { phase, over: 'avg' }, value: avgMs / 1000 },
        { labels: { phase, over: 'max' }, value: mostMs / 1000 },
      ]),
    ),
    many('phase_turns', 'Turns of a phase that are over.', ({ phases }) =>
      phases.map(({ phase, turns }) => ({ labels: { phase }, value: turns })),
    ),
  ]
}

function lineOf(name: string, { labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}{${pairs.join(',')}} ${value}`
}

const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
