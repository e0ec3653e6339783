/** Findings of a run as SARIF 2.1.0: a run for each that checks, one that did not judge being no success. */
import type { Checker, Fault, RunFindings } from '@sigma/engine'

export interface SarifOf {
  /** Id of the run of Sigma. */
  readonly run: string
  readonly findings: RunFindings
}

export function sarifOf({ run, findings: { commit, checkers } }: SarifOf): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: checkers.map((checker) => runOf(checker, { run, commit })),
  }
}

function runOf({ name, outcome, faults, reasons }: Checker, properties: object): object {
  const rules = [...new Set(faults.map(({ rule }) => rule))]
  const places = new Map(rules.map((rule, at) => [rule, at]))
  return {
    tool: { driver: { name: `sigma ${name}`, rules: rules.map((id) => ({ id })) } },
    // Uploads of several runs are told apart by it.
    automationDetails: { id: `sigma/${name}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: outcome === 'passed' || outcome === 'failed',
        toolExecutionNotifications: reasons.map(({ rule, message, remedy }) => ({
          level: levels[outcome],
          descriptor: { id: rule },
          message: { text: `${message} ${remedy}`.toWellFormed() },
        })),
      },
    ],
    results: faults.map((fault) => resultOf(fault, places.get(fault.rule) ?? 0)),
    properties: { ...properties, outcome },
  }
}

/** SARIF's level for how a checker came out: a checker that was left out, or does not apply, has no error of its own. */
const levels: Readonly<Record<Checker['outcome'], string>> = {
  passed: 'note',
  failed: 'note',
  unjudged: 'error',
  skipped: 'warning',
  'not-checked': 'warning',
  'not-applicable': 'note',
}

function resultOf(fault: Fault, ruleIndex: number): object {
  const { rule, kind, message, file, line, severity, remedy, fingerprint } = fault
  const region = line === null ? {} : { region: { startLine: line } }
  const artifactLocation = { uri: uriOf(file), uriBaseId: '%SRCROOT%' }
  return {
    ruleId: rule,
    ruleIndex,
    kind: 'fail',
    // A note would be no finding for whoever reads it.
    level: severity === 'critical' || severity === 'high' ? 'error' : 'warning',
    message: { text: message.toWellFormed() || rule || kind },
    locations: file === '' ? [] : [{ physicalLocation: { artifactLocation, ...region } }],
    partialFingerprints: { 'sigma/v1': fingerprint },
    properties: { kind, severity, remedy },
  }
}

/** A path as a reference that stands for itself: the first part holds no colon, which would be a scheme. */
const uriOf = (file: string): string => file.toWellFormed().split('/').map(encodeURIComponent).join('/')
