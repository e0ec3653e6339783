import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('what only reads loads neither schemas nor protocols', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    await import(${JSON.stringify(new URL('./reading.ts', import.meta.url).href)})
    console.log(JSON.stringify(loaded))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const loaded: readonly string[] = JSON.parse(stdout)
  const heavy = loaded.filter((url) => /\/zod\/|\/protocols?\/|\/measuring\/|\/runtime\//.test(url))
  expect(heavy.filter((url) => !url.endsWith('/kernel/attempt-name.ts'))).toEqual([])
  expect(loaded.some((url) => url.endsWith('/journal/reading.ts'))).toBe(true)
})
