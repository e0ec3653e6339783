/** Bugs as people make them in such a program, each a small change in one place. */
export interface Bug {
  readonly name: string
  /** Below `packages/`. */
  readonly file: string
  /** Stands there once. */
  readonly from: string
  readonly to: string
}

const entry = 'engine/src/journal/entry.ts'
const ledger = 'engine/src/host/ledger.ts'
const performer = 'engine/src/turns/performer.ts'
const finisher = 'engine/src/recovery/finisher.ts'
const recovery = 'engine/src/recovery/recovery.ts'
const consequences = 'engine/src/host/consequences.ts'
const embedded = 'engine/src/host/embedded.ts'
const ask = 'engine/src/perform/ask.ts'
const attempts = 'protocol/src/kernel/attempts.ts'
const advance = 'protocol/src/kernel/advance.ts'
const wishes = 'protocol/src/kernel/wishes.ts'

/** The bugs of stores and hosts. */
const ofTheHost: readonly Bug[] = [
  {
    name: 'what is to be done is not written with the event',
    file: entry,
    from: "    database.run('INSERT INTO outbox (run, attempt) VALUES (?, ?)', run, attempt)\n",
    to: '',
  },
  {
    name: 'what is done stays in the outbox',
    file: entry,
    from: "    database.run('DELETE FROM outbox WHERE run = ? AND attempt = ?', run, attempt)\n",
    to: '',
  },
  {
    name: 'timers outlive what they were for',
    file: entry,
    from: "    database.run('DELETE FROM timers WHERE run = ? AND attempt = ?', run, attempt)\n",
    to: '',
  },
  {
    name: 'the outbox is written after the commit',
    file: entry,
    from: "    database.run('INSERT INTO outbox (run, attempt) VALUES (?, ?)', run, attempt)\n",
    to: "    queueMicrotask(() => database.run('INSERT INTO outbox (run, attempt) VALUES (?, ?)', run, attempt))\n",
  },
  {
    name: 'a crash between the event and its effects loses the effects: the event is committed alone',
    file: entry,
    from: '  if (entry.ends) database.run',
    to: "  database.run('COMMIT')\n  database.run('BEGIN IMMEDIATE')\n  if (entry.ends) database.run",
  },
  {
    name: 'the end of a run is not recorded',
    file: entry,
    from: '  if (entry.ends) database.run',
    to: '  if (false) database.run',
  },
  {
    name: 'a verdict is stored under another gate',
    file: entry,
    from: 'run, sequence, gate, commit, verdict, evidence)\n  }',
    to: "run, sequence, 'green', commit, verdict, evidence)\n  }",
  },
  {
    name: 'the head is not moved on, so that the chain forks',
    file: ledger,
    from: 'sequence, head: hash, fold, kept })\n    crashPoints',
    to: 'sequence, fold, kept })\n    crashPoints',
  },
  {
    name: 'what is folded in memory is an event behind',
    file: ledger,
    from: 'pages.set(row.run, { ...before, sequence, head: hash, fold, kept })',
    to: 'pages.set(row.run, { ...before, sequence, head: hash, fold: sequence % 7 === 0 ? before.fold : fold, kept })',
  },
  {
    name: 'a dispatch is not recorded, so nobody knows later what may have happened',
    file: performer,
    from: '    dispatch(run, open)\n    const',
    to: '    const',
  },
  {
    name: 'an effect is begun again whenever its run is looked at',
    file: recovery,
    from: '    else interrupt(context, run, open)',
    to: '    else perform(open)',
  },
  {
    name: 'what was intended and not dispatched is forgotten after a restart',
    file: recovery,
    from: "    if (integerOrNull(row, 'epoch') === null || open.effect.kind === 'spawn') perform(open)\n    else interrupt",
    to: "    if (integerOrNull(row, 'epoch') !== null) interrupt",
  },
  {
    name: 'the end is not carried out after a restart',
    file: recovery,
    from: '      finish()\n',
    to: '',
  },
  {
    name: 'an interrupted turn counts as a crash',
    file: recovery,
    from: "cause: 'interrupted'",
    to: "cause: 'crash'",
  },
  {
    name: 'a run is called finished before its branch is delivered',
    file: finisher,
    from: '    const branch = commit === null ? null : await deliver(run, commit)\n',
    to: "    context.write('early', () => store.database.run('DELETE FROM outbox WHERE run = ? AND attempt = ?', run, finishing))\n    const branch = commit === null ? null : await deliver(run, commit)\n",
  },
  {
    name: 'the branch that was delivered is not recorded',
    file: finisher,
    from: "      store.database.run('UPDATE runs SET branch = ?, delivered = ? WHERE run = ?', branch, commit, run)\n",
    to: '',
  },
  { name: 'a refused run delivers nothing', file: finisher, from: " || end?.outcome === 'refused'", to: '' },
  {
    name: 'nobody finishes a run that ends while it is played',
    file: embedded,
    from: "      else if (action.kind === 'finish' && live.has(run)) finisher.begin(run)\n",
    to: '',
  },
  {
    name: 'time begins anew with each host',
    file: 'engine/src/time/ticks.ts',
    from: 'const reached = reachedBy(database, clock)',
    to: 'const reached = 0',
  },
  {
    name: 'a retried effect keeps its first intent only',
    file: consequences,
    from: 'now.filter(({ attempt }) => !known.has(attempt))',
    to: 'now.filter(({ effect }) => old.every((earlier) => earlier.effect.id !== effect.id))',
  },
  {
    name: 'work outside of a role is taken all the same',
    file: ask,
    from: "  if (intake.kind === 'trespass')\n    return {",
    to: "  if (intake.kind === 'unchanged' && effect.id === '')\n    return {",
  },
  {
    name: 'a turn begins from what the workspace happens to hold',
    file: ask,
    from: '  const prepared = quietly(ports.workspaces.prepare(spec))\n',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    to: '  const prepared = quietly(job.open.attempt.length % 2 === 0 ? Promise.resolve({ path: `${job.run}/${workspace}` }) : ports.workspaces.prepare(spec))\n',
  },
]

