/**
 * An entry of the change log: an agent writes it, Sigma looks whether it is there, a person is asked where it is not.
 *
 *     writing ──PC──▶ checking ──pass──▶ over
 *        ▲               │ fail
 *        ├───tries left──┘
 *        └──again── asking ◀── no tries left, any failure      asking ──abort──▶ over
 */
import {
  type Asked,
  type Beginning,
  type Effect,
  type Event,
  type Finding,
  failureCodes,
  friendlyWord,
  type GateKit,
  jsonOf,
  ownProtocol,
  type Protocol,
  type Step,
  z,
} from '@sigma/cli/protocol'

const input = z.object({
  version: z.string(),
  /** The commit that the run starts from. */
  base: z.string(),
  tries: z.int().min(1),
  turnMs: z.int().min(1),
})
type Input = z.infer<typeof input>

interface State {
  readonly kind: 'writing' | 'checking' | 'asking' | 'over'
  readonly input: Input
  /** The commit of what is written so far. */
  readonly head: string
  readonly left: number
}

function write(state: State, refused: readonly Finding[]): Step<State> {
  const { version, turnMs } = state.input
  const ask: Effect = {
    kind: 'ask',
    id: 'write',
    at: { unit: 'entry', step: 'write' },
    role: 'writer',
    phase: 'Write',
    brief: {
      type: 'changelog',
      purpose: `Write what is new in ${version}: a section "## ${version}" in CHANGELOG.md, with a line that begins with "- " for each change since the section before. Change nothing else.`,
      from: 'engine',
      subject: version,
      context: { version },
      documents: [],
      parameters: {},
      refused,
    },
    codes: ['PC'],
    writes: ['CHANGELOG.md'],
    workspace: 'entry',
    base: state.head,
    limitMs: turnMs,
    retry: [],
  }
  return { state: { ...state, kind: 'writing' }, effects: [ask] }
}

function check(state: State): Step<State> {
  const effect: Effect = {
    kind: 'check',
    id: 'entry',
    at: { unit: 'entry', step: 'write', part: 'entry' },
    gate: 'entry',
    commit: state.head,
    parameters: { version: state.input.version },
  }
  return { state: { ...state, kind: 'checking' }, effects: [effect] }
}

function again(state: State, reasons: readonly Finding[]): Step<State> {
  return state.left > 1 ? write({ ...state, left: state.left - 1 }, reasons) : consult(state, reasons)
}

function consult(state: State, reasons: readonly Finding[]): Step<State> {
  const effect: Effect = {
    kind: 'consult',
    id: 'what-now',
    at: { unit: 'entry', step: 'write' },
    question: `There is no good entry for ${state.input.version}. What now?`,
    options: [
      { name: 'again', consequence: 'It is written anew, with as many tries.', input: null },
      { name: 'abort', consequence: 'The run ends without an entry.', input: null },
    ],
    fallback: 'abort',
    expiryMs: null,
    status: 'escalated',
    reasons,
  }
  return { state: { ...state, kind: 'asking' }, effects: [effect] }
}

function end(state: State, outcome: 'completed' | 'aborted'): Step<State> {
  const { version } = state.input
  const [summary, result] =
    outcome === 'completed' ? [`The entry for ${version} is written.`, { commit: state.head }] : ['No entry.', {}]
  return { state: { ...state, kind: 'over' }, effects: [{ kind: 'end', outcome, summary, reasons: [], result }] }
}

function step(state: State, event: Event): Step<State> {
  switch (event.kind) {
    case 'answered': {
      const { code, message, commit } = event
      if (!failureCodes.includes(code)) return check({ ...state, head: commit ?? state.head })
      return consult(state, [{ rule: 'gave-up', message, remedy: 'See what kept the agent from it.' }])
    }
    case 'judged':
      return event.verdict === 'pass' ? end(state, 'completed') : again(state, event.findings)
    case 'failed':
      return consult(state, event.findings)
    case 'decided':
      return event.option === 'abort' ? end(state, 'aborted') : write({ ...state, left: state.input.tries }, [])
    default:
      return { state, effects: [] }
  }
}

