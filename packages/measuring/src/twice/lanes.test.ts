import { expect, test } from 'vitest'
import { nodeProject as project } from '../fixture/node-project.ts'
import { createSideBySide, lanesOn } from './side-by-side.ts'

const gib = 1024 ** 3
const never = new AbortController().signal

test('one run more goes at once than there are cores, where there is memory for it, those of others counted; at least one', () => {
  const freeBytes = 8 * gib
  expect(lanesOn({ cores: 1, freeBytes }, 3, 0)).toBe(1)
  expect(lanesOn({ cores: 2, freeBytes }, 3, 0)).toBe(3)
  expect(lanesOn({ cores: 2, freeBytes }, 4, 0)).toBe(3)
  expect(lanesOn({ cores: 8, freeBytes }, 3, 0)).toBe(3)
  expect(lanesOn({ cores: 4, freeBytes }, 3, 3)).toBe(2)
  expect(lanesOn({ cores: 4, freeBytes }, 3, 9)).toBe(1)
  expect(lanesOn({ cores: 8, freeBytes: 2.5 * gib }, 3, 0)).toBe(2)
  expect(lanesOn({ cores: 8, freeBytes: 0 }, 3, 0)).toBe(1)
})

const limits = { processes: null, memoryBytes: null, diskBytes: null }
const shutOff = { confined: { reads: [], writes: [], protects: [], hosts: [], limits } }
/** On a machine with memory for so many runs. */
const roomy = (runs: number) => createSideBySide(() => ({ cores: runs, freeBytes: runs * gib }))

/** Runs that end when they are told to, and a list of what happened. */
function runs() {
  const told: string[] = []
  const ends = new Map<string, () => void>()
  const run =
    (name: string) =>
    async (signal: AbortSignal = never): Promise<string> => {
      told.push(`${name} begins`)
      await new Promise<void>((resolve, reject) => {
        ends.set(name, resolve)
        signal.addEventListener('abort', () => setImmediate(() => reject(new Error('aborted'))))
      }).finally(() => told.push(`${name} ends`))
      return name
    }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { told, run, end }
}

test('what goes beside the first begins as soon as a lane is free', async () => {
  const { told, run, end } = runs()
  await using lanes = roomy(2).open(project, shutOff, 3, never)
  const first = lanes.first(run('first'))
  const [second, third] = [lanes.beside(run('second')), lanes.beside(run('third'))]
  await end('')
  expect(told).toEqual(['first begins', 'second begins'])
  await end('second')
  expect(told.slice(2)).toEqual(['second ends', 'third begins'])
  await end('first')
  await end('third')
  expect(await Promise.all([first, second(), third()])).toEqual(['first', 'second', 'third'])
})

test('where there is one lane nothing begins before it is asked for otherwise', async () => {
  const { told, run, end } = runs()
  await using lanes = roomy(1).open(project, shutOff, 3, never)
  const first = lanes.first(run('first'))
  const second = lanes.beside(run('second'))
  await end('first')
  expect([await first, await second(), lanes.isOpen]).toEqual(['first', null, false])
  expect(told).toEqual(['first begins', 'first ends'])
})

test('what is given up is aborted and waited for, what has not begun never does, and what has ended stands', async () => {
  const { told, run, end } = runs()
  await using lanes = roomy(3).open(project, shutOff, 9, never)
  const first = lanes.first(run('first'))
  const [ended, going, waiting] = ['ended', 'going', 'waiting'].map((name) => lanes.beside(run(name)))
  await end('ended')
  expect(told).toContain('waiting begins')
  await lanes.quiet()
  expect(told.slice(-2)).toEqual(['going ends', 'waiting ends'])
  expect([await ended?.(), await going?.(), await waiting?.()]).toEqual(['ended', null, null])
  expect(await lanes.beside(run('late'))()).toBeNull()
  await end('first')
  expect(await first).toBe('first')
  expect(told).not.toContain('late begins')
})

test('what may share something with others is let go to its end, and what has not begun never does', async () => {
  const { told, run, end } = runs()
  const lanes = roomy(2).open(project, { confined: { ...shutOff.confined, hosts: ['db:5432'] } }, 3, never)
  const going = lanes.beside(run('going'))
  const waiting = lanes.beside(run('waiting'))
  const more = lanes.beside(run('more'))
  await end('waiting')
  const quiet = lanes.quiet()
  await end('')
  expect(told).toEqual(['going begins', 'waiting begins', 'waiting ends', 'more begins'])
  await end('going')
  await end('more')
  await quiet
  expect([await going(), await waiting(), await more()]).toEqual(['going', 'waiting', 'more'])
  expect(await lanes.beside(run('late'))()).toBeNull()
})

test('an error of what goes beside the first is told to whoever asks for it, and to nobody else', async () => {
  await using lanes = roomy(2).open(project, shutOff, 2, never)
  const broken = lanes.beside(() => Promise.reject(new Error('no room')))
  await expect(broken()).rejects.toThrow('no room')
  lanes.beside(() => Promise.reject(new Error('unasked')))
  await new Promise(setImmediate)
})

test('other gates leave fewer lanes while theirs go on, and a project that is kept apart has one from then on', async () => {
  const { run, end } = runs()
  const sideBySide = roomy(2)
  const lanes = sideBySide.open(project, shutOff, 2, never)
  const both = [lanes.first(run('first')), lanes.first(run('second'))]
  expect(sideBySide.open(project, shutOff, 2, never).isOpen).toBe(false)
  await end('first')
  await end('second')
  await Promise.all(both)
  expect(sideBySide.open(project, shutOff, 2, never).isOpen).toBe(true)
  lanes.keepApart()
  expect(sideBySide.open(project, shutOff, 2, never).isOpen).toBe(false)
  expect(sideBySide.open({ ...project, folder: 'packages/b' }, shutOff, 2, never).isOpen).toBe(true)
})