/** The bugs of the kernel. */
const ofTheKernel: readonly Bug[] = [
  {
    name: 'asks are not counted',
    file: attempts,
    from: "  if (costs === 'an ask') draft.budgets = withAsks(draft.budgets, whose, 1)\n",
    to: '',
  },
  {
    name: 'a budget of one more than was granted',
    file: 'protocol/src/kernel/budgets.ts',
    from: 'left <= 0 && counts(budget, ask)',
    to: 'left < 0 && counts(budget, ask)',
  },
  {
    name: 'an interrupted turn costs a retry',
    file: 'protocol/src/kernel/retry.ts',
    from: "cause === 'interrupted' || cause === 'limited'",
    to: "cause === 'limited'",
  },
  {
    name: 'a new attempt has the name of the old',
    file: attempts,
    from: 'successorOf(before, attemptOf(draft, id))',
    to: 'successorOf(before, before.attempt)',
  },
  {
    name: 'what closed stays open',
    file: attempts,
    from: '  draft.open = without(draft.open, effect.id)\n',
    to: '',
  },
  {
    name: 'a run that ends leaves open what it had begun',
    file: wishes,
    from: '    else cancel(draft, running, effect.kind ===',
    to: '    else if (false) cancel(draft, running, effect.kind ===',
  },
  {
    name: 'the end is decided and not carried out',
    file: wishes,
    from: "  act(draft, { kind: 'finish', end: outcome })\n",
    to: '',
  },
  {
    name: 'a spent budget is told to nobody',
    file: wishes,
    from: '  carryOut(draft, first)\n  refuseUnaffordable(draft)',
    to: '  carryOut(draft, first)',
  },
  {
    name: 'a decision grants more than one new budget',
    file: 'protocol/src/kernel/extension.ts',
    from: 'filled(allowance, most) : allowance',
    to: 'filled(allowance, left + 2 * most) : allowance',
  },
  {
    name: 'a begun turn makes its attempt anew',
    file: advance,
    from: 'withEntry(draft.open, id, { ...open, session, begunTick: draft.tick })',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    to: 'withEntry(draft.open, id, { ...open, session, begunTick: draft.tick, attempt: `${open.attempt}b` })',
  },
]

export const bugs: readonly Bug[] = [...ofTheHost, ...ofTheKernel]
