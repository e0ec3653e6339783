import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a source file exports under a name, and what takes its place: a function of what was there and what is deaf. */
const replaced = [
  {
    file: '/packages/protocols/tdd/gates/gates.ts',
    before: 'export function createGates(',
    name: 'createGates',
    after: `(...given) => {
  const gates = hearing(...given)
  const check = async (...asked) => {
    const judgement = await gates.check(...asked)
    const findings = judgement.findings.filter(({ rule }) => !deaf.includes(rule))
    const dropped = findings.length < judgement.findings.length
    return { ...judgement, findings, verdict: dropped && findings.length === 0 ? 'pass' : judgement.verdict }
  }
  return { ...gates, check }
}`,
  },
  {
    file: '/packages/runtime/src/workspace/trespass.ts',
    before: 'export function trespasses(',
    name: 'trespasses',
    after: '(...given) => hearing(...given).filter(({ rule }) => !deaf.includes(rule))',
  },
  {
    // What is accepted and told is told to nobody.
    file: '/packages/protocols/tdd/machine/telling.ts',
    before: 'export function withTold(',
    name: 'withTold',
    after: '(step, told) => hearing(step, told.filter(({ message }) => !deaf.includes("told-" + message.type)))',
  },
  {
    // Whatever was said, it is taken for the first thing that may be said.
    file: '/packages/protocol/src/wire/answer.ts',
    before: 'export function readAnswer(',
    name: 'readAnswer',
    after: `(output, legal) => {
  const answer = hearing(output, legal)
  const unheard = answer.kind === 'invalid' && answer.findings.every(({ rule }) => deaf.includes(rule))
  return unheard ? { kind: 'answer', code: legal[0], message: 'whatever' } : answer
}`,
  },
]

/** Bounds that keep a rule before any reader has a word to judge: taken away with it. */
const unbounded = [
  {
    file: '/packages/runtime/src/agents/command.ts',
    rule: 'answer-too-long',
    before: 'const mostPrintedBytes = ',
    after: 'const mostPrintedBytes = Number.MAX_SAFE_INTEGER + ',
  },
]

/** A program by which Node starts Sigma so that gates, intake and answers keep some rules to themselves: by module, which ones. */
export function deafTo(rules: Readonly<Record<string, readonly string[]>>, folder: string): string {
  const file = join(folder, 'deaf.mjs')
  writeFileSync(
    file,
    `import { registerHooks } from 'node:module'
const [, , , module] = process.argv
const deaf = ${JSON.stringify(rules)}[module] ?? []
const replaced = ${JSON.stringify(replaced)}
const unbounded = ${JSON.stringify(unbounded)}
const found = (source, before) => {
  if (!source.includes(before)) throw new Error(before + ' is not there any more')
  return source
}
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const bound = unbounded.find(({ file, rule }) => url.endsWith(file) && deaf.includes(rule))
    if (bound !== undefined) {
      const source = found(String(loaded.source), bound.before).replace(bound.before, bound.after)
      return { ...loaded, source }
    }
    const here = replaced.find(({ file }) => url.endsWith(file))
    if (here === undefined) return loaded
    const taken = found(String(loaded.source), here.before).replace(here.before, 'function hearing(')
    return { ...loaded, source: taken + ';const deaf = ' + JSON.stringify(deaf) + ';export const ' + here.name + ' = ' + here.after }
  },
})
`,
  )
  return file
}
