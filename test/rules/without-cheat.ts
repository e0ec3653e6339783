/**
 * Rules that no whole run of a cheat shows, and what is played for them in the long tier instead. Each is there for one of
 * few reasons; a rule that an agent can bring about belongs into the gauntlet.
 */
const pure = [
  'pure: no agent brings it about by itself.',
  'Every event is walked in every situation of the real loop (`packages/protocols/tdd/machine/cross-product.test.ts`), and the simulation plays a thousand seeds',
].join(' ')
const budget =
  'random runs spend budgets of every unit (`packages/protocol/src/kernel/budgets-random.test.ts`), and the simulation plays a thousand seeds, a fifth of them with few asks'
const answer =
  'the grammar of answers decides; its other rules are shown by `answers-garbage`, `answers-twice`, `prints-much`'
const unjudged =
  'not a cheat: what could not be measured blocks, whoever caused it. Shown at the gate, with the real runner'
const git =
  'at the intake, with a real git and real files: it needs a repository of that kind, which the gauntlet does not make'

const dialogue =
  'no cheat: what planner, critic and people say to each other. Every answer is walked in every situation of the loop (`packages/protocols/plan/machine/exploration.test.ts`)'

const reviewed =
  'no whole run comes to it: what `sigma tdd` has built passed gates that refuse it earlier. Shown to the gate of the review'
const naming =
  'no cheat: an answer that names nothing. Every answer is walked in every situation of a review (`packages/protocols/review/machine/exploration.test.ts`)'
const audit =
  'no cheat: what designer, critic and people say to each other. Every answer is walked in every situation of the loop (`packages/protocols/design/machine/exploration.test.ts`)'
const wish = 'no command of its own comes to it: only a run from a wish drafts. Shown to the gate'

const decided =
  'no cheat of the TDD loop comes to it: what a room decided. Each proof is shown to the gate of the board, and by `sigma doctor` as runs are made'

const told =
  'no cheat: what owners of tasks are told. Every answer is walked in every situation of a board (`packages/protocols/board/machine/exploration.test.ts`, and its long sibling)'

const validated =
  'no cheat of the TDD loop comes to it: what specialists and the main agent of a validation say. Every answer is walked in every situation of one (`packages/protocols/validation/machine/exploration.test.ts`, and its long sibling)'

const specialist =
  'no cheat of the TDD loop comes to it: what a specialist finds. Shown to the gate of a validation, by `sigma doctor` as runs are made, and whole by `test/validate.long.test.ts`'

const defaults =
  'no cheat of the TDD loop comes to it: what a specialist finds where nothing is configured. Shown whole, with the real tools, by `test/default-specialists.long.test.ts`'
const stepwise =
  'no cheat of the TDD loop comes to it: what whoever follows a step protocol does. Every call is walked in every situation of one (`packages/protocols/steps/machine/exploration.test.ts`), and both routes are followed whole by `test/steps.long.test.ts`'
const table = 'no run comes to it: a definition with that fault is refused when it is read'
const written =
  'no cheat of the TDD loop comes to it: what a file of a skill or of an agent says. Skills are read, refused and handed on whole by `test/skills.long.test.ts`'
const routed =
  'no cheat of the TDD loop comes to it: what an agent that chooses a route says. Played with real agents by `test/agents/routing.long.test.ts`'
const skilled =
  'no cheat of the TDD loop comes to it: a skill, or what its agents leave. Shown to the gate of step protocols, by `sigma doctor` as runs are made'

