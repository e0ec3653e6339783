/** Has a package manager ask its registry which of the locked packages have known vulnerabilities: the high and critical ones. */
import { spawnSync } from 'node:child_process'
import { fail, tell, told } from './report.mjs'

const { command, shape, lock, place } = told
const [program, ...words] = command
const { stdout, stderr, error } = spawnSync(program, words, {
  cwd: place,
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
})
if (error !== undefined) fail(`${program} cannot be started: ${error.message}`)

const read = { npm, pnpm, yarn }[shape]
const found = read(stdout)
if (found === null) fail(`${command.join(' ')} brings no audit. ${endOf(stderr) || endOf(stdout)}`)
const { packages, advisories } = found
const counted = advisories.filter(({ severity }) => severity === 'high' || severity === 'critical')
const unique = new Map(counted.map((each) => [`${each.name} ${each.url}`, each]))
tell(
  packages,
  [...unique.values()].map(({ name, title, url, severity, range }) => ({
    rule: name,
    message: `${severity}: ${title} (${name} ${range}; ${url})`,
    ...{ file: lock, line: 0, level: 'error' },
  })),
)

function npm(text) {
  const { vulnerabilities, metadata } = parsed(text) ?? {}
  if (vulnerabilities === undefined || metadata === undefined) return null
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((each) => typeof each === 'object'))
  return { packages: metadata.dependencies?.total ?? 0, advisories: advisories.map(advisoryOf) }
}

function pnpm(text) {
  const { advisories, metadata } = parsed(text) ?? {}
  if (advisories === undefined || metadata === undefined) return null
  return { packages: totalOf(metadata), advisories: Object.values(advisories).map(advisoryOf) }
}

function yarn(text) {
  const lines = text.split('\n').flatMap((line) => parsed(line) ?? [])
  const summary = lines.find(({ type }) => type === 'auditSummary')
  if (summary === undefined) return null
  const advisories = lines.filter(({ type }) => type === 'auditAdvisory').map(({ data }) => advisoryOf(data.advisory))
  return { packages: totalOf(summary.data), advisories }
}

const totalOf = ({ totalDependencies, dependencies, devDependencies, optionalDependencies }) =>
  totalDependencies ?? (dependencies ?? 0) + (devDependencies ?? 0) + (optionalDependencies ?? 0)

function advisoryOf({ name, module_name: module, title, url, severity, range, vulnerable_versions: versions }) {
  return { name: name ?? module ?? '', title: title ?? '', url: url ?? '', severity, range: range ?? versions ?? '' }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function endOf(text) {
  const lines = text.trim().split('\n')
  return lines.find((line) => /\b(E[A-Z]{4,}|\d{3} [A-Z]|error)\b/.test(line)) ?? lines.at(-1) ?? ''
}
