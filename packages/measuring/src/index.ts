export { weakerHelpers } from './altered/loaded-demands.ts'
export { readersOfText, readsText } from './altered/other-letters.ts'
export { demandsNothing, runAltered, undemanding } from './altered/undemanding.ts'
export { type Inputs, inputsOf } from './asserted/inputs.ts'
export { type Bench, baselineRun, benchesWithin, openBench, sortingOf, type Tools } from './benches/bench.ts'
export { isCode } from './benches/is-code.ts'
export { followed, type TestCounts } from './benches/progress.ts'
export { dataOf, dataOfStanding, runSuite, type Suite } from './benches/suite.ts'
export {
  asGlob,
  implementationGlobs,
  othersChanged,
  type RunTakenBack,
  runTakenBack,
} from './benches/taken-back.ts'
export { acceptable, type BranchFinding, verdictOn, type Weight } from './branch/finding.ts'
export { type Judgement, judgeBranch } from './branch/judge.ts'
export { type Cause, causeSchema, settingOf } from './causes/cause.ts'
export { type Diagnosing, diagnose, type Failing } from './causes/diagnose.ts'
export { asInProject, type CheckRun, runCheck, runChecks } from './checks/check-run.ts'
export { readPrinted } from './checks/printed.ts'
export { type ChecksResult, checksBefore, noChecks, projectChecks } from './checks/project-checks.ts'
export { type Calls, readCalls } from './covered/calls.ts'
export { emptyFolder } from './covered/coverage-folder.ts'
export { scopeOf } from './covered/scope.ts'
export { type CoverageResult, summarize } from './covered/summary.ts'
export { reaches } from './covered/thresholds.ts'
export type { CoverageTotals } from './covered/totals.ts'
export {
  type Again,
  type Changes,
  type CheckSeen,
  changesBetween,
  type Evidence,
  type MutantsSeen,
  noChanges,
  readEvidence,
  type TakenBack,
  writeEvidence,
} from './evidence.ts'
export { withCare } from './kept/care.ts'
export { scopeText } from './kept/plan.ts'
export { type ProvedRecord, proveKept } from './kept/prove-kept.ts'
export type { Unlike } from './kept/proved-again.ts'
export { type Records, recordsIn } from './kept/records.ts'
export { loads } from './loading/loading.ts'
export { type ExportChange, exportChanges, exportFindings, handedOn, surfaceChanges } from './measures/exported.ts'
export { type Comparison, type Measures, measure } from './measures/measures.ts'
export { rises } from './measures/rises.ts'
export { mutantsIn, plantsMutants } from './mutants/mutants.ts'
export { type FloorResult, noFloor, strengthHeld } from './mutants/own/floor.ts'
export {
  type FunctionStrength,
  type Strength,
  strengthOf,
} from './mutants/own/strength.ts'
export { type MutantsResult, noMutants, shareOf } from './mutants/seen.ts'
export type { Files } from './project-files.ts'
export type { Reach, Reaches } from './reached/reach.ts'
export { namesState } from './replay/names-state.ts'
export { type Recordings, record } from './replay/recording.ts'
export { type ReplayResult, replay } from './replay/replay.ts'
export { saysNotImplemented } from './runners/failure.ts'
export { definitionAt } from './runners/focus.ts'
export { findInstalled, isTooOld, leastVersions } from './runners/installed.ts'
export { jest } from './runners/jest.ts'
export { isTypeTest } from './runners/left-out.ts'
export { preloadedIn, readNodeArguments } from './runners/node-arguments.ts'
export { nodeTest } from './runners/node-test.ts'
export type { Runner, Selection } from './runners/runner.ts'
export { type Fault, type LeftOut, nothingToRun, suiteMsOf, type TestCase, type TestRun } from './runners/test-run.ts'
export { vitest } from './runners/vitest.ts'
export type { Declared } from './surface/declared.ts'
export { isReadableDesign } from './surface/design.ts'
export { findExport } from './surface/find.ts'
export { compareInterfaces } from './surface/interfaces.ts'
export { exportedLiteral, isLiterals, type Literal, type Literals, RegExpText } from './syntax/literals.ts'
export { namesUsed } from './syntax/names-used.ts'
export { lostInSource } from './test-changes/asserting-source.ts'
export type { ChangeKind, TestChange } from './test-changes/changes.ts'
export { type ComparedRuns, comparedTests } from './test-changes/compared-tests.ts'
export { lostData } from './test-changes/lost-data.ts'
export { asMeant, bothMeant, type Meant, nothingMeant } from './test-changes/meant.ts'
export type { NewTests } from './test-changes/new-tests.ts'
export { renamedIn } from './test-changes/renamed-in.ts'
export { lostDemands, testChangesBetween, unreadChanges } from './test-changes/test-changes.ts'
export { type NamedTest, testNamesIn } from './test-changes/test-names.ts'
export { bounded, jsonIn, listed } from './text.ts'
export { comparedAlike, type Differ, type Rerun } from './twice/alike.ts'
export { asPart, type Choice, concerning, only, type Part, runPart, unlikeBefore } from './twice/chosen.ts'
export { confirmed } from './twice/confirmed.ts'
export { type Emptied, emptyStubs } from './twice/emptied.ts'
export { type Early, type Lanes, never } from './twice/lanes.ts'
export { lookedBack } from './twice/looked-back.ts'
export {
  beginOpinion,
  type FirstOpinion,
  isOddOneOut,
  noOpinion,
  type SecondOpinion,
  secondOpinion,
} from './twice/second-opinion.ts'
export { createSideBySide, isClosed, oneAfterAnother, type SideBySide } from './twice/side-by-side.ts'
export {
  againOf,
  type Flake,
  flakesOf,
  flaky,
  flakyIds,
  runAgain,
  withFlakes,
  within,
  withoutFlakes,
} from './twice/twice.ts'
export { type Demands, demandsOf } from './vacuous/demanding.ts'
export { type Unwanted, unwantedOf } from './vacuous/unwanted.ts'
export { aboutTypes, isTelling, vacuous } from './vacuous/vacuous.ts'
export {
  answering,
  brokenIn,
  dataOfFlaky,
  dataOfOld,
  isKnownFlaky,
  knowing,
  knownToAll,
  lasting,
  newFailures,
  newFaults,
  newFlakes,
  newlyFlaky,
} from './verdicts/known.ts'
export {
  all,
  cannotJudge,
  findingsOf,
  isClean,
  noReasons,
  type Reasons,
  refuse,
  verdictOf,
} from './verdicts/reasons.ts'
export {
  allPass,
  describe,
  faultRule,
  faulty,
  newlyFocused,
  newlyLeftOut,
  newlySkipped,
  readable,
  testFails,
  untouched,
  vanished,
} from './verdicts/verdicts.ts'
export { createRehearsals, type RehearsalWorld } from './warm/rehearsals.ts'
