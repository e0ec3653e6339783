/** Takes down how a run of vitest's went, at its end: what is not there was not finished. */
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import causes from './causes.cjs'

const FRAMES = 50

/** A reporter for vitest 3 and newer. Paths in it are absolute. */
export class Report {
  #body
  #begun
  #ended

  /** `begun` is called with the path of a module that starts, `ended` with that of one that is done, and how many tests it has. */
  constructor(version, { begun, ended }) {
    this.#begun = begun
    this.#ended = ended
    this.#body = {
      kind: 'vitest',
      version,
      ended: false,
      modules: [],
      errors: [],
      unwatched: [],
    }
  }

  onTestModuleStart({ moduleId }) {
    this.#begun(moduleId)
  }

  onTestModuleEnd({ moduleId, children }) {
    this.#ended(moduleId, [...children.allTests()].length)
  }

  onTestRunEnd(modules, errors) {
    this.#body.modules.push(...modules.map(moduleOf))
    this.#body.errors.push(...errors.map(errorOf))
    this.#body.ended = true
  }

  /** The tests of this project are run by what nobody watches. */
  leave(project) {
    this.#body.unwatched.push(project)
  }

  /** `account` is what the workers wrote down; `taken` what each project's configuration takes in; `served` what was read for them. */
  body(account, taken, served) {
    return { ...this.#body, account, taken, served }
  }
}

function moduleOf(module) {
  return {
    file: module.moduleId,
    project: module.project?.name ?? '',
    state: module.state(),
    errors: module.errors().map(errorOf),
    suites: [...module.children.allSuites()].map(suiteOf),
    tests: [...module.children.allTests()].map(testOf),
  }
}

const suiteOf = (suite) => ({ names: namesOf(suite), errors: suite.errors().map(errorOf) })

function testOf(test) {
  const result = test.result()
  return {
    names: namesOf(test),
    mode: test.options.mode,
    state: result.state,
    line: test.location?.line ?? 0,
    column: test.location?.column ?? 0,
    hooks: Object.entries(test.task?.result?.hooks ?? {}).map(([name, state]) => `${name} ${state}`),
    errors: (result.errors ?? []).map(errorOf),
  }
}

function namesOf(entity) {
  const names = []
  for (let at = entity; at !== undefined && at.type !== 'module'; at = at.parent) names.unshift(at.name)
  return names
}

function errorOf(error) {
  const real = typeof error === 'object' && error !== null ? error : { message: String(error) }
  if (isPolled(real)) return errorOf(real.cause)
  return {
    ...causes.described(real),
    ...(isOfMatcher(real) && { name: 'AssertionError' }),
    frames: Array.isArray(real.stacks) ? framesOf(real.stacks, String(real.message ?? '')) : null,
    file: typeof real.VITEST_TEST_PATH === 'string' ? real.VITEST_TEST_PATH : null,
    test: typeof real.VITEST_TEST_NAME === 'string' ? real.VITEST_TEST_NAME : null,
  }
}

/** Vitest takes lines of the message for frames, where they look like some: those come first. */
function framesOf(stacks, message) {
  const frames = stacks
    .slice(0, FRAMES)
    .map(({ file, line, column }) => ({ file: String(file), line: Number(line), column: Number(column ?? 1) }))
  const isSaid = ({ file, line }) => message.includes(`${file}:${line}`)
  const first = frames.findIndex((frame) => !isSaid(frame))
  return first < 0 ? [] : frames.slice(first)
}

/** Errors of a project's own matchers (`expect.extend`) have no other name. */
const isOfMatcher = (error) => String(error.constructor) === 'Function<JestExtendError>'

/** Vitest 3 puts what `expect.poll` found last behind an error of its own. */
const isPolled = (error) =>
  error.message === 'Matcher did not succeed in time.' && typeof error.cause?.message === 'string'
