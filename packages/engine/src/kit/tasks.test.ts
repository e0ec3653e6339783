import { expect, test } from 'vitest'
import { anyRole, phasesOf, rolesOf, type TaskTemplate, type ToldTask, taskOf } from './tasks.ts'

const row = (
  type: string,
  role: string,
  phases: readonly string[],
  template: Partial<TaskTemplate> & { readonly name: string },
): ToldTask => ({ type, role, phases, codes: [], writes: 'nothing', template: { about: '', needs: [], ...template } })

const tasks: readonly ToldTask[] = [
  row('stir', 'cook', ['STEW'], { name: 'stir' }),
  row('taste', 'qa', ['STEW', 'SERVE'], { name: 'taste' }),
  row('taste', 'qa', ['STEW', 'SERVE'], { name: 'taste-again', where: { by: 'guest', times: 2 } }),
  row('lay', 'critic', ['TABLE'], { name: 'lay' }),
  row('serve', 'cook', ['SERVE'], { name: 'serve' }),
]
const found = (role: string, type: string, parameters: Readonly<Record<string, string | number>> = {}) =>
  taskOf(tasks, { role, type, parameters })?.template.name ?? null

test('an ask is found by role and kind of task, and of two templates by its parameters', () => {
  expect(found('cook', 'stir', { salt: 1 })).toBe('stir')
  expect(found('qa', 'taste')).toBe('taste')
  expect(found('qa', 'taste', { by: 'guest', times: 1 })).toBe('taste')
  expect(found('qa', 'taste', { by: 'guest', times: 2, more: 'yes' })).toBe('taste-again')
})

test('an ask that no row has is none, whichever half of it is there', () => {
  expect([found('qa', 'stir'), found('cook', 'taste'), found('cook', 'unheard-of')]).toEqual([null, null, null])
})

test('a task of any role is found under whatever name it is asked', () => {
  const rows = [row('talk', anyRole, ['ROOM'], { name: 'talk' }), row('stir', 'cook', ['STEW'], { name: 'stir' })]
  const nameFor = (role: string, type: string) => taskOf(rows, { role, type, parameters: {} })?.template.name ?? null
  expect([nameFor('security', 'talk'), nameFor('cook', 'talk')]).toEqual(['talk', 'talk'])
  expect(nameFor('security', 'stir')).toBe(null)
})

test('roles come in the order of the specification, others behind them, each once', () => {
  expect(rolesOf(tasks)).toEqual(['critic', 'qa', 'cook'])
})

test('phases come in the order of the tasks that are their own', () => {
  expect(phasesOf(tasks)).toEqual(['STEW', 'TABLE', 'SERVE'])
})
