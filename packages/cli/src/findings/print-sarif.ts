/** `sigma why <run> --sarif`. */
import type { Reader } from '@sigma/engine'
import { jsonText } from '../printable.ts'
import { shownRun } from '../runs/chosen-run.ts'
import type { World } from '../world.ts'
import { noFindings } from './errors.ts'
import { findingsOf } from './run-findings.ts'
import { sarifOf } from './sarif.ts'

/** Fails with `no-findings`, and as `shownRun` does. */
export async function printSarif(world: World, reader: Reader, word: string): Promise<void> {
  const view = shownRun(world, reader, word)
  const { run } = view
  const findings = await findingsOf(reader, view)
  if (findings === null) throw noFindings(run)
  world.stdout.write(`${jsonText(sarifOf({ run, findings }))}\n`)
}
