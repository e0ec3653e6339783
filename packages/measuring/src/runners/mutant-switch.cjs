/**
 * The switch that planted source asks which of its mutants is on. It notes which were asked for, and raises an error where a
 * mutant keeps a loop going. Plain JavaScript for Node 16 and newer, because it runs under the Node of the project that is tested.
 */
'use strict'

module.exports = { none: -1, switchIn }

const { defineProperty } = Object

/** `name` is how the source calls it; `global` is where it looks. */
function switchIn(global, name) {
  let [on, calls, most, seen] = [-1, 0, Number.POSITIVE_INFINITY, new Set()]
  const ask = (id) => {
    calls += 1
    if (calls > most) throw new Error('a mutant keeps on going')
    seen.add(id)
    return id === on
  }
  defineProperty(global, name, { value: ask, configurable: true, writable: true })
  return {
    /** `limit`: how often the source may ask. */
    turn(id, limit = Number.POSITIVE_INFINITY) {
      ;[on, calls, most, seen] = [id, 0, limit, new Set()]
    },
    calls: () => calls,
    /** Those asked for since the last time. */
    taken() {
      const ids = [...seen]
      seen = new Set()
      return ids
    },
  }
}
