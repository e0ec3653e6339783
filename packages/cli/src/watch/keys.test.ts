import { expect, test } from 'vitest'
import { busy, decision, doing, entry, watching } from '../testing/overviews.ts'
import { type Key, pressed } from './keys.ts'
import type { WatchState, Wish } from './state.ts'

const room = { lines: 10, all: 35 }

/** Presses keys one after the other: where that leads, and what was wished for on the way. */
function press(
  state: WatchState,
  ...keys: readonly Key[]
): { readonly state: WatchState; readonly wishes: readonly Wish[] } {
  const wishes: Wish[] = []
  let now = state
  for (const key of keys) {
    const { state: next, wish } = pressed(now, key, room)
    now = next
    if (wish !== null) wishes.push(wish)
  }
  return { state: now, wishes }
}

const list = watching(busy)
const { id } = decision()

test('arrows and j k go from item to item, and not beyond the first and the last', () => {
  expect(press(list, 'down').state.chosen).toBe('auth-k3x9w2 C3.green.dev@40')
  expect(press(list, 'j', 'j', 'k').state.chosen).toBe('auth-k3x9w2 C3.green.dev@40')
  expect(press(list, 'up', 'up').state.chosen).toBe('auth-k3x9w2')
  expect(press(list, 'G').state.chosen).toBe('core-1a2b3c')
  expect(press(list, 'end', 'down', 'g').state.chosen).toBe('auth-k3x9w2')
})

test('a run is stopped after a yes, and after nothing else', () => {
  const stop: Wish = { kind: 'stop', run: 'auth-k3x9w2' }
  expect(press(list, 's').state.view).toMatchObject({ kind: 'confirming', wish: stop })
  expect(press(list, 's', 'y').wishes).toEqual([stop])
  expect(press(list, 'down', 's', 'y').wishes).toEqual([stop])
  for (const no of ['n', 'escape', 'q', 'return', 'space', 'Y', 'x']) expect(press(list, 's', no).wishes).toEqual([])
  expect(press(list, 's', 'n').state.view).toEqual({ kind: 'list' })
})

test('what is not being played is not stopped, and what is played is not gone on with', () => {
  expect(press(list, 'end', 'k', 's')).toMatchObject({
    wishes: [],
    state: { message: 'mail-77abcd is not being played.' },
  })
  expect(press(list, 'r')).toMatchObject({ wishes: [], state: { message: 'auth-k3x9w2 is being played.' } })
  expect(press(list, 'G', 'r')).toMatchObject({ wishes: [], state: { message: 'core-1a2b3c has ended.' } })
  expect(press(list, 'G', 'k', 'r', 'y').wishes).toEqual([{ kind: 'resume', run: 'mail-77abcd' }])
})

test('a decision is answered with the option that is chosen, after it was confirmed', () => {
  const fix: Wish = { kind: 'decide', id, option: 'fix' }
  expect(press(list, 'd').state.view).toEqual({ kind: 'deciding', id, option: 0 })
  expect(press(list, 'd', 'down', 'return', 'y')).toMatchObject({ wishes: [fix], state: { view: { kind: 'list' } } })
  expect(press(list, 'd', '2', 'return', 'y').wishes).toEqual([fix])
  expect(press(list, 'd', '9', 'return').state.view).toMatchObject({ question: 'Answer with abort?' })
  expect(press(list, 'd', '2', 'return', 'n')).toMatchObject({
    wishes: [],
    state: { view: { kind: 'deciding', id, option: 1 } },
  })
  expect(press(list, 'd', 'q').state.view).toEqual({ kind: 'list' })
})

test('a decision that somebody else answers meanwhile is not answered again', () => {
  const { state } = press(list, 'd', 'down')
  const [first, ...others] = busy.runs
  const gone = first === undefined ? [] : [{ ...first, decisions: [] }]
  const later = { ...state, overview: { ...busy, runs: [...gone, ...others] } }
  expect(press(later, 'return')).toMatchObject({ wishes: [], state: { view: { kind: 'list' } } })
})

test('a run, a turn and a decision are read, each with what belongs to it', () => {
  const read = (...keys: readonly Key[]) => press(list, ...keys, 'l').wishes
  expect(read()).toEqual([{ kind: 'read', run: 'auth-k3x9w2', step: null }])
  expect(read('j')).toMatchObject([{ kind: 'read', run: 'auth-k3x9w2', step: { id: 'C3.green.dev' } }])
  expect(read('d')).toMatchObject([{ kind: 'read', run: 'auth-k3x9w2', step: { id: 'C2.green.dev.decision' } }])
  expect(press(list, 'return').wishes).toEqual([{ kind: 'read', run: 'auth-k3x9w2', step: null }])
})

test('what a run does in one that it began is read there', () => {
  const parts = [
    {
      run: 'plan-1',
      name: '',
      protocol: 'plan',
      phase: 'planning',
      progress: null,
      unit: { one: 'unit', many: 'units' },
    },
  ]
  const whole = entry({ run: 'run-1', parts, doing: [doing({ run: 'plan-1', id: 'plan' })] })
  const { wishes } = press(watching({ ...busy, runs: [whole] }), 'j', 'l')
  expect(wishes).toMatchObject([{ kind: 'read', run: 'plan-1', step: { id: 'plan' } }])
})

test('text is paged through; at its end it is followed', () => {
  const wish = { kind: 'read' as const, run: 'r', step: null }
  const view = { kind: 'paging' as const, title: '', wish, text: '', top: 0, back: { kind: 'list' as const } }
  const top = (...keys: readonly Key[]) => press({ ...list, view }, ...keys).state.view
  expect(top('space')).toMatchObject({ top: 10 })
  expect(top('pagedown', 'j', 'b')).toMatchObject({ top: 1 })
  expect(top('G')).toMatchObject({ top: null })
  expect(top('G', 'up')).toMatchObject({ top: 24 })
  expect(top('G', 'g', 'k')).toMatchObject({ top: 0 })
  expect(top('q')).toEqual({ kind: 'list' })
})

test('q and ctrl-c leave from the list, ctrl-c from wherever one is; no other key does', () => {
  const quit: Wish = { kind: 'quit' }
  for (const key of ['q', 'ctrl-c', 'escape']) expect(press(list, key).wishes).toEqual([quit])
  for (const way of [['?'], ['d'], ['s'], ['d', 'return']]) expect(press(list, ...way, 'ctrl-c').wishes).toEqual([quit])
  expect(press(list, 'x', 'f1', 'tab', '').wishes).toEqual([])
  expect(press(list, '?', 'q').wishes).toEqual([])
})

test('where there is nothing, keys do nothing', () => {
  const nothing = watching({ ...busy, runs: [] })
  expect(press(nothing, 'down', 's', 'd', 'l', 'r', 'return', 'G').wishes).toEqual([])
})
