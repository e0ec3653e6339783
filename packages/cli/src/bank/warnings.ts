/** Warnings about a memory bank's broken references, told when a run begins that reads the bank; the bank's text is handed on unchanged (DPTR-13). */
import { dirname, relative, resolve } from 'node:path'
import { type BankFinding, checkBank, readBank } from '@sigma/memory'
import { failureOf } from '../errors.ts'
import { printableLine } from '../printable.ts'
import type { Project } from '../project/place.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { talk, type World } from '../world.ts'
import { typingIn } from './lying-bank.ts'

const told: ReadonlySet<BankFinding['rule']> = new Set(['reference-broken', 'reference-unreadable', 'slot-unknown'])

const most = 5

/** A command with the flag `--memory-bank` reads the bank; the flag names the folder of the modules. */
export function warnOfBank(world: World, project: Project, { command, flags }: AskedOfKit): void {
  if (!Object.hasOwn(command.flags, flag)) return
  const given = flags[flag]
  const folder =
    typeof given === 'string' ? dirname(resolve(world.cwd, given)) : resolve(project.root, project.config.memoryBank)
  const shown = relative(project.root, folder) || '.'
  let findings: readonly BankFinding[] = []
  const failure = failureOf(() => {
    findings = checkBank(readBank({ folder, top: project.top }, shown), () => 'unknown', typingIn(world.cwd, folder))
  })
  if (failure !== null) return
  const broken = findings.filter(({ rule }) => told.has(rule))
  for (const { file, line, message } of broken.slice(0, most))
    talk(world, `warning: ${printableLine(`${shown}/${file}:${line ?? 1}: ${message}`)}`)
  if (broken.length > most) talk(world, `warning: ${broken.length - most} more references of ${shown} are broken.`)
  if (broken.length > 0) talk(world, 'hint: sigma memory check')
}

const flag = 'memoryBank'
