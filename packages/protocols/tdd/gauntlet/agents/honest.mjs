/** Does what it is asked for, in every phase: the gauntlet's own small task, or the variant of honest work it is given. */
import { basename, dirname, extname, join } from 'node:path'
import { ground, heldFile, round, source, task, testFile, write } from './kit.mjs'
import { asModule, testsOf } from './wording.mjs'

const { variant } = ground
const extension = extname(source)
const stem = basename(source, extension)
/** Imports name the file's ending where the project's do. */
const shown = extname(basename(ground.specifier))

const wordsOf = (text) => asModule(text.replace(/SIBLING\((\w+)\)/g, (_, name) => `./${stem}-${name}${shown}`))

function writeModule({ code, beside = {} }) {
  for (const [name, text] of Object.entries(beside))
    write(join(dirname(source), `${stem}-${name}${extension}`), wordsOf(text))
  if (code !== undefined) write(source, wordsOf(code))
}

function writeTests(tests, before = variant.before) {
  write(testFile, testsOf({ ...variant, before, tests }))
  if (variant.held !== undefined) write(heldFile, testsOf({ ...variant, before, tests: variant.held }))
}

const wrong = { name: 'is nothing', equal: [[`slug('a')`, `'wrong'`]] }
const issue = variant?.talk === 'test-issue'
const wish = variant?.talk === 'needs-tests'
const change = variant?.talk === 'needs-change'

const turns = {
  Phase0: () => writeModule({ code: variant.stub }),
  RED: () => writeTests(issue ? [...variant.tests, wrong] : variant.tests),
  GREEN: () => {
    if (task.type === 'adjust') {
      writeTests(variant.tests)
      return '→[TA, that test was wrong]'
    }
    writeModule(variant)
    return issue && task.parameters.adjusted === undefined ? '→[TI, one test wants what no design has]' : undefined
  },
  REFACTOR_TESTS: () => {
    if (wish && task.parameters.points === undefined) return
    const { tests, before } = variant.tidied ?? {}
    if (tests !== undefined) writeTests(tests, before)
  },
  REFACTOR_IMPL: () => {
    if (variant.tidied !== undefined) writeModule(variant.tidied)
    if (change && task.parameters.points !== undefined)
      writeModule({ code: variant.code.replace('text.trim()', 'String(text).trim()') })
  },
  REVIEW_TESTS: () => (wish && round < 3 ? '→[NEEDS_CHANGE, put them together]' : undefined),
  REVIEW_IMPL: () => (change && round < 3 ? '→[NEEDS_CHANGE, take numbers as well]' : undefined),
}

export const honestWork = variant === undefined ? {} : turns
