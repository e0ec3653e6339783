import type { Piece } from './piece.ts'

/** Objects that are handed out: values, builders, trees, results, errors of own classes, what is there once. */
export const piecesOfObjects: readonly Piece[] = [
  {
    id: 'money',
    kind: 'value object',
    stub: `export class Money {\n  constructor() { throw new Error('not implemented') }\n  static of() { throw new Error('not implemented') }\n}\n`,
    code: `export class Money {\n  #cents\n  constructor(cents, currency = 'EUR') { this.#cents = cents; this.currency = currency; Object.freeze(this) }\n  static of(text) { const [, amount, currency] = /^([\\d.]+) (\\w+)$/.exec(text) ?? []; if (amount === undefined) throw new SyntaxError(\`no money: \${text}\`); return new Money(Math.round(Number(amount) * 100), currency) }\n  plus(other) { if (other.currency !== this.currency) throw new TypeError('currencies differ'); return new Money(this.#cents + other.#cents, this.currency) }\n  equals(other) { return other instanceof Money && other.#cents === this.#cents && other.currency === this.currency }\n  toString() { return \`\${(this.#cents / 100).toFixed(2)} \${this.currency}\` }\n  toJSON() { return { cents: this.#cents, currency: this.currency } }\n}\n`,
    tests: {
      'is read from text': `assert.equal(String(Money.of('12.5 EUR')), '12.50 EUR')`,
      'is added up': `assert.ok(new Money(150).plus(new Money(50)).equals(new Money(200)))`,
      'stays what it was': `const money = new Money(150); money.plus(new Money(50)); assert.equal(money.toString(), '1.50 EUR')`,
      'is written as JSON': `assert.equal(JSON.stringify(new Money(5, 'USD')), '{"cents":5,"currency":"USD"}')`,
      'is not added to another currency': `assert.throws(() => new Money(1).plus(new Money(1, 'USD')), TypeError)`,
      'is no other text': `assert.throws(() => Money.of('much'), /no money: much/)`,
    },
    held: {
      'is read from text': `assert.equal(String(Money.of('0.07 USD')), '0.07 USD')`,
      'is added up': `assert.ok(new Money(1, 'USD').plus(new Money(2, 'USD')).equals(new Money(3, 'USD')))`,
      'stays what it was': `const money = new Money(999); money.plus(new Money(1)); assert.equal(money.toString(), '9.99 EUR')`,
      'is written as JSON': `assert.deepEqual(JSON.parse(JSON.stringify(new Money(7))), { cents: 7, currency: 'EUR' })`,
      'is not added to another currency': `assert.throws(() => new Money(3, 'CHF').plus(new Money(2, 'USD')), TypeError)`,
      'is no other text': `assert.throws(() => Money.of('12'), /no money: 12/)`,
    },
  },
  {
    id: 'query-builder',
    kind: 'builder',
    code: `class Query {\n  #parts = { from: '', where: [], limit: null }\n  from(table) { this.#parts.from = table; return this }\n  where(condition) { this.#parts.where.push(condition); return this }\n  limit(count) { this.#parts.limit = count; return this }\n  toString() {\n    const { from, where, limit } = this.#parts\n    return ['select * from ' + from, ...(where.length > 0 ? ['where ' + where.join(' and ')] : []), ...(limit === null ? [] : ['limit ' + limit])].join(' ')\n  }\n}\nexport function query() { return new Query() }\n`,
    tests: {
      'is written': `assert.equal(query().from('a').where('b = 1').where('c = 2').limit(3).toString(), 'select * from a where b = 1 and c = 2 limit 3')`,
      'goes on as it is': `const own = query(); assert.equal(own.from('a'), own)`,
      'begins anew each time': `query().from('x').where('y'); assert.equal(String(query().from('a')), 'select * from a')`,
    },
    held: {
      'is written': `assert.equal(query().from('users').limit(9).toString(), 'select * from users limit 9')`,
      'goes on as it is': `const own = query(); assert.equal(own.limit(8), own)`,
      'begins anew each time': `query().from('w').limit(7); assert.equal(String(query().from('zz')), 'select * from zz')`,
    },
  },
  {
    id: 'tree',
    kind: 'tree',
    code: `export class Tree {\n  constructor(value, ...children) { this.value = value; this.children = children }\n  *[Symbol.iterator]() { yield this.value; for (const each of this.children) yield* each }\n  map(change) { return new Tree(change(this.value), ...this.children.map((each) => each.map(change))) }\n  get depth() { return 1 + Math.max(0, ...this.children.map((each) => each.depth)) }\n  find(is) { if (is(this)) return this; for (const each of this.children) { const found = each.find(is); if (found !== null) return found } return null }\n}\n`,
    tests: {
      'is walked': `assert.deepEqual([...new Tree(1, new Tree(2, new Tree(3)), new Tree(4))], [1, 2, 3, 4])`,
      'is changed in a copy': `const tree = new Tree(1, new Tree(2)); assert.deepEqual([...tree.map((n) => n * 10)], [10, 20]); assert.deepEqual([...tree], [1, 2])`,
      'has a depth': `assert.equal(new Tree('a', new Tree('b', new Tree('c'))).depth, 3)`,
      'is found itself': `const leaf = new Tree('b'); assert.equal(new Tree('a', leaf).find(({ value }) => value === 'b'), leaf)`,
      'has no other': `assert.equal(new Tree('a').find(() => false), null)`,
    },
    held: {
      'is walked': `assert.deepEqual([...new Tree('x', new Tree('y'))], ['x', 'y'])`,
      'is changed in a copy': `assert.deepEqual([...new Tree(3, new Tree(5)).map((n) => n + 1)], [4, 6])`,
      'has a depth': `assert.equal(new Tree(0, new Tree(1), new Tree(2)).depth, 2)`,
      'is found itself': `const leaf = new Tree(9); assert.equal(new Tree(7, new Tree(8, leaf)).find(({ value }) => value > 8), leaf)`,
      'has no other': `assert.equal(new Tree('q', new Tree('r')).find(({ value }) => value === 's'), null)`,
    },
  },
  {
    id: 'order-of-graph',
    kind: 'graph',
    code: `export class CycleError extends Error {\n  constructor(path, options) { super('cycle: ' + path.join(' → '), options); this.name = 'CycleError'; this.path = path }\n}\nexport function orderOf(graph) {\n  const order = new Set()\n  const visit = (name, path) => {\n    if (path.includes(name)) throw new CycleError([...path, name])\n    for (const each of graph.get(name) ?? []) visit(each, [...path, name])\n    order.add(name)\n  }\n  for (const name of graph.keys()) visit(name, [])\n  return order\n}\n`,
    tests: {
      'puts what is needed first': `assert.deepEqual([...orderOf(new Map([['app', ['lib', 'log']], ['lib', ['log']]]))], ['log', 'lib', 'app'])`,
      'names a cycle': `assert.throws(() => orderOf(new Map([['a', ['b']], ['b', ['a']]])), { name: 'CycleError', path: ['a', 'b', 'a'] })`,
      'has a cause': `const cause = new Error('why'); const error = new CycleError(['a'], { cause }); assert.equal(error.cause, cause); assert.ok(error instanceof Error)`,
    },
    held: {
      'puts what is needed first': `assert.deepEqual([...orderOf(new Map([['x', ['y']], ['z', ['x']]]))], ['y', 'x', 'z'])`,
      'names a cycle': `assert.throws(() => orderOf(new Map([['q', ['q']]])), { message: 'cycle: q → q' })`,
      'has a cause': `const cause = new TypeError('other'); assert.equal(new CycleError(['z', 'y'], { cause }).cause, cause)`,
    },
  },
  {
    id: 'outcome',
    kind: 'result',
    code: `class Ok {\n  constructor(value) { this.value = value }\n  map(change) { return new Ok(change(this.value)) }\n  or() { return this.value }\n  get isOk() { return true }\n}\nclass Failed {\n  constructor(reason) { this.reason = reason }\n  map() { return this }\n  or(value) { return value }\n  get isOk() { return false }\n}\nexport const ok = (value) => new Ok(value)\nexport const failed = (reason) => new Failed(reason)\nexport function tried(make) { try { return ok(make()) } catch (error) { return failed(error.message) } }\n`,
    tests: {
      'holds a value': `assert.equal(ok(3).map((n) => n + 1).or(0), 4)`,
      'holds a reason': `const own = failed('no'); assert.equal(own.map(() => 1), own); assert.equal(own.or(7), 7)`,
      'comes of a try': `assert.equal(tried(() => 5).isOk, true); assert.equal(tried(() => { throw new Error('bad') }).reason, 'bad')`,
    },
    held: {
      'holds a value': `assert.equal(ok('a').map((text) => text + 'b').or('z'), 'ab')`,
      'holds a reason': `const own = failed('never'); assert.equal(own.map((x) => x), own); assert.equal(own.or('else'), 'else')`,
      'comes of a try': `assert.equal(tried(() => { throw new Error('worse') }).isOk, false); assert.equal(tried(() => 'v').or(1), 'v')`,
    },
  },
  {
    id: 'pool',
    kind: 'what is there once',
    code: `class Pool {\n  #free = []\n  #made = 0\n  take() { return this.#free.pop() ?? { id: ++this.#made } }\n  give(each) { this.#free.push(each) }\n}\nlet only\nexport function pool() { only ??= new Pool(); return only }\n`,
    tests: {
      'is one': `assert.equal(pool(), pool())`,
      'gives again what was given back': `const own = pool(); const first = own.take(); own.give(first); assert.equal(own.take(), first)`,
      'gives each once': `const own = pool(); assert.notEqual(own.take(), own.take())`,
    },
  },
  {
    id: 'store',
    kind: 'state',
    code: `export function createStore(reduce, state) {\n  const listeners = new Set()\n  return {\n    getState: () => state,\n    dispatch(action) { state = reduce(state, action); for (const each of listeners) each(state); return action },\n    subscribe(listener) { listeners.add(listener); return () => listeners.delete(listener) },\n  }\n}\n`,
    before: `const counting = (state, { type, by = 1 }) => (type === 'up' ? state + by : state)`,
    tests: {
      'goes on by its reducer': `const store = createStore(counting, 1); store.dispatch({ type: 'up' }); assert.equal(store.getState(), 2)`,
      'gives the action back': `const action = { type: 'up' }; assert.equal(createStore(counting, 0).dispatch(action), action)`,
      'tells who listens, until they leave': `const seen = []; const store = createStore(counting, 0); const leave = store.subscribe((state) => seen.push(state)); store.dispatch({ type: 'up' }); leave(); store.dispatch({ type: 'up' }); assert.deepEqual(seen, [1])`,
    },
    held: {
      'goes on by its reducer': `const store = createStore(counting, 5); store.dispatch({ type: 'up', by: 4 }); store.dispatch({ type: 'none' }); assert.equal(store.getState(), 9)`,
      'gives the action back': `const action = { type: 'other', by: 2 }; assert.equal(createStore(counting, 3).dispatch(action), action)`,
      'tells who listens, until they leave': `const seen = []; const store = createStore(counting, 10); store.subscribe((state) => seen.push(state)); store.dispatch({ type: 'up', by: 5 }); assert.deepEqual(seen, [15])`,
    },
  },
  {
    id: 'animals',
    kind: 'inheritance',
    code: `export class Animal {\n  constructor(name) { if (new.target === Animal) throw new TypeError('an animal is of a kind'); this.name = name }\n  get sound() { return '…' }\n  speak() { return \`\${this.name}: \${this.sound}\` }\n}\nexport class Dog extends Animal {\n  get sound() { return 'wau' }\n  speak() { return super.speak() + '!' }\n}\nexport class Fish extends Animal {}\n`,
    tests: {
      'speaks as its kind does': `assert.equal(new Dog('Rex').speak(), 'Rex: wau!')`,
      'speaks as all do': `assert.equal(new Fish('Nemo').speak(), 'Nemo: …')`,
      'is of a kind': `assert.throws(() => new Animal('x'), TypeError)`,
    },
    held: {
      'speaks as its kind does': `assert.equal(new Dog('Bello').speak(), 'Bello: wau!')`,
      'speaks as all do': `assert.equal(new Fish('Dory').speak(), 'Dory: …')`,
      'is of a kind': `assert.throws(() => new Animal('yy'), /of a kind/)`,
    },
  },
  {
    id: 'channel',
    kind: 'async queue',
    code: `export class Channel {\n  #values = []\n  #waiting = []\n  #isClosed = false\n  send(value) { const next = this.#waiting.shift(); if (next === undefined) this.#values.push(value); else next({ value, done: false }); return this }\n  close() { this.#isClosed = true; for (const each of this.#waiting) each({ value: undefined, done: true }); return this }\n  [Symbol.asyncIterator]() {\n    return { next: () => this.#values.length > 0 ? Promise.resolve({ value: this.#values.shift(), done: false }) : this.#isClosed ? Promise.resolve({ value: undefined, done: true }) : new Promise((resolve) => this.#waiting.push(resolve)) }\n  }\n}\n`,
    before: `async function allOf(channel) { const all = []; for await (const each of channel) all.push(each); return all }`,
    tests: {
      'gives what was sent, until it is closed': `assert.deepEqual(await allOf(new Channel().send(1).send(2).close()), [1, 2])`,
      'waits for what is sent later': `const channel = new Channel(); const all = allOf(channel); channel.send('a'); channel.close(); assert.deepEqual(await all, ['a'])`,
    },
    held: {
      'gives what was sent, until it is closed': `assert.deepEqual(await allOf(new Channel().send('x').close()), ['x'])`,
      'waits for what is sent later': `const channel = new Channel(); const all = allOf(channel); await null; channel.send(7).send(8).close(); assert.deepEqual(await all, [7, 8])`,
    },
  },
  {
    id: 'temperature',
    kind: 'getters and setters',
    code: `export class Temperature {\n  #celsius\n  constructor(celsius) { this.celsius = celsius }\n  get celsius() { return this.#celsius }\n  set celsius(value) { if (value < -273.15) throw new RangeError('too cold'); this.#celsius = value }\n  get fahrenheit() { return this.#celsius * 1.8 + 32 }\n  set fahrenheit(value) { this.celsius = (value - 32) / 1.8 }\n  [Symbol.toPrimitive](hint) { return hint === 'number' ? this.#celsius : \`\${this.#celsius} °C\` }\n}\n`,
    tests: {
      'is told otherwise': `assert.equal(new Temperature(100).fahrenheit, 212)`,
      'is set otherwise': `const own = new Temperature(0); own.fahrenheit = 50; assert.equal(own.celsius, 10)`,
      'has an end': `const own = new Temperature(0); assert.throws(() => { own.celsius = -300 }, RangeError)`,
      'is a number or a text': `assert.equal(+new Temperature(5), 5); assert.equal(\`\${new Temperature(5)}\`, '5 °C')`,
    },
    held: {
      'is told otherwise': `assert.equal(new Temperature(-40).fahrenheit, -40)`,
      'is set otherwise': `const own = new Temperature(3); own.fahrenheit = 212; assert.equal(own.celsius, 100)`,
      'has an end': `const own = new Temperature(1); assert.throws(() => { own.fahrenheit = -1000 }, RangeError)`,
      'is a number or a text': `assert.equal(new Temperature(21) * 2, 42); assert.equal(String(new Temperature(21)), '21 °C')`,
    },
  },
  {
    id: 'vector',
    kind: 'value object',
    stub: `export class Vector {\n  constructor() { throw new Error('not implemented') }\n  static get zero() { throw new Error('not implemented') }\n}\n`,
    code: `export class Vector {\n  constructor(x, y) { this.x = x; this.y = y }\n  static get zero() { return new Vector(0, 0) }\n  with(change) { return Object.assign(Object.create(Vector.prototype), this, change) }\n  plus({ x, y }) { return new Vector(this.x + x, this.y + y) }\n  get length() { return Math.hypot(this.x, this.y) }\n}\n`,
    tests: {
      'is added up': `assert.deepEqual(new Vector(1, 2).plus(new Vector(3, 4)), new Vector(4, 6))`,
      'is changed in a copy': `const vector = new Vector(1, 2); assert.deepEqual({ ...vector.with({ y: 5 }) }, { x: 1, y: 5 }); assert.equal(vector.y, 2)`,
      'has a length': `assert.equal(new Vector(3, 4).length, 5)`,
      'begins at nothing': `assert.deepEqual({ ...Vector.zero }, { x: 0, y: 0 })`,
    },
    held: {
      'is added up': `assert.deepEqual(new Vector(-1, 0).plus({ x: 7, y: 7 }), new Vector(6, 7))`,
      'is changed in a copy': `const vector = new Vector(8, 9); assert.equal(vector.with({ x: 0 }).x, 0); assert.equal(vector.x, 8)`,
      'has a length': `assert.equal(new Vector(6, 8).length, 10)`,
    },
  },
]
