// Kills the sigma that it is loaded into at one moment of a call: before it is recorded, after that, after its answer is printed. `full` has the disk be full.
const { DatabaseSync } = process.getBuiltinModule('node:sqlite')

const point = process.env['KILLED_AT']
let isCall = false
const die = () => process.kill(process.pid, 'SIGKILL')

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function prepared(sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest)
  // What a host that stands by goes through beforehand lies elsewhere.
  if (this.location()?.startsWith(process.cwd()) !== true) return statement
  const { run } = statement
  if (sql === 'COMMIT') {
    statement.run = (...values) => {
      if (isCall && point === 'before-save') die()
      if (isCall && point === 'full') throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
      return run.apply(statement, values)
    }
  } else if (/^INSERT INTO events/i.test(sql.trim())) {
    statement.run = (...values) => {
      isCall ||= values.some((value) => typeof value === 'string' && value.includes('"kind":"called"'))
      return run.apply(statement, values)
    }
  }
  return statement
}

// A host that stands by answers by its socket.
const { Socket } = process.getBuiltinModule('node:net')
const { write: send } = Socket.prototype
Socket.prototype.write = function sent(...given) {
  const isAnswer = isCall && process.argv.includes('--standby')
  if (isAnswer && point === 'after-save') die()
  const done = send.apply(this, given)
  if (isAnswer && point === 'after-print') die()
  return done
}

const { write } = process.stdout
process.stdout.write = (...given) => {
  if (isCall && point === 'after-save') die()
  const done = write.apply(process.stdout, given)
  if (isCall && point === 'after-print') die()
  return done
}