export const changelog: Protocol<Input, State> = {
  name: 'changelog',
  version: 1,
  input,
  start: (given) => write({ kind: 'writing', input: given, head: given.base, left: given.tries }, []),
  step,
  calls: () => [],
  abstract: ({ kind, left }) => [kind, left],
}

/** The gate reads the commit itself: what the agent says of its work is not asked. */
const gates: GateKit = {
  open: ({ checkouts, blobs }) => ({
    check: async ({ gate, commit, parameters }) => {
      const { version } = z.object({ version: z.string() }).parse(parameters)
      const text = new TextDecoder().decode((await checkouts.read(commit, 'CHANGELOG.md')) ?? new Uint8Array())
      const [, section = ''] = text.split(`## ${version}\n`)
      const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('- '))
      const evidence = blobs.put(JSON.stringify({ gate, commit, version, lines }))
      const data = { lines: lines.length }
      if (lines.length > 0) return { verdict: 'pass', findings: [], data, evidence }
      const finding = {
        rule: 'no-entry',
        message: `CHANGELOG.md says nothing of ${version}.`,
        remedy: `Write a section "## ${version}" with a line that begins with "- " for each change.`,
        evidence,
      }
      return { verdict: 'fail', findings: [finding], data, evidence }
    },
  }),
  /** What \`sigma doctor\` plays: the gate must refuse the first, and pass the second. */
  proofs: () =>
    [
      { rule: 'no-entry', title: 'a change log without the version', text: '# Changes\n' },
      { rule: null, title: 'a change log with it', text: '# Changes\n\n## 1.0.0\n\n- All is new.\n' },
    ].map(({ rule, title, text }) => ({
      ...{ gate: 'entry', rule, title, before: {}, after: { 'CHANGELOG.md': text }, others: {} },
      parameters: async () => ({ version: '1.0.0' }),
    })),
}

const settings = z.object({ limits: z.object({ turn: z.number() }) })

function begin({ subject: version, flags, config, base, random }: Asked): Beginning {
  const { tries } = z.object({ tries: z.number().default(2) }).parse(flags)
  const given: Input = { version, base, tries, turnMs: settings.parse(config).limits.turn }
  return {
    run: `changelog-${version.replaceAll('.', '-')}-${friendlyWord(random(6))}`,
    input: jsonOf(given),
    summary: `an entry for ${version}, in at most ${tries} tries`,
    read: [],
  }
}

export default ownProtocol({
  protocol: changelog,
  about: ({ version, base }) => ({
    ...{ subject: version, base, documents: [], templates: [], guarded: [], budgets: [], project: null },
    units: [{ name: 'entry', called: 'the entry', aliases: [], within: '' }],
  }),
  tasks: [{ type: 'changelog', role: 'writer', phases: ['Write'], codes: ['PC'], writes: 'source', template: null }],
  gates: async () => gates,
  sample: {
    limits: ['tries'],
    of: ({ tries = 2 }) => jsonOf({ version: '1.0.0', base: '1'.repeat(40), tries, turnMs: 60_000 }),
  },
  commands: [
    {
      name: 'changelog',
      brief: 'Have an entry of the change log written',
      description: 'Has an agent write what is new in a version, and looks whether it did.',
      flags: { tries: { kind: 'number', brief: 'Tries before you are asked', placeholder: 'n', least: 1, most: 9 } },
      does: {
        kind: 'begins',
        argument: {
          brief: 'Version, e.g. 1.2.0',
          placeholder: 'version',
          read: (typed) => {
            if (/^\d+\.\d+\.\d+$/.test(typed)) return typed
            throw new Error('a version is three numbers with dots between them.')
          },
          propose: () => [],
        },
        keeps: { flags: ['tries'], called: 'the tries' },
        load: async () => begin,
      },
    },
  ],
})
