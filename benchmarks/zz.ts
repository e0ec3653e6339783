import { grown, openLoop, playSteps } from './loop.ts'
import { DatabaseSync } from 'node:sqlite'
import { readdirSync, statSync, rmSync } from 'node:fs'
const f = '/mnt/t/zz'; rmSync(f, {recursive:true, force:true})
{ await using host = await openLoop(f); await playSteps(host, host.start('loop', null, { run: 'loop' }), 1000, grown) }
let s=0; for (const n of readdirSync(f)) { const b=statSync(f+'/'+n).size; s+=b; console.log(n, b) }
console.log(s/1024)
const db = new DatabaseSync(f+'/sigma.db')
try { console.table(db.prepare('select name, count(*) pages, sum(payload) payload, sum(unused) unused from dbstat group by name').all()) } catch (e) { console.log(String(e)) }
for (const t of ['events','snapshots','meta','outbox','timers','notes','verdicts','blobs','runs','tombstones']) console.log(t, db.prepare(`select count(*) n from ${t}`).get())
console.log(db.prepare('pragma freelist_count').get(), db.prepare('pragma page_count').get(), db.prepare('pragma page_size').get())
console.log(db.prepare('select position, record, length(record) l, length(effects) e, disposition d, length(hash) h from events order by position limit 3 offset 500').all())
console.log(db.prepare('select length(kernel) l, substr(kernel,1,600) k, substr(kernel, -300) z from snapshots').all())
