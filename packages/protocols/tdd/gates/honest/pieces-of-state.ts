import type { Piece } from './piece.ts'

/** State machines, caches, counters, queues, collections, classes with private fields. */
export const piecesOfState: readonly Piece[] = [
  {
    id: 'traffic-light',
    kind: 'state machine',
    code: `const after = { red: 'green', green: 'yellow', yellow: 'red' }\nexport class Light {\n  #at = 'red'\n  next() { this.#at = after[this.#at]; return this.#at }\n  get color() { return this.#at }\n}\n`,
    tests: {
      'goes on by its order': `const light = new Light(); assert.equal(light.next(), 'green'); assert.equal(light.next(), 'yellow')`,
      'begins red': `assert.equal(new Light().color, 'red')`,
      'comes round': `const light = new Light(); light.next(); light.next(); light.next(); assert.equal(light.color, 'red')`,
    },
  },
  {
    id: 'door',
    kind: 'state machine',
    code: `const table = { open: { close: 'closed' }, closed: { open: 'open', lock: 'locked' }, locked: { unlock: 'closed' } }\nexport function move(state, event) {\n  const next = table[state]?.[event]\n  if (next === undefined) throw new RangeError(\`\${event} in \${state}\`)\n  return next\n}\n`,
    tests: {
      'moves by its table': `assert.equal(move('open', 'close'), 'closed'); assert.equal(move('closed', 'lock'), 'locked')`,
      'refuses what has no place': `assert.throws(() => move('open', 'lock'), /lock in open/)`,
    },
    held: {
      'moves by its table': `assert.equal(move('locked', 'unlock'), 'closed')`,
      'refuses what has no place': `assert.throws(() => move('locked', 'open'), /open in locked/)`,
    },
  },
  {
    id: 'order-states',
    kind: 'state machine',
    code: `export function createOrder() {\n  let state = 'new'\n  const to = (from, next) => () => { if (!from.includes(state)) throw new Error(\`cannot be \${next} while \${state}\`); state = next; return state }\n  return { pay: to(['new'], 'paid'), ship: to(['paid'], 'shipped'), cancel: to(['new', 'paid'], 'cancelled'), get state() { return state } }\n}\n`,
    tests: {
      'is paid, then shipped': `const order = createOrder(); order.pay(); assert.equal(order.ship(), 'shipped')`,
      'is not shipped unpaid': `assert.throws(() => createOrder().ship(), /cannot be shipped while new/)`,
      'tells where it stands': `const order = createOrder(); order.pay(); order.cancel(); assert.equal(order.state, 'cancelled')`,
    },
  },
  {
    id: 'memo',
    kind: 'cache',
    code: `export function memo(make) {\n  const known = new Map()\n  return (key) => {\n    if (!known.has(key)) known.set(key, make(key))\n    return known.get(key)\n  }\n}\n`,
    tests: {
      'makes each once': `let count = 0; const twice = memo((n) => { count += 1; return n * 2 }); twice(3); twice(3); assert.equal(twice(3), 6); assert.equal(count, 1)`,
      'knows keys apart': `const say = memo((n) => 'n' + n); assert.deepEqual([say(1), say(2), say(1)], ['n1', 'n2', 'n1'])`,
    },
    held: {
      'makes each once': `let count = 0; const half = memo((n) => { count += 1; return n / 2 }); half(8); assert.equal(half(8), 4); assert.equal(count, 1)`,
      'knows keys apart': `const say = memo((n) => n + '!'); assert.deepEqual([say(7), say(8)], ['7!', '8!'])`,
    },
  },
  {
    id: 'lru',
    kind: 'cache',
    code: `export class Lru {\n  #most\n  #known = new Map()\n  constructor(most) { this.#most = most }\n  get(key) {\n    if (!this.#known.has(key)) return undefined\n    const value = this.#known.get(key)\n    this.#known.delete(key)\n    this.#known.set(key, value)\n    return value\n  }\n  set(key, value) {\n    this.#known.delete(key)\n    this.#known.set(key, value)\n    if (this.#known.size > this.#most) this.#known.delete(this.#known.keys().next().value)\n    return this\n  }\n}\n`,
    tests: {
      'forgets what was used longest ago': `const lru = new Lru(2).set('a', 1).set('b', 2); lru.get('a'); lru.set('c', 3); assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], [1, undefined, 3])`,
      'keeps as many as it may': `const lru = new Lru(1).set('a', 1).set('b', 2); assert.equal(lru.get('b'), 2); assert.equal(lru.get('a'), undefined)`,
    },
    held: {
      'forgets what was used longest ago': `const lru = new Lru(3).set('x', 7).set('y', 8).set('z', 9); lru.get('x'); lru.set('w', 6); assert.deepEqual([lru.get('x'), lru.get('y')], [7, undefined])`,
      'keeps as many as it may': `const lru = new Lru(2).set('k', 4).set('l', 5).set('m', 6); assert.equal(lru.get('m'), 6); assert.equal(lru.get('k'), undefined)`,
    },
  },
  {
    id: 'telling-tally',
    kind: 'counter',
    code: `import { EventEmitter } from 'node:events'\nexport class Tally extends EventEmitter {\n  #counts = new Map()\n  add(name) { this.#counts.set(name, this.of(name) + 1); this.emit('counted', name); return this }\n  of(name) { return this.#counts.get(name) ?? 0 }\n  get [Symbol.toStringTag]() { return 'Tally' }\n}\n`,
    stub: `import { EventEmitter } from 'node:events'\nexport class Tally extends EventEmitter {\n  add(name) { throw new Error('not implemented') }\n  of(name) { throw new Error('not implemented') }\n}\n`,
    tests: {
      'gives itself': `const tally = new Tally(); String(tally); assert.equal(tally.add('a'), tally)`,
      'counts each': `assert.equal(new Tally().add('a').add('b').add('a').of('a'), 2)`,
      'tells of each': `const told = []; const tally = new Tally(); tally.on('counted', (name) => told.push(name)); tally.add('a').add('b'); assert.deepEqual(told, ['a', 'b'])`,
    },
    held: {
      'gives itself': `const tally = new Tally(); String(tally); assert.equal(tally.add('zz'), tally)`,
      'counts each': `assert.equal(new Tally().add('x').add('y').of('z'), 0)`,
      'tells of each': `const told = []; const tally = new Tally(); tally.on('counted', (name) => told.push(name)); tally.add('b').add('a'); assert.deepEqual(told, ['b', 'a'])`,
    },
  },
  {
    id: 'ranked',
    kind: 'collection',
    code: `export function ranked(numbers) { return [...numbers].sort((a, b) => b - a) }\n`,
    tests: {
      'puts the greatest first': `const numbers = [1, 3, 2]; assert.deepEqual(ranked(numbers), [3, 2, 1]); assert.deepEqual(numbers, [1, 3, 2])`,
      'has nothing of nothing': `assert.deepEqual(ranked([]), [])`,
    },
    held: {
      'puts the greatest first': `const numbers = [2, 1, 3, 3]; assert.deepEqual(ranked(numbers), [3, 3, 2, 1]); assert.deepEqual(numbers, [2, 1, 3, 3])`,
      'has nothing of nothing': `assert.deepEqual(ranked([]), [])`,
    },
  },
  {
    id: 'sliding',
    kind: 'collection',
    code: `export class Window {\n  #values = []\n  #most\n  constructor(most) { if (!(most > 0)) throw new RangeError('a window has a size'); this.#most = most }\n  push(value) { this.#values.push(value); return this.#values.length > this.#most ? this.#values.shift() : undefined }\n  [Symbol.iterator]() { return this.#values[Symbol.iterator]() }\n}\n`,
    stub: `export class Window {\n  push(value) { throw new Error('not implemented') }\n  [Symbol.iterator]() { throw new Error('not implemented') }\n}\n`,
    tests: {
      'has a size': `assert.throws(() => new Window(0), RangeError)`,
      'keeps the last': `const window = new Window(2); for (const each of [4, 6, 8]) window.push(each); assert.deepEqual([...window], [6, 8])`,
      'gives what falls out': `const window = new Window(1); assert.deepEqual([4, 6].map((each) => window.push(each)), [undefined, 4])`,
    },
    held: {
      'has a size': `assert.throws(() => new Window(-2), RangeError)`,
      'keeps the last': `const window = new Window(3); for (const each of [10, 20, 30, 40]) window.push(each); assert.deepEqual([...window], [20, 30, 40])`,
      'gives what falls out': `const window = new Window(2); assert.deepEqual([1, 2, 3].map((each) => window.push(each)), [undefined, undefined, 1])`,
    },
  },
  {
    id: 'expiring',
    kind: 'cache',
    code: `export class Expiring {\n  #known = new Map()\n  #now\n  constructor(ms, now = Date.now) { this.ms = ms; this.#now = now }\n  set(key, value) { this.#known.set(key, { value, until: this.#now() + this.ms }) }\n  get(key) {\n    const found = this.#known.get(key)\n    return found === undefined || found.until <= this.#now() ? null : found.value\n  }\n}\n`,
    tests: {
      'knows while time is left': `let now = 100; const cache = new Expiring(50, () => now); cache.set('a', 1); now = 149; assert.equal(cache.get('a'), 1)`,
      'forgets when it is over': `let now = 100; const cache = new Expiring(50, () => now); cache.set('a', 1); now = 150; assert.equal(cache.get('a'), null)`,
    },
    held: {
      'knows while time is left': `let now = 7; const cache = new Expiring(10, () => now); cache.set('k', 'v'); now = 16; assert.equal(cache.get('k'), 'v')`,
      'forgets when it is over': `let now = 7; const cache = new Expiring(10, () => now); cache.set('k', 'v'); now = 20; assert.equal(cache.get('k'), null)`,
    },
  },
  {
    id: 'counter',
    kind: 'counter',
    code: `export function counter(from = 0) {\n  let count = from\n  return Object.freeze({ up: () => ++count, down: () => --count, value: () => count })\n}\n`,
    tests: {
      'counts up and down': `const own = counter(); own.up(); own.up(); own.down(); assert.equal(own.value(), 1)`,
      'begins where it is told': `assert.equal(counter(5).up(), 6)`,
    },
    held: { 'begins where it is told': `assert.equal(counter(-3).up(), -2)` },
  },
  {
    id: 'ids',
    kind: 'counter',
    code: `let last = 0\nexport function nextId(prefix) {\n  last += 1\n  return \`\${prefix}-\${last}\`\n}\n`,
    tests: {
      'gives no id twice': `const [one, two] = [nextId('a'), nextId('a')]; assert.notEqual(one, two); assert.match(two, /^a-\\d+$/)`,
    },
    held: {
      'gives no id twice': `const [one, two] = [nextId('zz'), nextId('zz')]; assert.notEqual(one, two); assert.match(one, /^zz-\\d+$/)`,
    },
  },
  {
    id: 'tally',
    kind: 'counter',
    code: `export const tally = (list) => list.reduce((made, each) => made.set(each, (made.get(each) ?? 0) + 1), new Map())\n`,
    tests: { 'counts each': `assert.deepEqual(tally(['a', 'b', 'a']), new Map([['a', 2], ['b', 1]]))` },
    held: { 'counts each': `assert.deepEqual(tally([1, 1, 1, 2]), new Map([[1, 3], [2, 1]]))` },
  },
  {
    id: 'stack',
    kind: 'class with private fields',
    code: `export class Stack {\n  #all = []\n  push(each) { this.#all.push(each); return this.#all.length }\n  pop() { if (this.#all.length === 0) throw new Error('empty stack'); return this.#all.pop() }\n  get size() { return this.#all.length }\n}\n`,
    tests: {
      'gives back the last first': `const stack = new Stack(); stack.push(1); stack.push(2); assert.equal(stack.pop(), 2)`,
      'tells its size': `const stack = new Stack(); stack.push('a'); assert.equal(stack.size, 1)`,
      'has nothing to give when empty': `assert.throws(() => new Stack().pop(), /empty stack/)`,
    },
    held: {
      'gives back the last first': `const stack = new Stack(); stack.push('x'); stack.push('y'); stack.push('z'); assert.equal(stack.pop(), 'z')`,
      'tells its size': `const stack = new Stack(); stack.push(5); stack.push(6); assert.equal(stack.size, 2)`,
    },
  },
  {
    id: 'account',
    kind: 'class with private fields',
    stub: `export class Account {\n  static of() { throw new Error('not implemented') }\n  constructor() { throw new Error('not implemented') }\n}\n`,
    code: `export class Account {\n  #balance = 0\n  static of(amount) { const made = new Account(); made.deposit(amount); return made }\n  deposit(amount) { if (!(amount > 0)) throw new RangeError('amount'); this.#balance += amount }\n  #covers(amount) { return amount <= this.#balance }\n  withdraw(amount) { if (!this.#covers(amount)) throw new RangeError('not covered'); this.#balance -= amount; return amount }\n  get balance() { return this.#balance }\n}\n`,
    tests: {
      'adds up': `const own = new Account(); own.deposit(5); own.deposit(7); assert.equal(own.balance, 12)`,
      'pays what it has': `const own = Account.of(10); assert.equal(own.withdraw(4), 4); assert.equal(own.balance, 6)`,
      'pays nothing else': `assert.throws(() => Account.of(3).withdraw(4), /not covered/)`,
    },
    held: {
      'adds up': `const own = new Account(); own.deposit(1); own.deposit(100); assert.equal(own.balance, 101)`,
      'pays what it has': `const own = Account.of(50); assert.equal(own.withdraw(20), 20); assert.equal(own.balance, 30)`,
      'pays nothing else': `assert.throws(() => Account.of(1).withdraw(200), /not covered/)`,
    },
  },
  {
    id: 'private-by-weakmap',
    kind: 'class with private fields',
    code: `const secrets = new WeakMap()\nexport class Safe {\n  constructor(code, inside) { secrets.set(this, { code, inside }) }\n  open(code) { const own = secrets.get(this); return own.code === code ? own.inside : null }\n}\n`,
    tests: {
      'opens by its code': `assert.equal(new Safe('1', 'gold').open('1'), 'gold')`,
      'stays shut by another': `assert.equal(new Safe('1', 'gold').open('2'), null)`,
    },
    held: {
      'opens by its code': `assert.equal(new Safe('abc', 'tin').open('abc'), 'tin')`,
      'stays shut by another': `assert.equal(new Safe('abc', 'tin').open('ab'), null)`,
    },
  },
  {
    id: 'linked-list',
    kind: 'collection',
    code: `export class List {\n  #head = null\n  add(value) { this.#head = { value, next: this.#head }; return this }\n  *[Symbol.iterator]() { for (let at = this.#head; at !== null; at = at.next) yield at.value }\n}\n`,
    tests: { 'is walked from the last on': `assert.deepEqual([...new List().add(1).add(2)], [2, 1])` },
    held: {
      'is walked from the last on': `assert.deepEqual([...new List().add('a').add('b').add('c')], ['c', 'b', 'a'])`,
    },
  },
  {
    id: 'emitter',
    kind: 'events',
    code: `import { EventEmitter } from 'node:events'\nexport class Feed extends EventEmitter {\n  publish(text) { this.emit('news', text.trim()); return this.listenerCount('news') }\n}\n`,
    tests: {
      'tells who listens': `const feed = new Feed(); const seen = []; feed.on('news', (text) => seen.push(text)); feed.publish(' a '); assert.deepEqual(seen, ['a'])`,
      'says how many listen': `const feed = new Feed(); feed.on('news', () => {}); assert.equal(feed.publish('x'), 1)`,
    },
    held: {
      'tells who listens': `const feed = new Feed(); const seen = []; feed.on('news', (text) => seen.push(text)); feed.publish('bc'); feed.publish(' d'); assert.deepEqual(seen, ['bc', 'd'])`,
      'says how many listen': `const feed = new Feed(); feed.on('news', () => {}); feed.on('news', () => {}); assert.equal(feed.publish('yy'), 2)`,
    },
  },
  {
    id: 'registry',
    kind: 'module state',
    code: `const makers = new Map()\nexport function register(name, make) { if (makers.has(name)) throw new Error(\`\${name} is taken\`); makers.set(name, make) }\nexport function create(name, given) { const make = makers.get(name); if (make === undefined) throw new Error(\`no \${name}\`); return make(given) }\n`,
    tests: {
      'makes what is registered': `register('upper', (text) => text.toUpperCase()); assert.equal(create('upper', 'a'), 'A')`,
      'takes a name once': `register('once', () => 1); assert.throws(() => register('once', () => 2), /once is taken/)`,
      'knows nothing else': `assert.throws(() => create('nothing'), /no nothing/)`,
    },
    held: {
      'makes what is registered': `register('twice', (n) => n + n); assert.equal(create('twice', 4), 8)`,
      'takes a name once': `register('mine', () => 1); assert.throws(() => register('mine', () => 2), /mine is taken/)`,
      'knows nothing else': `assert.throws(() => create('void'), /no void/)`,
    },
  },
  {
    id: 'queue-of-tasks',
    kind: 'async queue',
    code: `export class Serial {\n  #last = Promise.resolve()\n  run(task) {\n    const own = this.#last.then(task)\n    this.#last = own.catch(() => undefined)\n    return own\n  }\n}\n`,
    tests: {
      'runs one after another': `const order = []; const serial = new Serial(); const wait = (name) => async () => { order.push('begin ' + name); await null; order.push('end ' + name); return name }; assert.deepEqual(await Promise.all([serial.run(wait('a')), serial.run(wait('b'))]), ['a', 'b']); assert.deepEqual(order, ['begin a', 'end a', 'begin b', 'end b'])`,
      'goes on after a failure': `const serial = new Serial(); await assert.rejects(serial.run(() => { throw new Error('no') }), /no/); assert.equal(await serial.run(() => 7), 7)`,
    },
    held: {
      'runs one after another': `const serial = new Serial(); const seen = []; await Promise.all([3, 1, 2].map((n) => serial.run(async () => { await null; seen.push(n) }))); assert.deepEqual(seen, [3, 1, 2])`,
      'goes on after a failure': `const serial = new Serial(); await assert.rejects(serial.run(async () => { throw new TypeError('bad') }), TypeError); assert.equal(await serial.run(async () => 'on'), 'on')`,
    },
  },
  {
    id: 'undo',
    kind: 'state',
    code: `export function undoable(state) {\n  const past = []\n  return {\n    get state() { return state },\n    set(next) { past.push(state); state = next },\n    undo() { if (past.length > 0) state = past.pop(); return state },\n  }\n}\n`,
    tests: {
      'takes back the last': `const own = undoable('a'); own.set('b'); own.set('c'); assert.equal(own.undo(), 'b'); assert.equal(own.state, 'b')`,
    },
    held: {
      'takes back the last': `const own = undoable(1); own.set(2); assert.equal(own.undo(), 1); assert.equal(own.undo(), 1)`,
    },
  },
  {
    id: 'lazy',
    kind: 'state',
    code: `export function lazy(make) {\n  let made\n  let isMade = false\n  return () => {\n    if (!isMade) { made = make(); isMade = true }\n    return made\n  }\n}\n`,
    tests: {
      'makes it when it is asked for, once': `let count = 0; const get = lazy(() => ({ n: ++count })); assert.equal(count, 0); assert.equal(get(), get()); assert.deepEqual(get(), { n: 1 })`,
    },
    held: {
      'makes it when it is asked for, once': `const get = lazy(() => ['a', 'b']); assert.equal(get(), get()); assert.deepEqual(get(), ['a', 'b'])`,
    },
  },
]