export const withoutCheat: Readonly<Record<string, string>> = {
  ...of(pure, 'aborted already-decided blocked budget-loop caller-gone cycle-skipped decision-expired'),
  ...of(
    pure,
    'fix-without-commit merge-without-commit gate-fail gate-unknown needs-change no-cycles not-open other-version out-of-turn',
  ),
  ...of(pure, 'run-ended test-issue test-issue-declined unknown-decision unknown-option waived-without-reason ME'),
  ...of(pure, 'base-unknown carried-run-failed combined-run-failed conflict-ahead red-ahead nothing-handed-over'),
  ...of(
    'no whole run comes to it: the intake refuses a changed document first (`document-changed`). Shown to the gate',
    'design-changed',
  ),
  ...of(dialogue, 'critique dialogue escalation gave-up objection person'),
  ...of(reviewed, 'cycle-without-change cycle-without-tests interface-untested'),
  ...of(naming, 'deviation-unnamed quality-unnamed'),
  ...of(audit, 'audit designed no-designer no-text not-here rejected verdict-unreadable'),
  ...of(wish, 'nothing-designed'),
  ...of('a plan of so many cycles that no whole run is played of one. Shown to the gate', 'plan-too-large'),
  ...of(
    decided,
    'decided-api-changed decided-api-unknown decided-command-failed decided-command-slow decided-command-unknown',
  ),
  ...of(decided, 'decided-dependency-added decided-dependency-unknown'),
  ...of(told, 'child-done child-killed decisions-not-kept escalated near-limit not-joined owner-idle task-killed'),
  ...of(
    validated,
    'answer-invalid check-contradictory check-unreadable could-not-judge coverage-missing coverage-stale',
  ),
  ...of(validated, 'no-such-transition not-theirs-to-set nothing-changed nothing-examined nothing-validated'),
  ...of(validated, 'report-unreadable survey-unreadable'),
  ...of(
    defaults,
    'accessibility-failure complexity-failure dependency-failure lint-failure secret-failure type-failure',
  ),
  ...of(specialist, 'check-failure coverage-failure junit-contradictory junit-unreadable'),
  ...of(specialist, 'part-examined-nothing rule-failure sarif-contradictory sarif-unreadable'),
  ...of(specialist, 'specialist-cannot-run specialist-unset test-failure'),
  ...of(stepwise, 'agent-failed directive-ignored output-lacks output-missing output-too-long output-unreadable'),
  ...of(stepwise, 'requirement-unmatched skill-missing skill-unreadable unknown-verb waits-for-person'),
  ...of(stepwise, 'loop-spent'),
  ...of(table, 'duplicate-name duplicate-number invoking-steps no-steps number-missing reading-steps reserved-name'),
  ...of(table, 'skills-idle skills-unnamed skills-unread task-unnamed agents-idle agents-uninvoked duplicate-agent'),
  ...of(table, 'gives-idle requirements-ungiven results-ungiven unknown-transition unbounded-loop no-loop two-ways'),
  ...of(
    table,
    'loop-to-itself loop-without-end step-unreachable dead-end duplicate-field reserved-field choice-values',
  ),
  ...of(table, 'duplicate-value branch-undecided answer-unhandled answer-unknown decision-works duplicate-option'),
  ...of(table, 'reserved-option'),
  ...of(skilled, 'memory-empty memory-missing memory-of-other-task memory-too-long memory-unchanged'),
  ...of(skilled, 'agent-unplayed no-frontmatter skill-agent skill-composite skill-name skill-nested'),
  ...of(skilled, 'skill-undescribed skill-unnamed'),
  ...of(written, 'agent-name agent-undescribed agent-unusable allowed-tools-form compatibility-too-long'),
  ...of(written, 'description-too-long folder-name key-twice line-unread metadata-form no-phases phase-unread'),
  ...of(written, 'skill-unusable text-form too-many-phases unknown-key value-unread'),
  ...of(
    'no whole run of a cheat comes to it: its module counts its calls. Shown to the gate with each runner (`packages/protocols/tdd/gates/elsewhere.long.test.ts`)',
    'depends-on-order',
  ),
  ...of(routed, 'no-route-named'),
  ...of(budget, 'cost-spent minutes-spent tokens-spent'),
  ...of(answer, 'answer-contradictory answer-unreadable'),
  ...of(unjudged, 'calls-unknown coverage-unknown not-run red-unknown runner-missing'),
  ...of(unjudged, 'test-unreadable tests-unread unhandled-error'),
  ...of(git, 'filtered-file submodule-changed too-many-files'),
}

function of(proof: string, rules: string): Readonly<Record<string, string>> {
  return Object.fromEntries(rules.split(' ').map((rule) => [rule, proof]))
}
