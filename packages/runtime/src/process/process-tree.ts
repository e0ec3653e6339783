import { kernelText, processIds } from './look.ts'

/**
 * Ends every process of a group, and those further down its tree that left the group but still hang on it.
 * A grandchild that left the group *and* lost its parent is out of reach: only a PID namespace holds those.
 */
export function signalTree(leader: number, signal: 'SIGTERM' | 'SIGKILL', strays: ReadonlySet<number>): void {
  send(-leader, signal)
  signalEach(signal, strays)
}

export function signalEach(signal: 'SIGTERM' | 'SIGKILL', pids: Iterable<number>): void {
  for (const pid of pids) send(pid, signal)
}

/** Children by their parent. */
export type ProcessTable = ReadonlyMap<number, readonly number[]>

/** All processes of the machine, as the kernel sees them now; empty where there is no `/proc`. It takes milliseconds. */
export function processTable(): ProcessTable {
  const table = new Map<number, number[]>()
  for (const pid of processIds()) {
    const stat = kernelText(`/proc/${pid}/stat`)
    // The name in parentheses may hold anything, so fields are counted from its end.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 2)[1]
    if (parent === undefined) continue
    const children = table.get(Number(parent))
    if (children === undefined) table.set(Number(parent), [pid])
    else children.push(pid)
  }
  return table
}

export function descendants(root: number, table: ProcessTable = processTable()): ReadonlySet<number> {
  // A set that grows while it is walked tells what was added, too.
  const found = new Set([root])
  for (const each of found) for (const pid of table.get(each) ?? []) found.add(pid)
  found.delete(root)
  return found
}

/** Descendants without the children: what runs in a sandbox, below the two processes that make it. */
export function grandchildren(root: number): ReadonlySet<number> {
  const table = processTable()
  return descendants(root, table).difference(new Set(table.get(root)))
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already, which is what was wanted.
  }
}
