import { projectOf } from './kit/gauntlet.ts'
const p = projectOf(process.argv[2] as never, ...process.argv.slice(3))
console.log(p.cwd, JSON.stringify(p.env))
